import { lossKinds, type LossKind } from '../../src-shared/contract/reveals.ts';
import type { ChainHead, NewEvent, StoredEvent } from './event.ts';
import { isJsonObject, type JsonValue } from './json.ts';

/**
 * A part of the chain that is lost, between the last event before it and the first after it, each with the hash that it
 * joins on.
 */
export interface Gap {
  readonly after: ChainHead;
  /** The first event that is there again, and the hash of the lost one before it. */
  readonly before: ChainHead;
}

/** What of a projected subject was lost: its first event, others, a sealed answer, or the key of one. */
export interface Missing {
  /** The subject, under the name that the event of a salvage gives it. */
  readonly operationId: string;
  readonly what: LossKind;
}

/** What a salvage could not lift. Answers and keys are named by the ids that events name. */
export interface Losses {
  readonly gaps: readonly Gap[];
  readonly missing: readonly Missing[];
  readonly answers: readonly string[];
  readonly keys: readonly string[];
}

/** Names one gap among others. */
export function gapName({ after, before }: Gap): string {
  return `${after.seq} ${after.hash} ${before.seq} ${before.hash}`;
}

export const salvagedKind = 'journal-salvaged';

/** The chained record of a salvage: with it the chain holds across its gaps, and says so. */
export function salvaged({ gaps, missing, answers, keys }: Losses): NewEvent {
  const edges = gaps.map(({ after, before }) => ({
    afterSeq: after.seq,
    afterHash: after.hash,
    beforeSeq: before.seq,
    beforeHash: before.hash,
  }));
  const body = {
    gaps: edges,
    missing: missing.map(({ operationId, what }) => ({ operationId, what })),
    answers: [...answers],
    keys: [...keys],
  };
  return { subject: '', kind: salvagedKind, body };
}

/** What all salvages of these records together could not lift. */
export function lossesIn(events: readonly Pick<StoredEvent, 'body'>[]): Losses {
  return {
    gaps: events.flatMap(({ body }) => listIn(body['gaps']).flatMap(gapIn)),
    missing: events.flatMap(({ body }) => listIn(body['missing']).flatMap(missingIn)),
    answers: events.flatMap(({ body }) => listIn(body['answers']).filter((id) => typeof id === 'string')),
    keys: events.flatMap(({ body }) => listIn(body['keys']).filter((id) => typeof id === 'string')),
  };
}

function gapIn(value: JsonValue): readonly Gap[] {
  if (!isJsonObject(value)) return [];
  const { afterSeq, afterHash, beforeSeq, beforeHash } = value;
  if (
    typeof afterSeq !== 'number' ||
    typeof beforeSeq !== 'number' ||
    typeof afterHash !== 'string' ||
    typeof beforeHash !== 'string'
  )
    return [];
  return [{ after: { seq: afterSeq, hash: afterHash }, before: { seq: beforeSeq, hash: beforeHash } }];
}

function missingIn(value: JsonValue): readonly Missing[] {
  if (!isJsonObject(value)) return [];
  const { operationId } = value;
  const what = lossKinds.find((kind) => kind === value['what']);
  return typeof operationId === 'string' && what !== undefined ? [{ operationId, what }] : [];
}

function listIn(value: JsonValue | undefined): readonly JsonValue[] {
  return isList(value) ? value : [];
}

function isList(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value);
}
