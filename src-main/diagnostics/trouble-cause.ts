import type { Cause, EvidenceKind } from '../../src-shared/contract/diagnosis-codes.ts';
import type { Troubles, UntriedForm } from './call-history.ts';

interface TroubleCause {
  readonly cause: Cause;
  /** What only the service can say. */
  readonly fields: readonly string[];
  readonly evidence: EvidenceKind;
}

/** Orders first: they are what a shop is there for. */
const refused: readonly (readonly [UntriedForm, TroubleCause])[] = [
  [
    'order',
    {
      cause: 'order_form',
      fields: ['request.components.orderMutation', 'request.idempotencyKey'],
      evidence: 'orderRefused',
    },
  ],
  [
    'reveal',
    {
      cause: 'reveal_form',
      fields: ['request.components.bodylessNonceMutation', 'request.emptyBodyDigest', 'request.bodylessContentType'],
      evidence: 'revealRefused',
    },
  ],
  ['nextPage', { cause: 'cursor_form', fields: ['request.cursorEncoding'], evidence: 'nextPageRefused' }],
];
const listsOf: Readonly<Record<UntriedForm, string>> = {
  order: 'answer.kinds.orderMutation',
  reveal: 'answer.kinds.bodylessNonceMutation',
  nextPage: 'answer.kinds.safeRead',
};

/**
 * What is wrong where the calls that can be tried are well, and the last of another form was not; null where none was.
 */
export function troubleCause(troubles: Troubles): TroubleCause | null {
  const found = refused.find(([form]) => troubles.get(form) === 'refused');
  if (found !== undefined) return found[1];
  const uncovered = [...troubles.keys()];
  return uncovered.length === 0
    ? null
    : { cause: 'answer_uncovered', fields: uncovered.map((form) => listsOf[form]), evidence: 'answerUncovered' };
}
