import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Randomness } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { Failure } from '../../src-preload/contract/codes.ts';
import { writeFileAtomically } from '../files/atomic-write.ts';
import { sha256Base64url } from '../core/hash.ts';
import type { ChainHead } from './event.ts';

/**
 * The file beside the journal that an older or a copied journal does not bring along: a random id, and the last head of
 * the chain as witness in two slots, written in turn so that a torn write leaves the other. Never replaced, since its
 * identity in the file system is part of what is compared.
 */
export interface Installation {
  readonly path: string;
  /** Null where the file could not be read as one of ours. */
  readonly id: string | null;
  readonly witness: ChainHead | null;
  /** Reaches the disk when the system likes: a commit is never later than its witness, so a lost one accuses nobody. */
  recordWitness(head: ChainHead): void;
  /** Writes over neither slot until `resetWitness`: what they say has been found to be missing, and no person has seen that yet. */
  keepWitness(): void;
  /** Takes `head` for the only witness, durably: what an older one said has been recorded. */
  resetWitness(head: ChainHead): void;
  close(): void;
}

const fileName = 'installation';
const header = 'counterfoil installation 1 ';
const idLength = 36;
const slotsAt = header.length + idLength + 1;
const slotLength = 16 + 1 + 43 + 1 + 11 + 1;

/** Opens the file of `directory`, making it on first use. */
export function openInstallation(directory: string, randomness: Randomness): Result<Installation, Failure> {
  const path = join(directory, fileName);
  const found = readText(path);
  if (found === undefined) return err({ code: 'journal_not_writable', detail: 'installation_unreadable' });
  const text = found ?? `${header}${randomness.uuid()}\n${' '.repeat(2 * slotLength)}`;
  if (found === null && !writeFileAtomically(path, Buffer.from(text, 'utf8')).ok) return err({ code: 'journal_not_writable', detail: 'installation_not_written' });
  try {
    return ok(installationOf(path, text, openSync(path, 'r+')));
  } catch {
    return err({ code: 'journal_not_writable', detail: 'installation_not_written' });
  }
}

/** The file of a folder that can only be read: what it says, and nothing is written to it. */
export function readInstallation(directory: string): Installation {
  const text = readText(join(directory, fileName)) ?? '';
  const ignore = (): void => {
    // There is nothing new to witness.
  };
  return {
    path: join(directory, fileName), id: idIn(text), witness: newestIn(text),
    recordWitness: ignore, keepWitness: ignore, resetWitness: ignore, close: ignore,
  };
}

/** Whether a journal was ever written beside this file, as far as the file can still say. */
export function hasWitness(directory: string): boolean {
  const text = readText(join(directory, fileName)) ?? '';
  return slotsIn(text).some((slot) => slot !== null && slot.seq > 0);
}

function slotsIn(text: string): readonly (ChainHead | null)[] {
  return [0, 1].map((slot) => readSlot(text.slice(slotsAt + slot * slotLength, slotsAt + (slot + 1) * slotLength)));
}

function newestIn(text: string): ChainHead | null {
  const [first = null, second = null] = slotsIn(text);
  return (second?.seq ?? -1) > (first?.seq ?? -1) ? second : first;
}

function installationOf(path: string, text: string, file: number): Installation {
  const slots = slotsIn(text);
  const newest = (slots[1]?.seq ?? -1) > (slots[0]?.seq ?? -1) ? 1 : 0;
  let next = 1 - newest;
  let isKept = false;
  const recordWitness = (head: ChainHead): void => {
    if (isKept) return;
    const bytes = Buffer.from(slotText(head), 'utf8');
    try {
      writeSync(file, bytes, 0, bytes.length, slotsAt + next * slotLength);
      next = 1 - next;
    } catch {
      // The journal itself is durable; without its witness only an older copy of it would go unnoticed.
    }
  };
  return {
    path,
    id: idIn(text),
    witness: slots[newest] ?? null,
    recordWitness,
    keepWitness: () => {
      isKept = true;
    },
    resetWitness: (head) => {
      isKept = false;
      const kept = slots[newest] ?? null;
      if (head.seq === kept?.seq ? head.hash === kept.hash : head.seq === 0 && kept === null) return;
      recordWitness(head);
      recordWitness(head);
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
  return text.startsWith(header) && /^[0-9a-f-]{36}$/.test(id) ? id : null;
}

function slotText({ seq, hash }: ChainHead): string {
  const said = `${String(seq).padStart(16, '0')} ${hash.padEnd(43)}`;
  return `${said} ${checkOf(said)}\n`;
}

function readSlot(text: string): ChainHead | null {
  const said = text.slice(0, 60);
  const match = /^(\d{16}) ([A-Za-z0-9_-]{43})$/.exec(said);
  const [, seq, hash] = match ?? [];
  return seq === undefined || hash === undefined || text.slice(61, 72) !== checkOf(said) ? null : { seq: Number(seq), hash };
}

function checkOf(text: string): string {
  return sha256Base64url(text).slice(0, 11);
}

/** Null where there is none yet; undefined where it is there and cannot be read. */
function readText(path: string): string | null | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT' ? null : undefined;
  }
}
