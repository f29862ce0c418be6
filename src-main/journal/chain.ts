import { sha256, sha256Hex } from '../core/hash.ts';
import { atOnce, type Pausable } from '../core/pausable.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { Database } from '../sqlite/database.ts';
import { bytesOf, integerOf, textOf, type Row } from '../sqlite/row.ts';
import type { ChainHead } from './event.ts';
import { gapName, lossesIn, salvagedKind, type Losses } from './gaps.ts';
import { isJsonObject, type JsonObject } from './json.ts';
import { sealedHash } from './sealed-table.ts';

/** What the hash of an event covers. `body` is its canonical text. */
export interface Link {
  readonly seq: number;
  readonly atMs: number;
  readonly subject: string;
  readonly kind: string;
  readonly body: string;
  readonly previousHash: Uint8Array;
}

/** The hash before the first event. */
export const genesisHash = new Uint8Array(32);

const domainTag = Buffer.from('counterfoil journal event 1\n');
const lengthBytes = 4;
const integerBytes = 8;
const rowsAtATime = 500;
/** Hashes in hexadecimal digits: a text is read and compared in half the time that bytes take. */
const linksSql = `SELECT seq, at_ms, subject, kind, body, lower(hex(prev_hash)) AS prev_hash, lower(hex(hash)) AS hash
  FROM events WHERE seq > ? ORDER BY seq LIMIT ?`;

/** Where the chain first fails, and how. A row that was changed and hashed anew shows in the row after it. */
export interface ChainFault {
  readonly firstBadSeq: number;
  /**
   * `key_missing`: a sealed answer has no key, and no event says that it was destroyed. `tail_missing`: the end that
   * a checkpoint names is gone.
   */
  readonly reason:
    | 'row_missing'
    | 'previous_hash_differs'
    | 'hash_differs'
    | 'sealed_missing'
    | 'sealed_differs'
    | 'key_missing'
    | 'tail_missing';
  /** How far the chain once reached, where its end is missing; printed under this name. */
  readonly witnessSeq?: number;
}

/** A link, by the bytes of its hash. */
export interface LinkId {
  readonly seq: number;
  readonly hash: Uint8Array;
}

/** SHA-256 over the domain tag and each field after its length, so that no two links share an encoding. */
export function hashOf(link: Link): Uint8Array {
  return sha256(encoded(link));
}

function encoded(link: Link): Uint8Array {
  const texts = [link.subject, link.kind, link.body];
  const textBytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  // One buffer for each link: five years of them are walked at once.
  const bytes = Buffer.allocUnsafe(
    domainTag.length +
      2 * (lengthBytes + integerBytes) +
      texts.length * lengthBytes +
      textBytes +
      lengthBytes +
      link.previousHash.length,
  );
  let at = domainTag.copy(bytes);
  for (const number of [link.seq, link.atMs]) {
    at = bytes.writeUInt32BE(integerBytes, at);
    // Its halves: a BigInt of both would take longer than the rest of the encoding.
    at = bytes.writeInt32BE(Math.floor(number / 2 ** 32), at);
    at = bytes.writeUInt32BE(number >>> 0, at);
  }
  for (const text of texts) {
    const written = bytes.write(text, at + lengthBytes);
    bytes.writeUInt32BE(written, at);
    at += lengthBytes + written;
  }
  at = bytes.writeUInt32BE(link.previousHash.length, at);
  bytes.set(link.previousHash, at);
  return bytes;
}

export function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

/**
 * Walks the chain after `from`, the whole of it by default, some rows at a time, and with it every sealed answer that
 * an event names. What a salvage recorded as lost is no fault.
 */
export function verifyChain(
  database: Database,
  from?: LinkId,
): Result<{ readonly rows: number; readonly head: ChainHead }, ChainFault> {
  return atOnce(walkChain(database, from));
}

/** What a walk goes by, where that does not all lie in the file. */
interface WalkOptions {
  readonly losses?: Losses;
  /** The hash of a sealed answer by its id; null where there is none. */
  readonly sealedHashOf?: (id: string) => string | null;
  readonly rowsAtATime?: number;
  /** Hears after each turn how far the walk has come. */
  readonly onReached?: (seq: number) => void;
}

/** The same in turns. */
export function* walkChain(
  database: Database,
  from: LinkId = { seq: 0, hash: genesisHash },
  options: WalkOptions = {},
): Pausable<Result<{ readonly rows: number; readonly head: ChainHead }, ChainFault>> {
  const losses = options.losses ?? readLosses(database);
  const sealedHashOf = options.sealedHashOf ?? sealedIn(database);
  const limit = options.rowsAtATime ?? rowsAtATime;
  let end = from;
  let walked = from.seq;
  for (;;) {
    const next = walkSome(database, end, { losses, sealedHashOf }, { limit, isOver: () => false });
    if (!next.ok) return next;
    end = next.value.end;
    walked += next.value.rows;
    if (next.value.isEnd) return ok({ rows: walked, head: { seq: end.seq, hash: base64url(end.hash) } });
    options.onReached?.(end.seq);
    yield;
  }
}

/**
 * One turn of it, of at most `limit` links and until `isOver`: where it came to, or null where the end of the chain was
 * reached.
 */
export function walkOn(
  database: Database,
  from: LinkId,
  { limit, isOver }: { readonly limit: number; readonly isOver: () => boolean },
): Result<LinkId | null, ChainFault> {
  const known = { losses: readLosses(database), sealedHashOf: sealedIn(database) };
  const walked = walkSome(database, from, known, { limit, isOver });
  if (!walked.ok) return walked;
  return ok(walked.value.isEnd ? null : walked.value.end);
}

function sealedIn(database: Database): (id: string) => string | null {
  return (id) => sealedHash(database, id);
}

/** Within a turn: the events of a sale name its answer one after the other. */
function rememberLast(hashOfSealed: (id: string) => string | null): (id: string) => string | null {
  let last: { readonly id: string; readonly hash: string | null } | null = null;
  return (id) => {
    if (last?.id !== id) last = { id, hash: hashOfSealed(id) };
    return last.hash;
  };
}

type Known = Required<Pick<WalkOptions, 'losses' | 'sealedHashOf'>>;

function walkSome(
  database: Database,
  from: LinkId,
  known: Known,
  { limit, isOver }: { readonly limit: number; readonly isOver: () => boolean },
): Result<{ readonly rows: number; readonly end: LinkId; readonly isEnd: boolean }, ChainFault> {
  const gaps = new Set(known.losses.gaps.map(gapName));
  const rows = database.all(linksSql, from.seq, limit);
  const inTurn = { ...known, sealedHashOf: rememberLast(known.sealedHashOf) };
  let end: HexLink = { seq: from.seq, hash: Buffer.from(from.hash).toString('hex') };
  let walked = 0;
  for (const row of rows) {
    const gap = gapBefore(row, end, gaps);
    const seq = gap?.seq ?? end.seq + 1;
    const reason = faultIn(row, { seq, hash: gap?.hash ?? end.hash }, inTurn);
    if (reason !== null) return err({ firstBadSeq: seq, reason });
    end = { seq, hash: textOf(row, 'hash') };
    walked += 1;
    if (isOver()) break;
  }
  // Not where nothing is left: what is sold meanwhile would put off the end of a round for ever.
  const isEnd = walked === rows.length && rows.length < limit;
  return ok({ rows: walked, end: { seq: end.seq, hash: bytesIn(end.hash) }, isEnd });
}

/** A link by its hash in hexadecimal digits. */
interface HexLink {
  readonly seq: number;
  readonly hash: string;
}

function bytesIn(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex, 'hex'));
}

/** Walks the last `rows` links only: what was written last is what a dying disk loses first. */
export function verifyEnd(database: Database, rows: number): Result<unknown, ChainFault> {
  const row = database.get('SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1 OFFSET ?', rows);
  return row === undefined
    ? verifyChain(database)
    : verifyChain(database, { seq: integerOf(row, 'seq'), hash: bytesOf(row, 'hash') });
}

/** Where a row comes after a gap that a salvage recorded: its number, and the hash that it joins on. */
function gapBefore(row: Row, after: HexLink, gaps: ReadonlySet<string>): HexLink | null {
  if (gaps.size === 0) return null;
  const before = { seq: integerOf(row, 'seq'), hash: textOf(row, 'prev_hash') };
  const head = ({ seq, hash }: HexLink): ChainHead => ({ seq, hash: base64url(bytesIn(hash)) });
  const name = gapName({ after: head(after), before: head(before) });
  return gaps.has(name) ? before : null;
}

/** What salvages of these records recorded as lost. */
export function readLosses(database: Database): Losses {
  const rows = database.all('SELECT body FROM events WHERE kind = ?', salvagedKind);
  return lossesIn(rows.map((row) => ({ body: parsedBody(textOf(row, 'body')) })));
}

/** Whatever cannot be read says nothing; the walk finds its hash at fault. */
export function parsedBody(text: string): JsonObject {
  try {
    const body: unknown = JSON.parse(text);
    return isJsonObject(body) ? body : {};
  } catch {
    return {};
  }
}

function faultIn(row: Row, { seq, hash: previous }: HexLink, known: Known): ChainFault['reason'] | null {
  if (integerOf(row, 'seq') !== seq) return 'row_missing';
  if (textOf(row, 'prev_hash') !== previous) return 'previous_hash_differs';
  const body = textOf(row, 'body');
  const link = {
    seq,
    atMs: integerOf(row, 'at_ms'),
    subject: textOf(row, 'subject'),
    kind: textOf(row, 'kind'),
    body,
    previousHash: bytesIn(previous),
  };
  if (sha256Hex(encoded(link)) !== textOf(row, 'hash')) return 'hash_differs';
  return sealedFaultIn(body, known);
}

function sealedFaultIn(body: string, { losses, sealedHashOf }: Known): ChainFault['reason'] | null {
  // Few events name a sealed answer: parsing the others would double the time of the walk.
  if (!body.includes('"sealed":')) return null;
  const reference = sealedReferenceIn(parsedBody(body));
  if (reference === null) return null;
  const kept = sealedHashOf(reference.id);
  if (kept === null) return losses.answers.includes(reference.id) ? null : 'sealed_missing';
  return kept === reference.sha256 ? null : 'sealed_differs';
}

/** The reference to a sealed answer in a body, where it names one. */
export function sealedReferenceIn(body: JsonObject): { readonly id: string; readonly sha256: string } | null {
  const sealed: unknown = body['sealed'];
  if (!isJsonObject(sealed)) return null;
  const { id, sha256: hash } = sealed;
  return typeof id === 'string' && typeof hash === 'string' ? { id, sha256: hash } : null;
}
