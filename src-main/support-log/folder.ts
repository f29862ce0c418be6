import { join } from 'node:path';

/** Where the log for support lies: beside the records, so that a damaged folder of theirs does not take it along. */
export function supportLogIn(dataDirectory: string): string {
  return join(dataDirectory, 'support-log');
}
