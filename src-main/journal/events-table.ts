import type { Database } from '../sqlite/database.ts';
import { DatabaseUnavailable } from '../sqlite/fault.ts';
import { bytesOf, integerOf, textOf, type Row, type SqlValue } from '../sqlite/row.ts';
import { base64url, genesisHash, hashOf } from './chain.ts';
import { serialKeptKind, type ChainHead, type EventQuery, type NewEvent, type StoredEvent } from './event.ts';
import { canonicalJson, isJsonObject, type JsonObject } from './json.ts';

interface LastLink {
  readonly seq: number;
  readonly hash: Uint8Array;
  readonly head: ChainHead;
}

/** The end of the chain and the latest links of some subjects, as they were read or appended last. */
interface KnownLinks {
  readonly rollbacks: number;
  last: LastLink | null;
  readonly latestOf: Map<string, ChainHead>;
}

const knownLinks = new WeakMap<object, KnownLinks>();
const subjectsKnown = 1_000;

/**
 * From now on the last links of this file are remembered: nobody else writes it, and here every event is appended by
 * `appendEvent`. What a transaction appended is forgotten when that is rolled back.
 */
export function rememberLinks(database: Database): void {
  if (database.rollbacks === undefined) return;
  knownLinks.set(database, { rollbacks: database.rollbacks(), last: null, latestOf: new Map() });
}

function knownIn(database: Pick<Database, 'rollbacks'>): KnownLinks | null {
  const known = knownLinks.get(database);
  const rollbacks = database.rollbacks?.();
  if (known === undefined || rollbacks === undefined) return null;
  if (known.rollbacks === rollbacks) return known;
  const anew = { rollbacks, last: null, latestOf: new Map<string, ChainHead>() };
  knownLinks.set(database, anew);
  return anew;
}

function knowLatest({ latestOf }: KnownLinks, subject: string, link: ChainHead): void {
  if (latestOf.size >= subjectsKnown) latestOf.clear();
  latestOf.set(subject, link);
}

type Appending = Pick<Database, 'get' | 'run' | 'rollbacks'>;

/** Appends to the end of the chain. Call it inside a transaction. */
export function appendEvent(database: Appending, event: NewEvent, atMs: number): StoredEvent {
  const last = lastLink(database);
  const body = canonicalJson(event.body);
  const link = {
    seq: last.seq + 1,
    atMs: Math.trunc(atMs),
    subject: wellFormed(event.subject),
    kind: wellFormed(event.kind),
    body,
    previousHash: last.hash,
  };
  const hash = hashOf(link);
  database.run(
    'INSERT INTO events (seq, at_ms, subject, kind, body, prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?)',
    link.seq,
    link.atMs,
    link.subject,
    link.kind,
    body,
    link.previousHash,
    hash,
  );
  const stored = {
    seq: link.seq,
    atMs: link.atMs,
    subject: link.subject,
    kind: link.kind,
    body: event.body,
    hash: base64url(hash),
  };
  const known = knownIn(database);
  if (known !== null) {
    const head = { seq: stored.seq, hash: stored.hash };
    known.last = { seq: link.seq, hash, head };
    knowLatest(known, link.subject, head);
  }
  return stored;
}

export function readEvents(database: Database, query: EventQuery): readonly StoredEvent[] {
  const { subject, kind, beforeSeq, limit } = query;
  const conditions = ['seq > ?'];
  const values: SqlValue[] = [query.afterSeq ?? 0];
  const ask = (condition: string, value: SqlValue | undefined): void => {
    if (value === undefined) return;
    conditions.push(condition);
    values.push(value);
  };
  // In expressions: SQLite looks into bare values beside ORDER BY and LIMIT, and plans such a statement at each run.
  ask("subject = ? || ''", subject);
  // Not by the index of kinds where a subject is asked for: that has few events, and a kind may have most of them.
  ask(subject === undefined ? "kind = ? || ''" : '+kind = ?', kind);
  ask('seq < ?', beforeSeq);
  const sequence = query.newestFirst === true ? 'DESC' : 'ASC';
  const sql = `SELECT seq, at_ms, subject, kind, body, hash FROM events
    WHERE ${conditions.join(' AND ')} ORDER BY seq ${sequence} LIMIT ? + 0`;
  return database.all(sql, ...values, limit ?? -1).map(eventOf);
}

/** The subjects of the events that hold this digest of a serial number. */
export function readSubjectsOfSerial(database: Database, digest: string): readonly string[] {
  const sql = `SELECT DISTINCT subject FROM events INDEXED BY events_by_serial
    WHERE kind = '${serialKeptKind}' AND json_extract(body, '$.serial') = ? ORDER BY subject`;
  return database.all(sql, digest).map((row) => textOf(row, 'subject'));
}

export function readSubjects(database: Database, kind: string): readonly string[] {
  const rows = database.all('SELECT subject FROM events WHERE kind = ? GROUP BY subject ORDER BY min(seq)', kind);
  return rows.map((row) => textOf(row, 'subject'));
}

export function readSubjectsSince(database: Database, afterSeq: number): readonly string[] {
  // Grouped by SQLite they would be looked for among all events, by the index of subjects.
  const rows = database.all('SELECT subject FROM events WHERE seq > ? ORDER BY seq', afterSeq);
  return [...new Set(rows.map((row) => textOf(row, 'subject')))];
}

export function readHead(database: Database): ChainHead {
  return lastLink(database).head;
}

export function readLatestOf(database: Database, subject: string): ChainHead | null {
  const known = knownIn(database);
  const remembered = known?.latestOf.get(subject);
  if (remembered !== undefined) return remembered;
  const row = database.get("SELECT seq, hash FROM events WHERE subject = ? || '' ORDER BY seq DESC LIMIT 1", subject);
  const latest = row === undefined ? null : { seq: integerOf(row, 'seq'), hash: base64url(bytesOf(row, 'hash')) };
  if (known !== null && latest !== null) knowLatest(known, subject, latest);
  return latest;
}

export function readHashAt(database: Database, seq: number): string | null {
  const row = database.get('SELECT hash FROM events WHERE seq = ?', seq);
  return row === undefined ? null : base64url(bytesOf(row, 'hash'));
}

/** A body that we wrote; any other text means that the file was damaged. */
export function parseBody(text: string): JsonObject {
  try {
    const body: unknown = JSON.parse(text);
    if (isJsonObject(body)) return body;
  } catch {
    // Falls through to the one answer for what is not an object.
  }
  throw new DatabaseUnavailable({ code: 'corrupt', detail: 'body' });
}

function lastLink(database: Pick<Database, 'get' | 'rollbacks'>): LastLink {
  const known = knownIn(database);
  if (known !== null && known.last !== null) return known.last;
  const row = database.get('SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1');
  const seq = row === undefined ? 0 : integerOf(row, 'seq');
  const hash = row === undefined ? genesisHash : bytesOf(row, 'hash');
  const last = { seq, hash, head: { seq, hash: base64url(hash) } };
  if (known !== null) known.last = last;
  return last;
}

function eventOf(row: Row): StoredEvent {
  return {
    seq: integerOf(row, 'seq'),
    atMs: integerOf(row, 'at_ms'),
    subject: textOf(row, 'subject'),
    kind: textOf(row, 'kind'),
    body: parseBody(textOf(row, 'body')),
    hash: base64url(bytesOf(row, 'hash')),
  };
}

/** SQLite stores UTF-8 and cuts at NUL in places; a text that would come back changed would break the chain. */
function wellFormed(text: string): string {
  if (!text.isWellFormed() || text.includes('\0')) throw new Error('a text that cannot be stored reached the journal');
  return text;
}
