import { z } from 'zod';
import { detailed } from '../../src-shared/contract/details.ts';
import type { Clock } from '../core/ports.ts';
import type { Database } from '../sqlite/database.ts';
import { integerOf } from '../sqlite/row.ts';
import { isDayAway } from './backups.ts';
import { base64url, genesisHash, walkOn } from './chain.ts';
import { rebuiltKind } from './event.ts';
import { appendEvent, readHashAt } from './events-table.ts';
import type { FileAccess } from './file-access.ts';
import { checkEntries, checkRows, type Cursor, type IndexTurn } from './index-check.ts';
import { JournalUnavailable } from './journal-failure.ts';
import { smallBytes } from './journal-file.ts';
import type { ProjectionRules } from './journal-rules.ts';
import { readMeta, writeMeta } from './meta-table.ts';
import { checkedIndexes } from './migrations/indexes.ts';
import { differingAfter, orphansAfter, rederive } from './projection-table.ts';

/** What one turn of the check came to. */
export interface LeisureTurn {
  /**
   * `busy`: an attempt is in flight, nothing was read. `over`: nothing is to be checked now. `damaged`: nothing new may
   * begin on these records any more.
   */
  readonly came: 'more' | 'busy' | 'over' | 'damaged';
  /** Operations whose row was derived anew. */
  readonly mended: readonly string[];
}

/** The key of `meta` that says how far the check has come. */
export const checkedKey = 'checked-at-leisure';

/** Turns after which it is noted how far the check has come: each note is a durable write. */
const turnsBetweenNotes = 500;
/** What a turn may take, and so how long a sale waits for it; it ends after so many rows, too. */
const turnMs = 5;
const rowsInOneTurn = 500;
/** Between two looks at the clock. How many follows from how long the last ones took: a disk may have to seek each. */
const leastRowsAtOnce = 10;
const mostRowsAtOnce = 50;
const atOnceMs = 1;
/** A command ends within moments, and has no other leisure. */
const turnsAtClosing = 20;

interface Slice {
  /** How many rows, entries or events at most. */
  readonly limit: number;
  readonly isOver: () => boolean;
}

interface Found {
  readonly next: Cursor | null;
  /** The detail of damage that was found. */
  readonly damage?: string;
  /** Operations whose row is not what their events give. */
  readonly differing?: readonly string[];
}

interface Part {
  readonly name: string;
  turn(database: Database, rules: ProjectionRules, after: Cursor, slice: Slice): Found;
}

const chainPart: Part = {
  name: 'chain',
  turn: (database, _rules, [seq = 0, hash = base64url(genesisHash)], slice) => {
    const from = { seq: Number(seq), hash: new Uint8Array(Buffer.from(String(hash), 'base64url')) };
    const walked = walkOn(database, from, slice);
    if (!walked.ok) return { next: null, damage: `event_${walked.error.firstBadSeq}` };
    const end = walked.value;
    return { next: end === null ? null : [end.seq, base64url(end.hash)] };
  },
};

const indexParts: readonly Part[] = checkedIndexes.flatMap((index) => {
  const foundIn = ({ isWhole, next }: IndexTurn): Found => (isWhole ? { next } : { next: null, damage: 'index' });
  const rows: Part = {
    name: `rows ${index.name}`,
    turn: (database, _rules, after, { limit }) => foundIn(checkRows(database, index, after, limit)),
  };
  const entries: Part = {
    name: `entries ${index.name}`,
    turn: (database, _rules, after, { limit }) => foundIn(checkEntries(database, index, after, limit)),
  };
  return index.hasExpression === true ? [rows] : [rows, entries];
});

const projectionParts: readonly Part[] = [
  {
    name: 'operations',
    turn: (database, rules, [after = 0], slice) => differingAfter(database, rules, Number(after), slice),
  },
  {
    name: 'orphans',
    turn: (database, rules, [after = 0], { limit }) => orphansAfter(database, rules, Number(after), limit),
  },
];

/** A round goes through all of these. */
const parts: readonly Part[] = [chainPart, ...indexParts, ...projectionParts];

interface Progress {
  /** When the round began, by this computer's clock. */
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
  readonly rules: ProjectionRules;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
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
  #limit = leastRowsAtOnce;
  #unnoted = 0;
  #hasRederived = false;
  /** Whether all that the round has come by was read since the file was opened. */
  #isOfThisOpening = false;

  constructor(options: LeisureCheckOptions) {
    this.#options = options;
  }

  turn(): LeisureTurn {
    const { file, isUnderWay } = this.#options;
    if (file.trouble() !== null) return { came: 'over', mended: [] };
    if (isUnderWay()) return { came: 'busy', mended: [] };
    try {
      const turn = this.#turn();
      return file.trouble() === null ? turn : { ...turn, came: 'damaged' };
    } catch (thrown) {
      if (!(thrown instanceof JournalUnavailable)) throw thrown;
      return { came: file.trouble() === null ? 'over' : 'damaged', mended: [] };
    }
  }

  /** A little more of it, and a note of how far it has come. */
  close(): void {
    for (let turns = 0; turns < turnsAtClosing && this.turn().came === 'more';) turns += 1;
    try {
      if (this.#unnoted > 0) this.#note();
    } catch (thrown) {
      // The next round then begins where this one was noted last.
      if (!(thrown instanceof JournalUnavailable)) throw thrown;
    }
  }

  #turn(): LeisureTurn {
    const { file, database, clock } = this.#options;
    // A small one is read whole at each opening.
    if (file.read(() => sizeOf(database)) <= smallBytes) return { came: 'over', mended: [] };
    const begunAtMs = clock.monotonicMs();
    const isOver = (): boolean => clock.monotonicMs() - begunAtMs >= turnMs;
    for (let rows = 0; rows < rowsInOneTurn; rows += this.#limit) {
      const step = this.#step(isOver);
      if (step.came !== 'more' || step.mended.length > 0) return step;
      if (isOver()) break;
    }
    this.#unnoted += 1;
    if (this.#unnoted >= turnsBetweenNotes) this.#note();
    return { came: 'more', mended: [] };
  }

  #step(isOver: () => boolean): LeisureTurn {
    const { file, database, rules } = this.#options;
    const progress = this.#current();
    const part = parts.find(({ name }) => name === progress.part);
    if (part === undefined) return { came: 'over', mended: [] };
    const found = this.#measured((limit) =>
      file.read(() => part.turn(database, rules, progress.after, { limit, isOver })),
    );
    if (found.damage !== undefined) file.found({ code: 'journal_corrupt', detail: found.damage });
    const { damage, differing = [] } = found;
    if (damage !== undefined) return { came: 'over', mended: [] };
    if (differing.length > 0 && !this.#isOfThisOpening) {
      this.#beginRound();
      return { came: 'more', mended: [] };
    }
    if (!this.#rederive(differing)) return { came: 'over', mended: [] };
    this.#advance(progress, part, found.next);
    return { came: 'more', mended: differing };
  }

  #measured<T>(work: (limit: number) => T): T {
    const { clock } = this.#options;
    const begunAtMs = clock.monotonicMs();
    const done = work(this.#limit);
    const tookMs = clock.monotonicMs() - begunAtMs;
    if (tookMs >= atOnceMs) this.#limit = Math.max(leastRowsAtOnce, Math.floor(this.#limit / 2));
    else if (tookMs < atOnceMs / 2) this.#limit = Math.min(mostRowsAtOnce, this.#limit * 2);
    return done;
  }

  #current(): Progress {
    const { clock, file, database } = this.#options;
    const known = this.#progress ?? file.read(() => readProgress(database));
    const isDue = known === null || (known.part === null && isDayAway(clock.nowMs(), known.beganAtMs));
    if (isDue) return this.#beginRound();
    this.#progress = known;
    return known;
  }

  /**
   * Also where a row is to be mended that a round of an earlier opening came upon: the events and indexes from which it
   * would be derived may have been damaged since they were checked.
   */
  #beginRound(): Progress {
    this.#isOfThisOpening = true;
    this.#progress = { beganAtMs: this.#options.clock.nowMs(), part: chainPart.name, after: [] };
    return this.#progress;
  }

  #advance({ beganAtMs }: Progress, part: Part, next: Cursor | null): void {
    const following = parts[parts.indexOf(part) + 1]?.name ?? null;
    this.#progress =
      next === null ? { beganAtMs, part: following, after: [] } : { beganAtMs, part: part.name, after: next };
    if (this.#progress.part === null) this.#note();
  }

  /** On a full disk it stays unnoted until so many turns later. */
  #note(): void {
    const { file, database } = this.#options;
    this.#unnoted = 0;
    if (file.trouble() === null) file.write(() => writeMeta(database, checkedKey, JSON.stringify(this.#progress)));
  }

  /** The record is whole, only what is derived from it is not. One event says so, however many rows it were. */
  #rederive(subjects: readonly string[]): boolean {
    if (subjects.length === 0) return true;
    const { file, database, rules, clock } = this.#options;
    const done = file.write(() => {
      for (const subject of subjects) rederive(database, rules, subject);
      if (this.#hasRederived) return;
      const body = { ...detailed('journal_corrupt', 'operations') };
      appendEvent(database, { subject: '', kind: rebuiltKind, body }, clock.nowMs());
    });
    this.#hasRederived ||= done.ok;
    return done.ok;
  }
}

/** With what the log holds of it already. */
function sizeOf(database: Database): number {
  const pages = database.get('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size');
  return pages === undefined ? 0 : integerOf(pages, 'bytes');
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
