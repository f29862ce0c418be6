import type { ChainHead, NewEvent, StoredEvent } from './event.ts';
import { isJsonObject, type JsonObject } from './json.ts';

/**
 * Whether these records are the one and latest copy (design, "Copies and restores"). `restored`: put back by `journal
 * restore`. `copied`: the journal or its folder lies where it did not lie before. `rolled-back`: a later head of this
 * very chain was once seen. The last two are also what whoever asks the service may suspect from what it says.
 */
export const custodyCauses = ['restored', 'copied', 'rolled-back'] as const;
export type CustodyCause = (typeof custodyCauses)[number];
export type Custody = 'own' | CustodyCause;

export const custodyChangedKind = 'custody-changed';
export const custodyReconciledKind = 'custody-reconciled';

/** What the events say of custody. */
export interface CustodyFacts {
  /** `own` from the start, and again once reconciled. */
  readonly custody: Custody;
  /**
   * The last event of the records as they were found at the latest change; 0 where there never was one. It outlives the
   * reconciling.
   */
  readonly boundarySeq: number;
  /** The `custody-changed` event that is still to be reconciled. */
  readonly openSeq: number | null;
  /** The later head of this chain that was once seen and is not in it, until a person has reconciled that. */
  readonly lostHead?: ChainHead | undefined;
}

export const ownCustody: CustodyFacts = { custody: 'own', boundarySeq: 0, openSeq: null };

/** Folds `custody-changed` and `custody-reconciled` events, oldest first; others say nothing of it. */
export function custodyAfter(facts: CustodyFacts, events: readonly StoredEvent[]): CustodyFacts {
  return events.reduce(after, facts);
}

function after(facts: CustodyFacts, { kind, seq, body }: StoredEvent): CustodyFacts {
  if (kind === custodyReconciledKind) return { ...facts, custody: 'own', openSeq: null, lostHead: undefined };
  if (kind !== custodyChangedKind) return facts;
  // A cause that this build does not know still means that the records are not known to be ours alone.
  const cause = custodyCauses.find((known) => known === body['cause']) ?? 'copied';
  return { custody: cause, boundarySeq: seq - 1, openSeq: seq, lostHead: witnessIn(body) ?? facts.lostHead };
}

/** The witness that such an event names. */
export function witnessIn(body: JsonObject): ChainHead | null {
  const witness: unknown = body['witness'];
  if (!isJsonObject(witness)) return null;
  const { seq, hash } = witness;
  return typeof seq === 'number' && typeof hash === 'string' ? { seq, hash } : null;
}

/**
 * Whether a subject whose first event has this seq may only be settled (GET), never sent, until the service showed that
 * it holds it. Reconciling does not lift this: what another copy sent meanwhile stays unknown here.
 */
export function isSettleOnly(facts: CustodyFacts, firstSeq: number): boolean {
  return firstSeq <= facts.boundarySeq;
}

/** Whether what was not delivered of such a subject stays locked: another copy may have delivered it. */
export function areCodesLocked(facts: CustodyFacts, firstSeq: number): boolean {
  return facts.custody !== 'own' && isSettleOnly(facts, firstSeq);
}

/**
 * `evidence` are codes: `machine`, `folder`, `installation_file`, `witness`, `keyring_witness`, `service_knows_more`
 * ...
 */
export function custodyChanged(
  cause: CustodyCause,
  evidence: readonly string[],
  boundarySeq: number,
  pending: readonly string[],
  witness: ChainHead | null = null,
): NewEvent {
  const seen = witness === null ? {} : { witness: { seq: witness.seq, hash: witness.hash } };
  return { subject: '', kind: custodyChangedKind, body: { cause, evidence, boundarySeq, pending, ...seen } };
}

/** `findings`: what reconciling the owned cards came to, as counts and ids; no code of a card. */
export function custodyReconciled(openSeq: number, findings: JsonObject): NewEvent {
  return { subject: '', kind: custodyReconciledKind, body: { custodySeq: openSeq, findings } };
}
