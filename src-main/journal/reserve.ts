import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  rmSync,
  statSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Failure } from '../../src-shared/contract/codes.ts';
import { detailed } from '../../src-shared/contract/details.ts';
import type { Clock } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import { appendOnly } from '../files/append-only.ts';
import { cutOwnFile, isOwnFile } from '../files/own-file.ts';
import { attempted } from './journal-failure.ts';

/**
 * Room on the disk for one answer: 8 MiB in base64 beside its headers, in a log of pages with their headers, and the
 * verdicts after it (decision 0007).
 */
export const answerRoomBytes = 12 * 1024 * 1024;

/** Room for urgent events: many of them, since the log is begun anew where it can be. */
const urgentRoomBytes = 256 * 1024;
const urgentPieceBytes = 16 * 1024;

/** More attempts than this are never under way at once; who holds so many forgets to release them. */
const maximumHeld = 16;
const chunkBytes = 1024 * 1024;

/** Room held for the answer to one attempt. */
export interface Reservation {
  /**
   * The attempt has ended and what it brought is kept; its answer may still come within `lateMs`, where that is given.
   */
  release(lateMs?: number): void;
}

/**
 * Space that nobody else can take while an answer is awaited: a file of written bytes beside the journal. It stays from
 * attempt to attempt and shrinks only where a full disk would otherwise lose an answer.
 */
export interface Reserve {
  /**
   * Holds room for one more answer, beside what may still come late as far as the disk has got that too. Fails before a
   * request leaves where the disk has not got room for this one.
   */
  hold(): Result<Reservation, Failure>;
  /** Whether an attempt is under way that holds room. */
  isHeld(): boolean;
  /** Gives the room of one answer back to the disk; false where there is none left to give. */
  giveUp(): boolean;
  /**
   * Holds the room for urgent events, as far as the disk has got it. It stays from run to run, so that they are kept
   * also where the journal is opened on a full disk.
   */
  holdForUrgentEvents(): Result<void, Failure>;
  /** Gives a piece of that room back to the disk; false where there is none left to give. */
  giveUpForUrgentEvent(): boolean;
}

export function createReserve(directory: string, unitBytes: number, clock: Pick<Clock, 'monotonicMs'>): Reserve {
  const path = join(directory, 'reserve');
  const urgentPath = join(directory, 'reserve-deliveries');
  const holdForUrgentEvents = (): Result<void, Failure> => fill(urgentPath, urgentRoomBytes);
  const held = new Set<Reservation>();
  const lateUntilMs = new Map<Reservation, number>();
  const late = (): number => {
    for (const [reservation, untilMs] of lateUntilMs)
      if (untilMs <= clock.monotonicMs()) lateUntilMs.delete(reservation);
    return lateUntilMs.size;
  };
  return {
    hold: () => {
      if (held.size >= maximumHeld) return err(detailed('journal_not_writable', 'too_many_under_way'));
      // What is sold must come out, and be written down when it does.
      const shown = holdForUrgentEvents();
      if (!shown.ok) return shown;
      const needed = held.size + 1;
      // A sale is not refused for answers that will most likely never come.
      if (!fill(path, Math.min(needed + late(), maximumHeld) * unitBytes).ok) {
        const filled = fill(path, needed * unitBytes);
        if (!filled.ok) return filled;
      }
      const reservation: Reservation = {
        release: (lateMs = 0) => {
          held.delete(reservation);
          lateUntilMs.set(reservation, clock.monotonicMs() + lateMs);
        },
      };
      held.add(reservation);
      return ok(reservation);
    },
    isHeld: () => held.size > 0,
    giveUp: () => shorten(path, unitBytes),
    holdForUrgentEvents,
    giveUpForUrgentEvent: () => shorten(urgentPath, urgentPieceBytes),
  };
}

function shorten(path: string, byBytes: number): boolean {
  try {
    const bytes = statSync(path).size;
    if (bytes === 0) return false;
    return cutOwnFile(path, Math.max(0, bytes - byBytes));
  } catch {
    return false;
  }
}

/**
 * Extends the file by written, incompressible bytes: a hole, or zeros on a disk that compresses, would hold nothing.
 */
function fill(path: string, bytes: number): Result<void, Failure> {
  return attempted(() => {
    // Another file, that a link leads to, is no room that can be given back.
    if (isOwnFile(path) === false) rmSync(path);
    const present = existsSync(path) ? statSync(path).size : 0;
    if (present >= bytes) return ok(undefined);
    // Filling up the last of the disk and giving it back would starve whoever writes meanwhile.
    if (freeBytes(dirname(path)) < bytes - present) return err(detailed('journal_not_writable', 'no_space'));
    extend(path, present, bytes);
    return ok(undefined);
  });
}

function extend(path: string, from: number, to: number): void {
  const file = openSync(path, appendOnly, 0o600);
  try {
    const noise = incompressible();
    for (let at = from; at < to;) at += writeSync(file, noise(), 0, Math.min(chunkBytes, to - at));
    // A system may choose the blocks only now, and a room that is lost in a power cut is made anew.
    fsyncSync(file);
  } catch (thrown) {
    ftruncateSync(file, from);
    throw thrown;
  } finally {
    closeSync(file);
  }
}

function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}

/** Chunks of xorshift output: no secret, only nothing that a file system could shorten. */
function incompressible(): () => Uint8Array {
  const words = new Uint32Array(chunkBytes / 4);
  let state = 0x9e3779b9;
  return () => {
    for (let index = 0; index < words.length; index += 1) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      words[index] = state;
    }
    return new Uint8Array(words.buffer);
  };
}
