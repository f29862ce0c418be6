import { unverifiedReasons } from '../../../src-shared/contract/codes.ts';
import type { SoldCardId } from '../../core/ids.ts';
import type { RevealEvent, SealedReference } from './events.ts';

/** The answer to a reveal that lies sealed and brought no codes so far. `reason` null: it was never judged. */
export interface UndecidedAnswer {
  readonly attempt: string;
  readonly sealed: SealedReference;
  readonly sealedBytes: number;
  readonly reason: string | null;
}

/** What the events of one subject say of the codes that were asked for. */
export interface AskedCodes {
  /** Sealed answers that brought no codes and are no verified refusals either. */
  readonly undecided: readonly UndecidedAnswer[];
  /** Codes that came and were not shown since, and the answer that holds them; null where there are none. */
  readonly unshown: { readonly sealedId: string; readonly soldCardIds: readonly SoldCardId[] } | null;
}

/** What was asked for one subject, from its events, oldest first. */
export function askedCodesIn(events: readonly RevealEvent[]): AskedCodes {
  const undecided = new Map<string, UndecidedAnswer>();
  let unshown: AskedCodes['unshown'] = null;
  for (const { kind, body } of events) {
    switch (kind) {
      case 'reveal-answer-sealed': {
        const { attempt, sealed, bytes } = body;
        undecided.set(attempt, { attempt, sealed, sealedBytes: bytes, reason: null });
        break;
      }
      case 'reveal-failed': {
        const failed = undecided.get(body.attempt);
        if (failed !== undefined && isUnverified(body.reason))
          undecided.set(body.attempt, { ...failed, reason: body.reason });
        else undecided.delete(body.attempt);
        break;
      }
      case 'codes-revealed':
        for (const { attempt, sealed } of undecided.values())
          if (sealed.id === body.sealed.id) undecided.delete(attempt);
        unshown = { sealedId: body.sealed.id, soldCardIds: body.soldCardIds };
        break;
      case 'codes-shown':
        unshown = null;
        break;
      default:
        break;
    }
  }
  return { undecided: [...undecided.values()], unshown };
}

function isUnverified(reason: string): boolean {
  return unverifiedReasons.some((known) => known === reason);
}
