import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { err, ok, type Result } from '../core/result.ts';

/** What a person types into a file: a secret, or a list of a few. */
const givenBytes = 1024 * 1024;
const chunkBytes = 64 * 1024;
const pollMs = 20;
/** A program that is to write into a pipe may start after the one that reads it. */
const writerWaitMs = 1000;

/** Why nothing was read of what a person named. */
export type NotGiven =
  | 'missing'
  | 'not_permitted'
  | 'not_a_file'
  | 'nobody_writes'
  | 'too_large'
  | 'not_text'
  | 'unreadable'
  | 'stopped';

/**
 * The text of a file that a person names at a shell, or what another program writes into a pipe of that name. Opened
 * without waiting and looked at by its descriptor; a pipe is waited for until `stopping`, one without a writer shortly.
 */
export async function readGiven(
  path: string,
  { stopping, mostBytes = givenBytes }: { readonly stopping: AbortSignal; readonly mostBytes?: number },
): Promise<Result<string, NotGiven>> {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (thrown) {
    return err(reasonOf(thrown));
  }
  try {
    const status = fstatSync(file);
    if (!status.isFile() && !status.isFIFO()) return err('not_a_file');
    const bytes = await readUpTo(file, mostBytes, stopping);
    return bytes.ok ? textOf(bytes.value) : bytes;
  } catch (thrown) {
    return err(reasonOf(thrown));
  } finally {
    closeSync(file);
  }
}

/** By what is read, whatever the size was said to be: a file may grow meanwhile, and a pipe has none. */
async function readUpTo(file: number, mostBytes: number, stopping: AbortSignal): Promise<Result<Uint8Array, NotGiven>> {
  const chunks: Uint8Array[] = [];
  let waitedMs = 0;
  for (let total = 0; ;) {
    if (stopping.aborted) return err('stopped');
    const chunk = nextChunk(file);
    // A pipe into which nobody wrote yet is at its end, too.
    const isAtEnd = chunk !== null && chunk.length === 0;
    if (isAtEnd && (total > 0 || !fstatSync(file).isFIFO())) return ok(Buffer.concat(chunks, total));
    if (isAtEnd && waitedMs >= writerWaitMs) return err('nobody_writes');
    if (chunk === null || isAtEnd) {
      await wait(pollMs);
      waitedMs += isAtEnd ? pollMs : 0;
      continue;
    }
    total += chunk.length;
    if (total > mostBytes) return err('too_large');
    chunks.push(chunk);
  }
}

/** Empty at the end; null where whoever writes into a pipe has nothing more yet. */
function nextChunk(file: number): Uint8Array | null {
  const chunk = Buffer.allocUnsafe(chunkBytes);
  try {
    return chunk.subarray(0, readSync(file, chunk, 0, chunk.length, null));
  } catch (thrown) {
    if (codeOf(thrown) === 'EAGAIN') return null;
    throw thrown;
  }
}

/** Without a byte order mark, which some editors put before a text. */
function textOf(bytes: Uint8Array): Result<string, NotGiven> {
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return err('not_text');
  }
}

function reasonOf(thrown: unknown): NotGiven {
  switch (codeOf(thrown)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'missing';
    case 'EACCES':
    case 'EPERM':
      return 'not_permitted';
    // A folder; a socket; a device behind which nothing is.
    case 'EISDIR':
    case 'ENXIO':
    case 'ENODEV':
      return 'not_a_file';
    default:
      return 'unreadable';
  }
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
}
