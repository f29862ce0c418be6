import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { pastedText } from '../../../../src-shared/search/pasted-text.ts';
import { err, ok, type Result } from '../../../core/result.ts';
import { readGiven } from '../../../files/read-given.ts';
import { invalid, type Arguments, type TextOption } from './arguments.ts';

/** What the command line lets a reader of files and questions know. */
export interface Asking {
  readonly args: Pick<Arguments, 'text'>;
  /** Aborts when the command is to end. */
  readonly stopping: AbortSignal;
}

/**
 * What stands in the file that an option names, without the blanks around it and marks that nobody sees. Errors:
 * `input_invalid` with the option and why nothing was read, or that it is empty; `command_stopped`.
 */
export async function givenIn({ args, stopping }: Asking, option: TextOption): Promise<Result<string, Failure>> {
  const path = args.text(option);
  if (path === null) return invalid(option);
  const read = await readGiven(path, { stopping });
  if (read.ok) return said(pastedText(read.value), option);
  return err(
    read.error === 'stopped'
      ? { code: 'command_stopped' }
      : { code: 'input_invalid', field: option, detail: read.error },
  );
}

/** The same text where it says anything. */
export function said(text: string, option: TextOption): Result<string, Failure> {
  return text === '' ? err({ code: 'input_invalid', field: option, detail: 'empty' }) : ok(text);
}
