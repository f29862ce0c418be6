import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { Randomness } from '../../core/ports.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { readDayEvent, zIssuedKind } from '../../day/machine/events.ts';
import { JournalUnavailable } from '../../journal/journal-failure.ts';
import type { Journal } from '../../journal/journal.ts';
import { limitsChangedKind, limitsOf, readLimitEvent, type LimitEvent, type LimitTerms } from '../machine/events.ts';
import { passedLimits, type Line, type PassedLimit } from '../machine/passed.ts';
import { limitTermsOf, type TypedLimits } from '../machine/terms.ts';
import { runningSpent } from './spent.ts';

/** The limits of this counter as the journal has them. Local: no network, no key. */
export interface LimitRecords {
  /** Oldest first. */
  history(): readonly LimitEvent[];
  read(): readonly LimitTerms[];
  /** Sets all limits of one currency. `input_invalid` names the field. */
  set(typed: TypedLimits): Result<LimitTerms, Failure>;
  /**
   * The limits that one sale of these lines would pass now, with what the same customer buys `beside`. Call it in the
   * transaction that writes its intents.
   */
  passedBy(lines: readonly Line[], beside?: readonly Line[]): readonly PassedLimit[];
}

export function openLimitRecords(
  journal: Pick<Journal, 'append' | 'events' | 'touched' | 'projectedBetween' | 'pending' | 'head' | 'hashAt'>,
  randomness: Pick<Randomness, 'uuid'>,
): LimitRecords {
  const history = (): readonly LimitEvent[] =>
    journal.events({ kind: limitsChangedKind }).map((recorded) => {
      const event = readLimitEvent(recorded);
      // Left out, the limits before it would count, or none.
      if (event === null) throw new JournalUnavailable({ code: 'journal_corrupt', detail: `event_${recorded.seq}` });
      return event;
    });
  const spentSince = runningSpent(journal);
  const read = (): readonly LimitTerms[] => limitsOf(history());
  return {
    history,
    read,
    set: (typed) => {
      const terms = limitTermsOf(typed);
      if (typeof terms === 'string') return err({ code: 'input_invalid', field: terms });
      const body = terms satisfies LimitEvent['body'];
      const recorded = journal.append({ subject: randomness.uuid(), kind: limitsChangedKind, body });
      return recorded.ok ? ok(terms) : recorded;
    },
    passedBy: (lines, beside) => {
      const limits = read();
      const areSummed = limits.some(
        ({ currency, shift, card }) =>
          (shift !== null || card !== null) && lines.some(({ cost }) => cost.currency === currency),
      );
      return passedLimits(limits, lines, areSummed ? spentSince(lastZSeq(journal)) : [], beside);
    },
  };
}

/** The last event that the last Z has; 0 where there is none. */
function lastZSeq(journal: Pick<Journal, 'events'>): number {
  const [last] = journal.events({ kind: zIssuedKind, newestFirst: true, limit: 1 });
  const issued = last === undefined ? null : readDayEvent(last);
  return issued?.kind === zIssuedKind ? issued.body.z.lastSeq : 0;
}
