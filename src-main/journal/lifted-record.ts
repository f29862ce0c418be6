import { bytesOf, integerOf, textOf, textOrNullOf, type Row } from '../sqlite/row.ts';
import { base64url, genesisHash, parsedBody } from './chain.ts';
import type { ChainHead } from './event.ts';
import { gapName, lossesIn, salvagedKind, type Gap, type Losses } from './gaps.ts';
import { rowsBy, type LiftedEvent, type Pieces } from './lift.ts';
import { purgedKind } from './sealed-table.ts';

/** A sealed answer that was lifted. It has no key where that was destroyed, or is lost. */
export interface LiftedAnswer {
  readonly id: string;
  readonly ciphertext: Uint8Array;
  readonly wrappedKey: Uint8Array | null;
}

/**
 * The record of a journal (events, sealed answers and their keys) as far as it can be lifted, and where it has gaps.
 */
export interface LiftedRecord {
  /** By their numbers; what is missing between two of them is a gap. */
  events(): Generator<LiftedEvent>;
  readonly eventCount: number;
  answers(): Generator<LiftedAnswer>;
  readonly gaps: readonly Gap[];
  /**
   * The ids of sealed answers that events name and that are lost, and of those whose key is lost and was not destroyed
   * on purpose.
   */
  readonly lostAnswers: readonly string[];
  readonly lostKeys: readonly string[];
}

/** `version`, IV, key and tag: what a key of a sealed answer is wrapped to ("Sealing" in the design). */
const wrappedKeyBytes = 61;
const start: ChainHead = { seq: 0, hash: base64url(genesisHash) };

const tables = [
  // The events that were chosen, one for each number.
  `CREATE TABLE chain (seq INTEGER PRIMARY KEY, hash BLOB NOT NULL, previous_hash BLOB NOT NULL,
     file INTEGER NOT NULL)`,
  'CREATE TABLE named (id TEXT PRIMARY KEY, sha256 TEXT NOT NULL, seq INTEGER NOT NULL) WITHOUT ROWID',
  'CREATE TABLE purged (id TEXT PRIMARY KEY) WITHOUT ROWID',
  // What was sealed, in the sequence in which it was found: read by its ids a disk would have to seek for each.
  'CREATE TABLE found (nth INTEGER PRIMARY KEY, id TEXT NOT NULL)',
];

const chosen = 'chain JOIN events USING (seq, hash, file)';

/**
 * Puts together what was lifted. What the file itself lacks is taken from the backups that `addBackups` adds, where an
 * event that was lifted, or the checkpoint, names it by its hash: nothing else can show that it is of this chain.
 */
export function recordOf(pieces: Pieces, addBackups: () => void, checkpoint: ChainHead | null): LiftedRecord {
  for (const table of tables) pieces.index.run(table);
  chooseChain(pieces);
  const alone = recordIn(pieces, checkpoint);
  if (isWholeRecord(alone)) return alone;
  addBackups();
  for (const gap of alone.gaps) fillUp(pieces, gap);
  return recordIn(pieces, checkpoint);
}

/** Whether nothing of the record is lost, as far as it and the checkpoint can say. */
export function isWholeRecord({
  eventCount,
  gaps,
  lostAnswers,
  lostKeys,
}: Omit<LiftedRecord, 'events' | 'answers'>): boolean {
  return eventCount > 0 && gaps.length + lostAnswers.length + lostKeys.length === 0;
}

/** One event for each number: where two states of the file have another one, that which joins on to the one before. */
function chooseChain({ index }: Pieces): void {
  let head: Uint8Array = genesisHash;
  for (const rivals of rivalsIn(index)) {
    const joining = rivals.find((row) => Buffer.compare(bytesOf(row, 'previous_hash'), head) === 0);
    const event = joining ?? rivals[0];
    if (event === undefined) continue;
    head = bytesOf(event, 'hash');
    choose(index, event);
  }
}

/** The events of each number, in the sequence in which they were found. */
function* rivalsIn(index: Pieces['index']): Generator<readonly Row[]> {
  const sql = 'SELECT *, count(*) AS count FROM events WHERE seq > ? GROUP BY seq ORDER BY seq';
  for (const row of rowsBy(index, sql, 'seq', Number.MIN_SAFE_INTEGER))
    yield row['count'] === 1
      ? [row]
      : index.all('SELECT * FROM events WHERE seq = ? ORDER BY nth', integerOf(row, 'seq'));
}

function choose(index: Pieces['index'], event: Row): void {
  index.run(
    'INSERT INTO chain VALUES (?, ?, ?, ?)',
    ...['seq', 'hash', 'previous_hash', 'file'].map((column) => event[column] ?? null),
  );
}

/** Fills a gap from its later edge backwards: each event names the one before it by its hash. */
function fillUp({ index }: Pieces, { before }: Gap): void {
  let { seq, hash } = before;
  for (;;) {
    const sql = 'SELECT * FROM events WHERE seq = ? AND hash = ? ORDER BY file LIMIT 1';
    const event = index.get(sql, seq - 1, Buffer.from(hash, 'base64url'));
    if (event === undefined || index.get('SELECT 1 FROM chain WHERE seq = ?', seq - 1) !== undefined) return;
    choose(index, event);
    [seq, hash] = [seq - 1, base64url(bytesOf(event, 'previous_hash'))];
  }
}

function recordIn(pieces: Pieces, checkpoint: ChainHead | null): LiftedRecord {
  const { index } = pieces;
  const known = knownLosses(pieces);
  noteSealed(pieces);
  return {
    events: () => eventsIn(pieces),
    eventCount: integerOf(index.get('SELECT count(*) AS count FROM chain') ?? {}, 'count'),
    answers: () => answersIn(pieces),
    gaps: gapsIn(pieces, known, checkpoint),
    ...lostIn(pieces, known),
  };
}

function* eventsIn(pieces: Pieces): Generator<LiftedEvent> {
  const sql = `SELECT * FROM ${chosen} WHERE seq > ? ORDER BY seq`;
  for (const row of rowsBy(pieces.index, sql, 'seq', Number.MIN_SAFE_INTEGER)) yield pieces.event(row);
}

/** The bodies of the chosen events of a kind that is looked for. */
function bodiesOf(pieces: Pieces, kind: string): readonly ReturnType<typeof parsedBody>[] {
  const rows = pieces.index.all(`SELECT * FROM ${chosen} WHERE says = ? ORDER BY seq`, kind);
  return rows.map((row) => parsedBody(pieces.event(row).body));
}

/** What an earlier salvage said is lost is no news. */
function knownLosses(pieces: Pieces): Losses {
  return lossesIn(bodiesOf(pieces, salvagedKind).map((body) => ({ body })));
}

function gapsIn({ index }: Pieces, known: Losses, checkpoint: ChainHead | null): readonly Gap[] {
  const gaps: Gap[] = [];
  const names = new Set(known.gaps.map(gapName));
  let after = start;
  let isReached = checkpoint === null || checkpoint.seq === 0;
  const sql = 'SELECT * FROM chain WHERE seq > ? ORDER BY seq';
  for (const row of rowsBy(index, sql, 'seq', Number.MIN_SAFE_INTEGER)) {
    const [seq, hash] = [integerOf(row, 'seq'), base64url(bytesOf(row, 'hash'))];
    const before = { seq, hash: base64url(bytesOf(row, 'previous_hash')) };
    if (seq !== after.seq + 1 || before.hash !== after.hash) gaps.push({ after, before });
    after = { seq, hash };
    isReached ||= seq === checkpoint?.seq && hash === checkpoint.hash;
  }
  if (checkpoint !== null && !isReached)
    gaps.push({ after, before: { seq: checkpoint.seq + 1, hash: checkpoint.hash } });
  return gaps.filter((gap) => !names.has(gapName(gap)));
}

/** What was found, what events name, of two the later one, and what was destroyed on purpose. */
function noteSealed(pieces: Pieces): void {
  const { index } = pieces;
  index.run('DELETE FROM found');
  index.run('INSERT INTO found SELECT min(nth), id FROM blobs GROUP BY id');
  index.run('DELETE FROM named');
  index.run(`INSERT INTO named SELECT sealed_id, sealed_sha256, seq FROM ${chosen} WHERE sealed_id IS NOT NULL
    ORDER BY seq ON CONFLICT (id) DO UPDATE SET sha256 = excluded.sha256`);
  for (const body of bodiesOf(pieces, purgedKind)) {
    const ids: unknown = body['sealedIds'];
    for (const id of Array.isArray(ids) ? ids : [])
      if (typeof id === 'string') index.run('INSERT OR IGNORE INTO purged VALUES (?)', id);
  }
}

const answerOfNamed = 'EXISTS (SELECT 1 FROM blobs WHERE blobs.id = named.id AND blobs.sha256 = named.sha256)';
const otherOfNamed = 'EXISTS (SELECT 1 FROM blobs WHERE blobs.id = named.id AND blobs.sha256 <> named.sha256)';

function lostIn({ index }: Pieces, known: Losses): Pick<LiftedRecord, 'lostAnswers' | 'lostKeys'> {
  const idsWhere = (condition: string, said: readonly string[]): readonly string[] => {
    const saidBefore = new Set(said);
    const rows = index.all(`SELECT id FROM named WHERE ${condition} ORDER BY seq`);
    return rows.map((row) => textOf(row, 'id')).filter((id) => !saidBefore.has(id));
  };
  return {
    lostAnswers: idsWhere(`NOT ${answerOfNamed}`, known.answers),
    lostKeys: idsWhere(`${answerOfNamed} AND NOT ${otherOfNamed} AND id NOT IN (SELECT id FROM purged)`, known.keys),
  };
}

function* answersIn(pieces: Pieces): Generator<LiftedAnswer> {
  const sql = `SELECT nth, id, (SELECT sha256 FROM named WHERE named.id = found.id) AS sha256,
    id IN (SELECT id FROM purged) AS is_purged FROM found WHERE nth > ? ORDER BY nth`;
  for (const row of rowsBy(pieces.index, sql, 'nth', 0)) {
    const id = textOf(row, 'id');
    const blobs = pieces.index.all('SELECT * FROM blobs WHERE id = ? ORDER BY file, nth', id);
    const sha256 = textOrNullOf(row, 'sha256');
    const isKey = (blob: Row): boolean => blob['bytes'] === wrappedKeyBytes;
    if (sha256 === null) {
      // The event that named it is lost. It is kept: it may be all that is left of a sale.
      const [answer, key] = [blobs.find((blob) => !isKey(blob)), blobs.find(isKey)];
      if (answer !== undefined && key !== undefined)
        yield { id, ciphertext: pieces.blob(answer), wrappedKey: pieces.blob(key) };
      continue;
    }
    const answer = blobs.find((blob) => blob['sha256'] === sha256);
    const others = row['is_purged'] === 1 ? [] : blobs.filter((blob) => blob['sha256'] !== sha256);
    const key = others.find(isKey) ?? others[0];
    if (answer !== undefined)
      yield { id, ciphertext: pieces.blob(answer), wrappedKey: key === undefined ? null : pieces.blob(key) };
  }
}
