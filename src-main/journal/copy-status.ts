import type { ChainHead, NewEvent, StoredEvent } from './event.ts';
import { isJsonObject, type JsonObject } from './json.ts';

/**
 * Whether these records are the one and latest copy (design, "Copies and restores"). `restored`: from a backup, by
 * `journal restore`. `copied`: the journal or its folder is not where it was. `rolled-back`: a later head of this very
 * chain was once seen. The last two are also what whoever asks the service may suspect from what it says.
 */
export const copyCauses = ['restored', 'copied', 'rolled-back'] as const;
export type CopyCause = (typeof copyCauses)[number];
export type CopyStatus = 'own' | CopyCause;

/** Events and their bodies say "custody" for the copy status, and "witness" for a checkpoint. */
export const copyStatusChangedKind = 'custody-changed';
export const copyStatusReconciledKind = 'custody-reconciled';
const reconciledSeqMember = 'custodySeq';
const checkpointMember = 'witness';

/** What the events say of the copy status. */
export interface CopyFacts {
  /** `own` from the start, and again once reconciled. */
  readonly status: CopyStatus;
  /**
   * The last event of the records as they were found at the latest change; 0 where there never was one. It outlives the
   * reconciling.
   */
  readonly boundarySeq: number;
  /** The event of a change that is still to be reconciled. */
  readonly openSeq: number | null;
  /** The checkpoint that is not in this chain, until a person has reconciled that. */
  readonly lostHead?: ChainHead | undefined;
}

export const ownCopy: CopyFacts = { status: 'own', boundarySeq: 0, openSeq: null };

/** Folds the events of the copy status, oldest first; others say nothing of it. */
export function copyFactsAfter(facts: CopyFacts, events: readonly StoredEvent[]): CopyFacts {
  return events.reduce(after, facts);
}

function after(facts: CopyFacts, { kind, seq, body }: StoredEvent): CopyFacts {
  if (kind === copyStatusReconciledKind) return { ...facts, status: 'own', openSeq: null, lostHead: undefined };
  if (kind !== copyStatusChangedKind) return facts;
  // A cause that this build does not know still means that the records are not known to be ours alone.
  const cause = copyCauses.find((known) => known === body['cause']) ?? 'copied';
  return { status: cause, boundarySeq: seq - 1, openSeq: seq, lostHead: checkpointIn(body) ?? facts.lostHead };
}

/** The checkpoint that such an event names. */
export function checkpointIn(body: JsonObject): ChainHead | null {
  const checkpoint: unknown = body[checkpointMember];
  if (!isJsonObject(checkpoint)) return null;
  const { seq, hash } = checkpoint;
  return typeof seq === 'number' && typeof hash === 'string' ? { seq, hash } : null;
}

/**
 * Whether a subject whose first event has this seq may only be settled (GET), never sent, until the service showed that
 * it holds it. Reconciling does not lift this: what another copy sent meanwhile stays unknown here.
 */
export function isSettleOnly(facts: CopyFacts, firstSeq: number): boolean {
  return firstSeq <= facts.boundarySeq;
}

/** Whether the codes of such a subject that were not delivered are held: another copy may have delivered it. */
export function areCodesHeld(facts: CopyFacts, firstSeq: number): boolean {
  return facts.status !== 'own' && isSettleOnly(facts, firstSeq);
}

/**
 * `evidence` are codes: `machine`, `folder`, `installation_file`, `witness`, `keyring_witness`, `service_knows_more`
 * ...
 */
export function copyStatusChanged(
  cause: CopyCause,
  evidence: readonly string[],
  boundarySeq: number,
  pending: readonly string[],
  checkpoint: ChainHead | null = null,
): NewEvent {
  const seen = checkpoint === null ? {} : { [checkpointMember]: { seq: checkpoint.seq, hash: checkpoint.hash } };
  return { subject: '', kind: copyStatusChangedKind, body: { cause, evidence, boundarySeq, pending, ...seen } };
}

/** `findings`: what reconciling came to, as counts and ids; no secret. */
export function copyStatusReconciled(openSeq: number, findings: JsonObject): NewEvent {
  return { subject: '', kind: copyStatusReconciledKind, body: { [reconciledSeqMember]: openSeq, findings } };
}
