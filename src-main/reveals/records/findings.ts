import type { Failure } from '../../../src-shared/contract/codes.ts';
import { ok, type Result } from '../../core/result.ts';
import type { Journal } from '../../journal/journal.ts';
import { readRevealEvent, revealEvent, type RevealEventBody, type RevealEventKind } from '../machine/events.ts';
import { conclusion, type Reconciled } from '../machine/findings.ts';
import { rowOfReveal } from './stored-events.ts';

/** Records what a check found, and with it that these records are the one copy. */
export function recordFindings(
  journal: Pick<Journal, 'append' | 'reconcileCopyStatus'>,
  found: Reconciled,
  acceptedBy: string | undefined,
): Result<Reconciled, Failure> {
  const { accepted, reconciled } = conclusion(found, acceptedBy);
  const row = rowOfReveal(reconciled);
  const written = journal.append(...accepted.map(rowOfReveal), row);
  const done = written.ok ? journal.reconcileCopyStatus(row.body) : written;
  return done.ok ? ok(found) : done;
}

const reconciledKind = 'owned-cards-reconciled' satisfies RevealEventKind;
const notedKind = 'findings-noted' satisfies RevealEventKind;

/** What the latest check found, as far as it is shown again. */
interface Findings extends Omit<RevealEventBody<'owned-cards-reconciled'>, 'lostOrders'> {
  lostOrders?: { readonly operationId: string; readonly standing: string; readonly quantity: number | null }[];
}

/** What the latest check found, until a person has noted it: it must not be lost with a window. */
export function openFindings(journal: Pick<Journal, 'events'>): Findings | null {
  const latest = journal.events({ kind: reconciledKind }).at(-1);
  if (latest === undefined || isNotedAfter(journal, latest.seq)) return null;
  const read = readRevealEvent({ ...latest, kind: reconciledKind });
  if (read?.kind !== reconciledKind) return null;
  const { lostOrders, ...found } = read.body;
  return {
    ...found,
    ...(lostOrders === undefined
      ? {}
      : { lostOrders: lostOrders.map(({ operationId, standing, quantity }) => ({ operationId, standing, quantity })) }),
  };
}

function isNotedAfter(journal: Pick<Journal, 'events'>, afterSeq: number): boolean {
  return journal.events({ kind: notedKind, afterSeq, limit: 1 }).length > 0;
}

export function noteFindings(journal: Pick<Journal, 'append'>): Result<void, Failure> {
  const noted = journal.append(rowOfReveal(revealEvent('', notedKind, {})));
  return noted.ok ? ok(undefined) : noted;
}
