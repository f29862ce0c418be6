import { closeSync, constants, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Failure } from '../../src-shared/contract/codes.ts';
import { sha256Base64url } from '../core/hash.ts';
import { isUuid } from '../core/ids.ts';
import type { Randomness } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import { isAbsent } from '../files/absent.ts';
import { writeFileAtomically } from '../files/atomic-write.ts';
import { readBounded } from '../files/read-bounded.ts';
import type { ChainHead } from './event.ts';

/**
 * The file beside the journal that an older or a copied journal does not bring along: a random id, and as checkpoint
 * the last head of the chain, in two slots that are written in turn, so that a torn write leaves the other. Never
 * replaced, since its identity in the file system is part of what is compared.
 */
export interface Installation {
  readonly path: string;
  /** Null where the file could not be read as one of ours. */
  readonly id: string | null;
  readonly checkpoint: ChainHead | null;
  /** Reaches the disk when the system likes: a commit is never later than its checkpoint. */
  recordCheckpoint(head: ChainHead): void;
  /**
   * Writes over neither slot until `resetCheckpoint`: what they say was found to be missing, and no person has seen
   * that yet.
   */
  keepCheckpoint(): void;
  /** Takes `head` for the only checkpoint, durably: what an older one said has been recorded. */
  resetCheckpoint(head: ChainHead): void;
  close(): void;
}

const fileName = 'installation';
const header = 'counterfoil installation 1 ';
const idLength = 36;
const slotsAt = header.length + idLength + 1;
const slotLength = 16 + 1 + 43 + 1 + 11 + 1;

/** Not through a link, which leads to a file of somebody's. Windows knows no such flag. */
const toWrite = constants.O_RDWR | constants.O_NOFOLLOW;

/** Opens the file of `directory`, making it on first use. */
export function openInstallation(directory: string, randomness: Randomness): Result<Installation, Failure> {
  const path = join(directory, fileName);
  const found = readText(path);
  if (found === undefined) return err({ code: 'journal_not_writable', detail: 'installation_unreadable' });
  const text = found ?? `${header}${randomness.uuid()}\n${' '.repeat(2 * slotLength)}`;
  try {
    const isThere = found !== null || writeFileAtomically(path, Buffer.from(text)).ok;
    if (isThere) return ok(installationOf(path, text, openSync(path, toWrite)));
  } catch {
    // One that can only be read is of no more use than one that cannot be made.
  }
  return err({ code: 'journal_not_writable', detail: 'installation_not_written' });
}

/** The file of a folder that can only be read: what it says, and nothing is written to it. */
export function readInstallation(directory: string): Installation {
  const text = textIn(directory);
  const ignore = (): void => {
    // No new checkpoint is to be kept.
  };
  return {
    path: join(directory, fileName),
    id: idIn(text),
    checkpoint: checkpointIn(text),
    recordCheckpoint: ignore,
    keepCheckpoint: ignore,
    resetCheckpoint: ignore,
    close: ignore,
  };
}

/** Whether a journal was ever written beside this file, as far as the file can still say. */
export function hasCheckpoint(directory: string): boolean {
  return seqOf(checkpointIn(textIn(directory))) > 0;
}

function textIn(directory: string): string {
  return readText(join(directory, fileName)) ?? '';
}

function checkpointIn(text: string): ChainHead | null {
  const slots = slotsIn(text);
  return slots[newestOf(slots)];
}

type Slots = readonly [ChainHead | null, ChainHead | null];

function slotsIn(text: string): Slots {
  return [readSlot(text, slotsAt), readSlot(text, slotsAt + slotLength)];
}

function newestOf([first, second]: Slots): 0 | 1 {
  return seqOf(second) > seqOf(first) ? 1 : 0;
}

function seqOf(slot: ChainHead | null): number {
  return slot?.seq ?? 0;
}

function installationOf(path: string, text: string, file: number): Installation {
  const slots = slotsIn(text);
  let next = 1 - newestOf(slots);
  const checkpoint = slots[newestOf(slots)];
  let said = checkpoint;
  let isKept = false;
  const recordCheckpoint = (head: ChainHead): void => {
    if (isKept) return;
    const bytes = Buffer.from(slotText(head));
    try {
      writeSync(file, bytes, 0, bytes.length, slotsAt + next * slotLength);
      next = 1 - next;
      said = head;
    } catch {
      // The journal itself is durable; without its checkpoint only an older copy of it would go unnoticed.
    }
  };
  return {
    path,
    id: idIn(text),
    checkpoint,
    recordCheckpoint,
    keepCheckpoint: () => {
      isKept = true;
    },
    resetCheckpoint: (head) => {
      isKept = false;
      // None was written of an empty journal.
      const { seq, hash } = said ?? { seq: 0, hash: head.hash };
      if (head.seq === seq && head.hash === hash) return;
      recordCheckpoint(head);
      recordCheckpoint(head);
      try {
        fsyncSync(file);
      } catch {
        // It is then found and recorded once more.
      }
    },
    close: () => closeSync(file),
  };
}

function idIn(text: string): string | null {
  const id = text.slice(header.length, header.length + idLength);
  return text.startsWith(header) && isUuid(id) ? id : null;
}

function slotText({ seq, hash }: ChainHead): string {
  const said = `${String(seq).padStart(16, '0')} ${hash}`;
  return `${said} ${checkOf(said)}\n`;
}

/** Its check is what shows a head from anything else that may stand there. */
function readSlot(text: string, at: number): ChainHead | null {
  const said = text.slice(at, at + 60);
  if (text.slice(at + 61, at + 72) !== checkOf(said)) return null;
  return { seq: Number(said.slice(0, 16)), hash: said.slice(17) };
}

function checkOf(text: string): string {
  return sha256Base64url(text).slice(0, 11);
}

/** Null where there is none yet; undefined where it is there and cannot be read. */
function readText(path: string): string | null | undefined {
  try {
    return readBounded(path).toString('utf8');
  } catch (thrown) {
    return isAbsent(thrown) ? null : undefined;
  }
}
