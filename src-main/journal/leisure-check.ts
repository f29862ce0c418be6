import { statSync } from 'node:fs';
import { z } from 'zod';
import type { Clock } from '../core/ports.ts';
import type { Database } from '../sqlite/database.ts';
import { isDayAway } from './backups.ts';
import { base64url, genesisHash, walkOn } from './chain.ts';
import { rebuiltKind } from './event.ts';
import { appendEvent, readHashAt } from './events-table.ts';
import type { FileAccess } from './file-access.ts';
import { checkedIndexes, checkEntries, checkRows, type Cursor, type IndexTurn } from './index-check.ts';
import { journalFile, smallBytes } from './journal-file.ts';
import type { ProjectionRules } from './journal-rules.ts';
import { readMeta, writeMeta } from './meta-table.ts';
import { differingAfter, orphansAfter, rederive } from './projection-table.ts';

/**
 * What one turn of the check came to. `busy`: an attempt is in flight, nothing was read. `over`: nothing is to be
 * checked now.
 */
export type LeisureTurn = 'more' | 'busy' | 'over';

/** The key of `meta` that says how far the check has come. */
export const checkedKey = 'checked-at-leisure';

/** Turns after which it is noted how far the check has come: each note is a durable write. */
const turnsBetweenNotes = 500;

interface Turn {
  readonly next: Cursor | null;
  /** The detail of damage that was found. */
  readonly damage?: string;
  /** Operations whose row is not what their events give. */
  readonly differing?: readonly string[];
}

interface Part {
  readonly name: string;
  turn(database: Database, rules: ProjectionRules, after: Cursor): Turn;
}

const chainPart: Part = {
  name: 'chain',
  turn: (database, _rules, [seq = 0, hash = base64url(genesisHash)]) => {
    const from = { seq: Number(seq), hash: new Uint8Array(Buffer.from(String(hash), 'base64url')) };
    const walked = walkOn(database, from);
    if (!walked.ok) return { next: null, damage: `event_${walked.error.firstBadSeq}` };
    const end = walked.value;
    return { next: end === null ? null : [end.seq, base64url(end.hash)] };
  },
};

const indexParts: readonly Part[] = checkedIndexes.flatMap((index) => {
  const turnOf = ({ isWhole, next }: IndexTurn): Turn => (isWhole ? { next } : { next: null, damage: 'index' });
  const rows: Part = {
    name: `rows ${index.name}`,
    turn: (database, _rules, after) => turnOf(checkRows(database, index, after)),
  };
  const entries: Part = {
    name: `entries ${index.name}`,
    turn: (database, _rules, after) => turnOf(checkEntries(database, index, after)),
  };
  return index.hasExpression === true ? [rows] : [rows, entries];
});

const projectionParts: readonly Part[] = [
  { name: 'operations', turn: (database, rules, [after = 0]) => differingAfter(database, rules, Number(after)) },
  { name: 'orphans', turn: (database, rules, [after = 0]) => orphansAfter(database, rules, Number(after)) },
];

/** A round goes through all of these. */
const parts: readonly Part[] = [chainPart, ...indexParts, ...projectionParts];

interface Progress {
  /** When the round began, by this machine's clock. */
  readonly beganAtMs: number;
  /** Null once the round is over. */
  readonly part: string | null;
  readonly after: Cursor;
}

const progressForm = z.object({
  beganAtMs: z.number(),
  part: z.string().nullable(),
  after: z.array(z.union([z.string(), z.number()])),
});

export interface LeisureCheckOptions {
  readonly database: Database;
  readonly file: FileAccess;
  readonly directory: string;
  readonly rules: ProjectionRules;
  readonly clock: Clock;
  /** Whether an attempt is in flight. */
  readonly isUnderWay: () => boolean;
}

/**
 * The check of what the opening of a large journal leaves out, some milliseconds a turn (decision 0047): the chain from
 * its beginning, each index against its table, each operation against its events. A round that is cut off goes on where
 * it was; a new one begins a day after the last began.
 */
export class LeisureCheck {
  readonly #options: LeisureCheckOptions;
  #progress: Progress | null = null;
  #unnoted = 0;
  #hasRederived = false;

  constructor(options: LeisureCheckOptions) {
    this.#options = options;
  }

  /** Throws `JournalUnavailable` where the file fails under it. */
  turn(): LeisureTurn {
    const { file, directory, isUnderWay } = this.#options;
    if (file.trouble() !== null) return 'over';
    if (isUnderWay()) return 'busy';
    // A small one is read whole at each opening.
    if (statSync(journalFile(directory)).size <= smallBytes) return 'over';
    const progress = this.#current();
    const part = parts.find(({ name }) => name === progress.part);
    if (part === undefined) return 'over';
    const turn = file.read(() => part.turn(this.#options.database, this.#options.rules, progress.after));
    if (turn.damage !== undefined) {
      file.found({ code: 'journal_corrupt', detail: turn.damage });
      return 'over';
    }
    if (turn.differing !== undefined && !this.#rederive(turn.differing)) return 'over';
    this.#advance(progress, part, turn.next);
    return 'more';
  }

  /** Notes how far it has come. */
  note(): void {
    const progress = this.#progress;
    if (progress === null || this.#unnoted === 0) return;
    const { file, database } = this.#options;
    if (file.trouble() === null && file.write(() => writeMeta(database, checkedKey, JSON.stringify(progress))).ok)
      this.#unnoted = 0;
  }

  #current(): Progress {
    const { clock, file, database } = this.#options;
    const known = this.#progress ?? file.read(() => readProgress(database));
    const isDue = known === null || (known.part === null && isDayAway(clock.nowMs(), known.beganAtMs));
    const progress = isDue ? { beganAtMs: clock.nowMs(), part: chainPart.name, after: [] } : known;
    this.#progress = progress;
    return progress;
  }

  #advance({ beganAtMs }: Progress, part: Part, next: Cursor | null): void {
    const following = parts[parts.indexOf(part) + 1]?.name ?? null;
    this.#progress =
      next === null ? { beganAtMs, part: following, after: [] } : { beganAtMs, part: part.name, after: next };
    this.#unnoted += 1;
    if (this.#unnoted >= turnsBetweenNotes || this.#progress.part === null) this.note();
  }

  /** The record is whole, only what is derived from it is not. One event says so, however many rows it were. */
  #rederive(subjects: readonly string[]): boolean {
    if (subjects.length === 0) return true;
    const { file, database, rules, clock } = this.#options;
    const done = file.write(() => {
      for (const subject of subjects) rederive(database, rules, subject);
      if (this.#hasRederived) return;
      const body = { code: 'journal_corrupt', detail: 'operations' };
      appendEvent(database, { subject: '', kind: rebuiltKind, body }, clock.nowMs());
    });
    this.#hasRederived ||= done.ok;
    return done.ok;
  }
}

/** Null where none was noted, or what was noted is of another build or of another chain. */
function readProgress(database: Database): Progress | null {
  const text = readMeta(database, checkedKey);
  if (text === null) return null;
  const progress = progressForm.safeParse(parsed(text)).data;
  if (progress === undefined) return null;
  const { part, after } = progress;
  if (part !== null && parts.every(({ name }) => name !== part)) return null;
  const [seq, hash] = after;
  const isOfAnother = part === chainPart.name && after.length > 0 && readHashAt(database, Number(seq)) !== hash;
  return isOfAnother ? null : progress;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
