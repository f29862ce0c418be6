/** A position in a file of this program. */
export interface Frame {
  readonly file: OwnFile;
  readonly line: number;
  readonly column: number;
}

/** The bundles that hosts with screens run; a build without bundles says `sources`. */
export const ownFiles = ['main.js', 'open-counter.js', 'browser-host.mjs', 'sources'] as const;
export type OwnFile = (typeof ownFiles)[number];

const atMostFrames = 8;
const frameForm = /^ {4}at .*?([^\\/\s():]+):(\d{1,6}):(\d{1,6})\)?$/;

/** The class of what was thrown, and where it was thrown in our own files: nothing of what it was about. */
export function bugOf(error: unknown): { readonly errorClass: string; readonly frames: readonly Frame[] } {
  if (!(error instanceof Error)) return { errorClass: 'other', frames: [] };
  return { errorClass: error.constructor.name, frames: framesOf(error).slice(0, atMostFrames) };
}

/**
 * The message stands before the frames and may look like frames. Where it is not exactly the message that the error has
 * now, nobody can say where the frames begin: there are none then.
 */
function framesOf({ stack = '', message }: Error): readonly Frame[] {
  const head = /^[A-Za-z]+(?:: )?/.exec(stack)?.[0] ?? '';
  const rest = stack.slice(head.length);
  if (message !== '' && !head.endsWith(': ')) return [];
  if (!rest.startsWith(`${message}\n    at `)) return [];
  return rest
    .slice(message.length + 1)
    .split('\n')
    .flatMap((line) => frameOf(line) ?? []);
}

function frameOf(line: string): Frame | null {
  const [, name = '', row = '', column = ''] = frameForm.exec(line) ?? [];
  const file = name.endsWith('.ts') ? 'sources' : ownFiles.find((own) => own === name);
  return file === undefined ? null : { file, line: Number(row), column: Number(column) };
}
