import { createIntl } from 'react-intl';
import { expect, it } from 'vitest';
import { storyOf } from '../../../../../src-renderer/features/orders/order-story.ts';
import { languageCodes } from '../../../../../src-shared/words/languages.ts';
import { pageMessages } from '../../../../../src-shared/words/page-messages.ts';
import { order } from '../../../../ui/renderer/double-data.ts';

it.each(languageCodes)('an order whose outcome the service could not learn has its own sentences: %s', (locale) => {
  const intl = createIntl({ locale, messages: pageMessages[locale] });
  const storyFor = (part: Parameters<typeof order>[1]) =>
    storyOf(
      order(1, part),
      [],
      'Zain 5',
      (key, values) => intl.formatMessage({ id: key }, values),
      (at) => at,
    );
  const exhausted = storyFor({ state: 'accepted', recoveryExhausted: true });
  expect(exhausted.known).toContain(pageMessages[locale]['state.exhausted.says']);
  expect(exhausted.known).not.toContain(pageMessages[locale]['state.accepted.says']);
  expect([exhausted.open, exhausted.staff]).toEqual([
    [pageMessages[locale]['timeline.judged.recoveryExhausted']],
    pageMessages[locale]['story.staff.exhausted'],
  ]);
  expect(storyFor({ state: 'accepted' }).staff).toBe(pageMessages[locale]['story.staff.accepted']);
});

it.each(languageCodes)(
  'an order that only a person’s word ended stays open in its story, and asks nobody about a refusal that was overruled: %s',
  (locale) => {
    const intl = createIntl({ locale, messages: pageMessages[locale] });
    const storyFor = (part: Parameters<typeof order>[1]) =>
      storyOf(
        order(1, part),
        [],
        'Zain 5',
        (key, values) => intl.formatMessage({ id: key }, values),
        (at) => at,
      );
    const words = pageMessages[locale];
    const refusal = { code: 'insufficient_balance' } as const;
    for (const part of [
      { state: 'completed', decided: 'accept-as-bought', refusal },
      { state: 'notBought', decided: 'accept-not-bought', refusal },
    ] as const) {
      expect(storyFor(part)).toMatchObject({ open: [words['story.open.bought']], staff: words['story.staff.none'] });
    }
    // What the service reported is known, whoever accepted it.
    expect(storyFor({ state: 'completed', decided: 'accept-as-bought', codesState: 'handedOver' }).open).toEqual([
      words['story.open.nothing'],
    ]);
  },
);

it.each(languageCodes)('a bought order is over when the customer has its codes, and not before: %s', (locale) => {
  const intl = createIntl({ locale, messages: pageMessages[locale] });
  const openWhile = (codesState: 'sealed' | 'toReveal' | 'handedOver') =>
    storyOf(
      order(1, { codesState }),
      [],
      'Zain 5',
      (key, values) => intl.formatMessage({ id: key }, values),
      (at) => at,
    ).open;
  const words = pageMessages[locale];
  expect([openWhile('sealed'), openWhile('toReveal'), openWhile('handedOver')]).toEqual([
    [words['story.open.sealed']],
    [words['story.open.codes']],
    [words['story.open.nothing']],
  ]);
});
