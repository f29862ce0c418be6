import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import { refusalTable, type Meaning } from '../../../../../src-main/orders/machine/refusal-table.ts';
import type { Text } from '../../../../../src-renderer/base/i18n/use-text.ts';
import { nextOf, situationOf, lastingRefusal } from '../../../../../src-renderer/entities/orders/order-words.ts';
import { wordsOf } from '../../../../../src-renderer/entities/orders/timeline-words.ts';
import { knownOf } from '../../../../../src-renderer/features/decisions/decision-words.ts';
import { storyOf } from '../../../../../src-renderer/features/orders/order-story.ts';
import { refusalCodes, type RefusalCode } from '../../../../../src-shared/contract/codes.ts';
import type { OrderView } from '../../../../../src-shared/contract/schemas.ts';
import { languageCodes } from '../../../../../src-shared/words/languages.ts';
import { pageMessages } from '../../../../../src-shared/words/page-messages.ts';
import { order } from '../../../../ui/renderer/double-data.ts';

/** What a cashier could take for leave to sell the same once more. */
const leave = { en: /(?<!mean that )nothing (was|has been) bought|has bought nothing/i, ar: /لم يتم شراء شيء/ };
const warning = { en: /do not sell/i, ar: /لا تبع/ };
const attention: NonNullable<OrderView['attention']> = {
  reason: 'fence_not_declared',
  differs: [],
  choices: ['resend', 'accept-not-bought'],
};

/** An order that was sent, of which nobody knows whether it was bought, and the refusals that can come then. */
const uncertain: readonly (readonly [Meaning, Partial<OrderView>])[] = [
  ['settling', { state: 'settling', wantedDecides: false }],
  ['blocked', { state: 'blocked' }],
  ['unknown', { state: 'unknown' }],
  ['attention', { state: 'attention', attention }],
];
const codesOf = (meaning: Meaning): readonly RefusalCode[] =>
  meaning === 'attention'
    ? refusalCodes
    : refusalTable.filter(({ meanings }) => meanings.afterUnknown === meaning).flatMap(({ codes }) => codes);

describe.each(languageCodes)('an order that may be bought, in %s', (locale) => {
  const intl = createIntl({ locale, messages: pageMessages[locale] });
  const text: Text = (key, values) => intl.formatMessage({ id: key }, values);
  const said = (view: OrderView): string[] => {
    const { says, next } = situationOf(view, text);
    const refusal = lastingRefusal(view);
    const timeline = [
      { at: view.intendedAt, kind: 'judged' as const, facts: { outcome: 'settling', code: view.refusal?.code ?? '' } },
    ];
    const story = storyOf(view, timeline, 'Zain 5', text, (at) => at);
    return [
      says,
      next,
      ...story.known,
      ...story.open,
      ...timeline.flatMap((entry) => wordsOf(entry, text).notes),
      ...(refusal === undefined ? [] : [text(`failure.${refusal.code}.says`), nextOf(view, refusal, text)]),
      ...(view.attention === undefined
        ? []
        : knownOf(view, view.attention, text, { list: (items) => items.join(), time: (at) => at })),
    ];
  };

  it.each(uncertain)('gives no refusal as leave to sell it again: %s', (meaning, part) => {
    const advice = refusalTable
      .filter(({ meanings }) => meanings.first === 'refused')
      .flatMap(({ codes }) => codes.map((code) => text(`failure.${code}.next`)));
    for (const code of codesOf(meaning)) {
      const sentences = said({ ...order(1, part), cancellable: false, refusal: { code } });
      expect(
        sentences.filter((sentence) => leave[locale].test(sentence) || advice.includes(sentence)),
        code,
      ).toEqual([]);
      expect(
        sentences.some((sentence) => warning[locale].test(sentence)),
        code,
      ).toBe(true);
    }
  });

  it.each(['rate_limited', 'dependency_unavailable', 'replay_detected'] as const)(
    'is said to be repeated by the counter after %s, as no other call is',
    (code) => {
      const next = nextOf({ ...order(1, { state: 'waiting' }), cancellable: true }, { code }, text);
      expect([next, text(`failure.${code}.next`) === next]).toEqual([text('order.refusal.byItself'), false]);
    },
  );

  it('has no advice for an order on its way once it was cancelled', () => {
    const cancelled = { ...order(1, { state: 'cancelled' }), refusal: { code: 'rate_limited' as const } };
    expect(lastingRefusal(cancelled)).toBeUndefined();
  });

  it('has the advice of its refusal where it is proved that nothing was bought', () => {
    const sentences = said({ ...order(1, { state: 'refused' }), refusal: { code: 'quantity_unavailable' } });
    expect(sentences).toContain(text('failure.quantity_unavailable.next'));
    expect(sentences.some((sentence) => leave[locale].test(sentence))).toBe(true);
  });
});
