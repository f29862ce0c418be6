import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { RawAnswer, Transport } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import { isAbsent } from '../files/absent.ts';
import { documentMaxBytes } from './documents.ts';
import type { UpdateFault } from './fault.ts';

/** A folder of plain files: `root-N.json`, `release.json` and the packages. Nothing in it is trusted. */
export interface Feed {
  /** A whole document; `feed_missing` where there is none, `not_the_feed` where the network's own page came. */
  document(name: string): Promise<Result<Uint8Array, UpdateFault>>;
  /** Exactly `length` bytes of a file, from `start` on. */
  piece(name: string, start: number, length: number): Promise<Result<Uint8Array, UpdateFault>>;
}

export const releaseName = 'release.json';

export function rootName(version: number): string {
  return `root-${String(version)}.json`;
}

/** From the first byte sent to the last received, of a document or a piece. */
const waitMs = 60_000;

/** A static folder of a web server that answers `Range`. `address` is one that `isServiceAddress` takes. */
export function httpFeed(transport: Transport, address: string): Feed {
  const folder = address.endsWith('/') ? address : `${address}/`;
  const get = async (name: string, range: string | null, maxBytes: number): Promise<Result<RawAnswer, UpdateFault>> => {
    const headers = [['Accept-Encoding', 'identity'] as const, ...(range === null ? [] : [['Range', range] as const])];
    const url = folder + encodeURIComponent(name);
    const answer = await transport.exchange({ method: 'GET', url, headers, body: null }, { waitMs, maxBytes });
    if (answer.ok) return answer;
    const isLong = answer.error.code === 'answer_too_large';
    return err({ code: isLong ? 'too_long' : 'feed_unreachable', detail: name });
  };
  return {
    document: async (name) => {
      const answer = await get(name, null, documentMaxBytes);
      if (!answer.ok) return answer;
      if (isOfNetwork(answer.value)) return err({ code: 'not_the_feed', detail: name });
      return answer.value.status === 200 ? ok(answer.value.body) : err(refusal(answer.value.status, name));
    },
    piece: async (name, start, length) => {
      const answer = await get(name, `bytes=${String(start)}-${String(start + length - 1)}`, length);
      if (!answer.ok) return answer;
      return pieceOf(answer.value, name, start, length);
    },
  };
}

/**
 * How the sign-in page of a network or a proxy comes: by a way to it, by its own status, or as a page in place of the
 * document. It changed no update. A feed is plain files and sends nobody elsewhere.
 */
function isOfNetwork({ status, body }: RawAnswer): boolean {
  if (status !== 200) return (status >= 300 && status < 400) || status === 407 || status === 511;
  return page.test(new TextDecoder().decode(body.subarray(0, pageBeginning)));
}

/** No document of ours begins so, whichever of its bits was changed. */
const page = /^\s*<(?:!--|[!?]?[a-z])/i;
const pageBeginning = 1024;

function pieceOf(
  { status, headers, body }: RawAnswer,
  name: string,
  start: number,
  length: number,
): Result<Uint8Array, UpdateFault> {
  if (status === 416) return err({ code: 'truncated', detail: name });
  // A server without ranges sends the whole file, which may be no longer than the piece.
  const isWhole = status === 200 && start === 0;
  const range = headers.find(([header]) => header.toLowerCase() === 'content-range')?.[1] ?? '';
  if (!isWhole && (status !== 206 || !range.startsWith(`bytes ${String(start)}-`))) return err(refusal(status, name));
  return body.length === length ? ok(body) : err({ code: 'truncated', detail: name });
}

function refusal(status: number, name: string): UpdateFault {
  if (status === 404 || status === 410) return { code: 'feed_missing', detail: name };
  return { code: 'feed_refused', detail: `${name} ${String(status)}` };
}

/** A folder on a stick or a disk. */
export function folderFeed(folder: string): Feed {
  return {
    document: (name) =>
      withFile(join(folder, name), name, async (file) => {
        const { size } = await file.stat();
        return size > documentMaxBytes ? err({ code: 'too_long', detail: name }) : read(file, name, 0, size);
      }),
    piece: (name, start, length) => withFile(join(folder, name), name, async (file) => read(file, name, start, length)),
  };
}

async function read(
  file: FileHandle,
  name: string,
  start: number,
  length: number,
): Promise<Result<Uint8Array, UpdateFault>> {
  const bytes = new Uint8Array(length);
  for (let done = 0; done < length;) {
    const { bytesRead } = await file.read(bytes, done, length - done, start + done);
    if (bytesRead === 0) return err({ code: 'truncated', detail: name });
    done += bytesRead;
  }
  return ok(bytes);
}

/** Not through a link, and never a pipe or a device, whose opening or reading may not end. */
async function withFile(
  path: string,
  name: string,
  use: (file: FileHandle) => Promise<Result<Uint8Array, UpdateFault>>,
): Promise<Result<Uint8Array, UpdateFault>> {
  let file: FileHandle | null = null;
  try {
    // Windows has neither of the last two, which counts as 0.
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    return (await file.stat()).isFile() ? await use(file) : err({ code: 'feed_refused', detail: name });
  } catch (thrown) {
    return err({ code: isAbsent(thrown) ? 'feed_missing' : 'feed_unreachable', detail: name });
  } finally {
    await file?.close();
  }
}
