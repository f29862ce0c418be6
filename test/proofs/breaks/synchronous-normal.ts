import { openHandle as openHonestly } from '../../../src-main/sqlite/open-sequence.ts';

export * from '../../../src-main/sqlite/open-sequence.ts';

/** Law 1 broken: a commit returns before it is on the disk, and nothing asks for the level again. */
export const openHandle: typeof openHonestly = (path, options) => {
  const handle = openHonestly(path, options);
  handle.pragma('synchronous = NORMAL');
  return handle;
};

export function assertSynchronous(): void {
  // Whatever the level is.
}
