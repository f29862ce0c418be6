import { base64url, genesisHash, parsedBody, sealedReferenceIn } from './chain.ts';
import type { ChainHead } from './event.ts';
import { gapName, lossesIn, salvagedKind, type Gap, type Losses } from './gaps.ts';
import type { LiftedEvent, Pieces } from './lift.ts';
import { purgedKind } from './sealed-table.ts';

/**
 * The record of a journal (events, sealed answers and their keys) as far as it can be lifted, and where it has gaps.
 */
export interface LiftedRecord {
  /** By their numbers; what is missing between two of them is a gap. */
  readonly events: readonly LiftedEvent[];
  readonly gaps: readonly Gap[];
  readonly answers: ReadonlyMap<string, Uint8Array>;
  readonly keys: ReadonlyMap<string, Uint8Array>;
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

/**
 * Puts together what was lifted. What the file itself lacks is taken from `backups`, where an event that was lifted, or
 * the checkpoint, names it by its hash: nothing else can show that it is of this chain.
 */
export function recordOf(pieces: Pieces, backups: () => readonly Pieces[], checkpoint: ChainHead | null): LiftedRecord {
  const own = chainOf(pieces);
  const alone = withSealed(own, gapsIn(own, checkpoint), [pieces]);
  if (isWholeRecord(alone)) return alone;
  const all = [pieces, ...backups()];
  const filled = filledUp(own, alone.gaps, all);
  return withSealed(filled, gapsIn(filled, checkpoint), all);
}

/** Whether nothing of the record is lost, as far as it and the checkpoint can say. */
export function isWholeRecord({ events, gaps, lostAnswers, lostKeys }: LiftedRecord): boolean {
  return events.length > 0 && gaps.length + lostAnswers.length + lostKeys.length === 0;
}

/** One event for each number: where two states of the file have another one, that which joins on to the one before. */
function chainOf({ events }: Pieces): readonly LiftedEvent[] {
  const bySeq = new Map<number, LiftedEvent[]>();
  for (const event of events.values()) bySeq.set(event.seq, [...(bySeq.get(event.seq) ?? []), event]);
  const chain: LiftedEvent[] = [];
  for (const [, rivals] of [...bySeq].sort(([a], [b]) => a - b)) {
    const head = chain.at(-1)?.hash ?? genesisHash;
    const joining = rivals.filter(({ previousHash }) => equal(previousHash, head));
    chain.push(...[...joining, ...rivals].slice(0, 1));
  }
  return chain;
}

/** What an earlier salvage said is lost is no news. */
function knownLosses(events: readonly LiftedEvent[]): Losses {
  return lossesIn(events.filter(({ kind }) => kind === salvagedKind).map(({ body }) => ({ body: parsedBody(body) })));
}

function gapsIn(events: readonly LiftedEvent[], checkpoint: ChainHead | null): readonly Gap[] {
  const gaps: Gap[] = [];
  const known = new Set(knownLosses(events).gaps.map(gapName));
  let after = start;
  for (const { seq, previousHash, hash } of events) {
    const before = { seq, hash: base64url(previousHash) };
    if (seq !== after.seq + 1 || before.hash !== after.hash) gaps.push({ after, before });
    after = { seq, hash: base64url(hash) };
  }
  const isReached =
    checkpoint === null ||
    checkpoint.seq === 0 ||
    events.some(({ seq, hash }) => seq === checkpoint.seq && base64url(hash) === checkpoint.hash);
  if (!isReached) gaps.push({ after, before: { seq: checkpoint.seq + 1, hash: checkpoint.hash } });
  return gaps.filter((gap) => !known.has(gapName(gap)));
}

/** Fills each gap from its later edge backwards: each event names the one before it by its hash. */
function filledUp(
  events: readonly LiftedEvent[],
  gaps: readonly Gap[],
  sources: readonly Pieces[],
): readonly LiftedEvent[] {
  const found = new Map<number, LiftedEvent>(events.map((event) => [event.seq, event]));
  for (const { before } of gaps) {
    let { seq, hash } = before;
    for (;;) {
      const wanted = hash;
      const event = sources.map((pieces) => pieces.events.get(wanted)).find((one) => one?.seq === seq - 1);
      if (event === undefined || found.has(event.seq)) break;
      found.set(event.seq, event);
      [seq, hash] = [event.seq, base64url(event.previousHash)];
    }
  }
  return [...found.values()].sort((a, b) => a.seq - b.seq);
}

function withSealed(events: readonly LiftedEvent[], gaps: readonly Gap[], sources: readonly Pieces[]): LiftedRecord {
  const answers = new Map<string, Uint8Array>();
  const keys = new Map<string, Uint8Array>();
  const purged = new Set(events.flatMap(purgedBy));
  const named = new Map(events.flatMap(namedBy));
  const blobsOf = (id: string): readonly (readonly [string, Uint8Array])[] =>
    sources.flatMap(({ blobs }) => [...(blobs.get(id) ?? [])]);
  const known = knownLosses(events);
  const lostAnswers: string[] = [];
  const lostKeys: string[] = [];
  for (const [id, sha256] of named) {
    const answer = blobsOf(id).find(([hash]) => hash === sha256);
    const key = purged.has(id) ? undefined : keyAmong(blobsOf(id).filter(([hash]) => hash !== sha256));
    if (answer === undefined && !known.answers.includes(id)) lostAnswers.push(id);
    if (answer !== undefined) answers.set(id, answer[1]);
    if (answer !== undefined && key !== undefined) keys.set(id, key);
    if (answer !== undefined && key === undefined && !purged.has(id) && !known.keys.includes(id)) lostKeys.push(id);
  }
  for (const [id] of sources.flatMap(({ blobs }) => [...blobs])) {
    // The event that named it is lost. It is kept: it may be all that is left of a sale.
    const [answer, key] = named.has(id) || answers.has(id) ? [] : unnamed(blobsOf(id));
    if (answer === undefined || key === undefined) continue;
    answers.set(id, answer);
    keys.set(id, key);
  }
  return { events, gaps, answers, keys, lostAnswers, lostKeys };
}

function keyAmong(blobs: readonly (readonly [string, Uint8Array])[]): Uint8Array | undefined {
  return (blobs.find(([, bytes]) => bytes.length === wrappedKeyBytes) ?? blobs[0])?.[1];
}

function unnamed(
  blobs: readonly (readonly [string, Uint8Array])[],
): readonly [Uint8Array | undefined, Uint8Array | undefined] {
  return [
    blobs.find(([, bytes]) => bytes.length !== wrappedKeyBytes)?.[1],
    blobs.find(([, bytes]) => bytes.length === wrappedKeyBytes)?.[1],
  ];
}

function namedBy({ body }: LiftedEvent): readonly (readonly [id: string, sha256: string])[] {
  // Few events name a sealed answer, and parsing takes longer than looking.
  const sealed = body.includes('"sealed":') ? sealedReferenceIn(parsedBody(body)) : null;
  return sealed === null ? [] : [[sealed.id, sealed.sha256]];
}

/** The ids whose keys an event says were destroyed. */
function purgedBy({ kind, body }: LiftedEvent): readonly string[] {
  const ids: unknown = kind === purgedKind ? parsedBody(body)['sealedIds'] : undefined;
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
