import { expect, it } from 'vitest';
import { choicesFor } from '../../../../../src-main/orders/machine/choices.ts';
import type { Verdict } from '../../../../../src-main/orders/machine/events.ts';
import type { AttentionReason, DecisionChoice } from '../../../../../src-shared/contract/codes.ts';
import { completedVerdict, History, intendedAtMs, wantedUntilMs } from '../order-samples.ts';

const accepted: Verdict = { outcome: 'accepted', recoveryExhausted: false };
const conflict: Verdict = { outcome: 'attention', reason: 'idempotency_conflict', code: 'idempotency_conflict' };
const readOnly = { kind: 'order-held-back', body: { boundarySeq: 1 } } as const;

function asking(reason: AttentionReason, history = new History().lost()): History {
  return history.add({ kind: 'attention-raised', body: { reason } });
}

function countedAsBought(): History {
  return asking('no_word').add({
    kind: 'decision-made',
    body: { choice: 'accept-as-bought', reason: 'no_word', wantedUntilMs },
  });
}

const unbought: readonly DecisionChoice[] = ['accept-not-bought', 'accept-as-bought'];
const all: readonly DecisionChoice[] = ['resend', ...unbought];

it.each<readonly [string, History, readonly DecisionChoice[]]>([
  ['nothing of one that asks nobody', new History().lost(), []],
  ['nothing of one that failed since', asking('no_word').judged({ outcome: 'failed' }), []],
  ['everything of one that the service does not speak of', asking('no_word'), all],
  ['everything where a refusal was bound to nothing', asking('refusal_not_bound'), all],
  ['no resend where it would be another request', asking('pinned_differs'), unbought],
  ['no resend where the proof would be on other terms', asking('fence_other_terms'), unbought],
  ['no resend where the records were restored', asking('records_restored'), unbought],
  [
    'no resend from records that were restored, whatever is asked',
    asking('no_word', new History().lost().add(readOnly)),
    unbought,
  ],
  [
    'no resend of one that the service refused: it would stay refused',
    asking('order_unreadable', new History().judged({ outcome: 'refused', code: 'card_unavailable' })),
    unbought,
  ],
  [
    'no resend of one that was cancelled: it would stay cancelled',
    asking('order_unreadable', new History().add({ kind: 'order-cancelled', body: {} })),
    unbought,
  ],
  [
    'a resend of one that the service holds after all, though it refused it',
    asking('order_unreadable', new History().judged({ outcome: 'refused', code: 'card_unavailable' }).judged(accepted)),
    ['resend', 'accept-as-bought'],
  ],
  ['no resend of an id that stands for something else', new History().judged(conflict), unbought],
  ['no resend of such an id that the service holds', new History().judged(accepted).judged(conflict), unbought],
  [
    'not that it was unbought where it came after all',
    new History().judged(completedVerdict({ differs: ['total'] })),
    ['accept-as-bought'],
  ],
  [
    'not that it was unbought where the service holds it',
    asking('order_unreadable', new History().judged(accepted)),
    ['resend', 'accept-as-bought'],
  ],
  [
    'that it was bought alone where restored records are not shown it',
    asking('order_unreadable', new History().judged(accepted).add(readOnly)),
    ['accept-as-bought'],
  ],
  ['either where it failed against the word of a person', countedAsBought().judged({ outcome: 'failed' }), unbought],
])('a person can decide %s', (_name, history, choices) => {
  expect(choicesFor(history.facts, intendedAtMs + 60_000)).toEqual(choices);
});
