import type { LastZ, ZDocument, ZName } from './events.ts';
import { noTotals, totalsPlus } from './sums.ts';
import { addedBy, type Range, type Tally } from './tally.ts';

/** What a Z follows on. */
export interface ZCircumstances {
  /** How often the records were restored, copied or rolled back, and one: each begins to name its Zs anew. */
  readonly epoch: number;
  /** The last Z of the journal; null before the first. */
  readonly before: ZDocument | null;
  readonly beforeAtMs: number | null;
  readonly shiftId: string | null;
  /** The last Z that the keyring has seen. */
  readonly remembered: LastZ | null;
  /** The hash of an event of this journal; null where it holds none of this number. */
  readonly hashAt: (seq: number) => string | null;
  readonly head: { readonly seq: number; readonly hash: string };
}

/** The events since the last Z. One that damage took out of the journal ends where the keyring says. */
export function rangeAfter({ before, remembered, hashAt, head }: ZCircumstances): Range {
  const fromJournal = before?.lastSeq ?? 0;
  const isOfThisJournal =
    remembered !== null && remembered.lastSeq <= head.seq && hashAt(remembered.lastSeq) === remembered.headHash;
  return { afterSeq: Math.max(fromJournal, isOfThisJournal ? remembered.lastSeq : 0), lastSeq: head.seq };
}

/** The Z of a tally. */
export function zOf(tally: Tally, circumstances: ZCircumstances, zBegunIn: (seq: number) => ZName | null): ZDocument {
  const { epoch, before, beforeAtMs, shiftId, remembered, head } = circumstances;
  const { afterSeq, lastSeq } = rangeAfter(circumstances);
  const { sold, soldLate, late, takenBack, takenBackOrders, ended, carriedOver } = tally;
  const kept =
    remembered !== null && isLaterZ(remembered, before) && remembered.lastSeq === afterSeq ? remembered : null;
  return {
    epoch,
    number: Math.max(before?.number ?? 0, kept?.number ?? 0) + 1,
    firstSeq: afterSeq + 1,
    lastSeq,
    headHash: head.hash,
    sinceMs: beforeAtMs,
    shiftId,
    sold: [...sold],
    soldLate: [...soldLate],
    late: late.map(({ operationId, intendedSeq }) => ({ operationId, begunIn: zBegunIn(intendedSeq) })),
    takenBack: [...takenBack],
    takenBackOrders: [...takenBackOrders],
    ended: [...ended],
    carriedOver: [...carriedOver],
    running: totalsPlus(kept?.running ?? before?.running ?? noTotals, addedBy(tally)),
    lost: lostIn(circumstances),
  };
}

/** The Zs that the keyring knows of and the journal does not hold. The first one after that says so. */
function lostIn({ before, remembered }: ZCircumstances): ZDocument['lost'] {
  if (remembered === null || !isLaterZ(remembered, before)) return null;
  const { epoch, number, running } = remembered;
  return {
    from: before === null ? null : { epoch: before.epoch, number: before.number },
    to: { epoch, number },
    running,
  };
}

/** Whether the first was issued after the other. */
export function isLaterZ(one: ZName, other: ZName | null): boolean {
  if (other === null) return true;
  return one.epoch > other.epoch || (one.epoch === other.epoch && one.number > other.number);
}

/** What is kept of a Z outside the journal. */
export function rememberedOf({ epoch, number, lastSeq, headHash, running }: ZDocument): LastZ {
  return { epoch, number, lastSeq, headHash, running };
}
