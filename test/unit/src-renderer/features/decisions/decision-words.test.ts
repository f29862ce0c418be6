import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import type { Text } from '../../../../../src-renderer/base/i18n/use-text.ts';
import {
  knownOf,
  numbersToName,
  wordsOfChoice,
} from '../../../../../src-renderer/features/decisions/decision-words.ts';
import type { OrderView } from '../../../../../src-shared/contract/schemas.ts';
import { pageMessages } from '../../../../../src-shared/words/page-messages.ts';

const intl = createIntl({ locale: 'en', messages: pageMessages.en });
const text: Text = (key, values) => intl.formatMessage({ id: key }, values);
const words = { list: (items: readonly string[]) => items.join(' + '), time: (instant: string) => instant };
const attempt = (judgement: string, requestId: string | null = null): OrderView['attempts'][number] => ({
  startedAt: `at-${judgement}`,
  httpStatus: null,
  judgement,
  requestId,
});
const notBoughtForSure: OrderView = {
  operationId: 'op',
  state: 'attention',
  invoiceId: null,
  walletId: 'wallet',
  cardId: 'card',
  quantity: 2,
  total: { amount: '5.700', currency: 'KWD' },
  charge: {
    price: { amount: '2.850', currency: 'KWD' },
    total: { amount: '5.700', currency: 'KWD' },
  },
  externalReference: null,
  attempts: [attempt('lost'), attempt('notFound', 'req-1'), attempt('notSent')],
  codes: [],
  intendedAt: '',
  wantedUntil: '',
  codesState: 'none',
  codesCameOut: false,
  prints: { times: 0 },
  wantedDecides: false,
  cancellable: false,
};
const reported: OrderView = {
  ...notBoughtForSure,
  attempts: [],
  codesState: 'sealed',
  codes: ['one', 'two'].map((soldCardId) => ({ soldCardId })),
};

describe('what is said of an order that needs a person', () => {
  it('is why, what went out, and that its outcome is not known', () => {
    expect(knownOf(notBoughtForSure, { reason: 'no_word', differs: [], choices: [] }, text, words)).toEqual([
      pageMessages.en['timeline.why.no_word'],
      '2 attempts were sent to the service, the last on at-notFound.',
      pageMessages.en['decision.unknown'],
    ]);
  });

  it('is what differs and which codes are kept, where the service reported it bought', () => {
    expect(
      knownOf(
        reported,
        { reason: 'differs', differs: ['total', 'soldCards', 'something-new'], choices: [] },
        text,
        words,
      ),
    ).toEqual([
      pageMessages.en['timeline.why.differs'],
      'What was bought differs in: the total + the number of cards.',
      '2 codes came and are saved (encrypted).',
    ]);
  });

  it('names a refusal, and says the same thing only once', () => {
    const conflict = { ...notBoughtForSure, attempts: [], refusal: { code: 'idempotency_conflict' as const } };
    for (const catalogue of Object.values(pageMessages))
      expect(catalogue['failure.idempotency_conflict.says']).toBe(catalogue['timeline.why.idempotency_conflict']);
    expect(knownOf(conflict, { reason: 'idempotency_conflict', differs: [], choices: [] }, text, words)).toEqual([
      pageMessages.en['timeline.why.idempotency_conflict'],
      pageMessages.en['decision.unknown'],
    ]);
    const refused = { ...notBoughtForSure, attempts: [], refusal: { code: 'card_unavailable' as const } };
    expect(knownOf(refused, { reason: 'refusal_not_bound', differs: [], choices: [] }, text, words)).toContain(
      pageMessages.en['failure.card_unavailable.says'],
    );
  });
});

it('the numbers for the service’s staff are the latest three, each once', () => {
  const attempts = ['req-1', 'req-2', 'req-3', null, 'req-3', 'req-4'].map((requestId) =>
    attempt('nothing', requestId),
  );
  expect(numbersToName({ ...notBoughtForSure, attempts })).toEqual(['req-2', 'req-3', 'req-4']);
});

it('"bought" means other things where the service said it and where a person takes it for granted', () => {
  expect(wordsOfChoice('accept-as-bought', reported)).toEqual({
    says: 'decision.reported.says',
    risk: 'decision.reported.risk',
  });
  expect(wordsOfChoice('accept-as-bought', notBoughtForSure)).toEqual({
    says: 'decision.accept-as-bought.says',
    risk: 'decision.accept-as-bought.risk',
  });
  expect(wordsOfChoice('resend', notBoughtForSure)).toEqual({
    says: 'decision.resend.says',
    risk: 'decision.resend.risk',
  });
});
