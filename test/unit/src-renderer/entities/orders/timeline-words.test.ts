import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import type { Text } from '../../../../../src-renderer/base/i18n/use-text.ts';
import { wordsOf } from '../../../../../src-renderer/entities/orders/timeline-words.ts';
import { pageMessages } from '../../../../../src-shared/words/page-messages.ts';

const intl = createIntl({ locale: 'en', messages: pageMessages.en });
const text: Text = (key, values) => intl.formatMessage({ id: key }, values);
const at = '2026-11-21T08:00:00Z';

describe('the words of a timeline entry', () => {
  it.each([
    [
      { kind: 'intended', facts: { quantity: 2, total: '1236.000', currency: 'KWD' } },
      'Sale saved here: 2 cards, \u20661,236.000\u00a0KWD\u2069.',
      [],
    ],
    [
      { kind: 'intended', facts: { quantity: 1, total: '1.000', currency: 'KWD', sentReference: 'head/till 1' } },
      'Sale saved here: 1 card, \u20661.000\u00a0KWD\u2069.',
      ['Reference as sent, with the mark of the journal: head/till 1'],
    ],
    [{ kind: 'attempt', facts: { call: 'getPartnerOrder' } }, 'Checked the order with the service.', []],
    [{ kind: 'attempt', facts: { call: 'somethingNew' } }, 'Attempt sent to the service.', []],
    [
      { kind: 'answerUnverified', facts: { reason: 'stale', httpStatus: 200 } },
      'The answer could not be verified, so nothing changed.',
      ['Reason: its time is missing or far from this computer’s clock', 'Status 200'],
    ],
    [
      { kind: 'noAnswer', facts: { reason: 'connection_lost' } },
      'No answer came.',
      ['The connection broke before the answer came.'],
    ],
    [{ kind: 'noAnswer', facts: { reason: 'ENOBUFS' } }, 'No answer came.', ['Reason: ENOBUFS']],
    [
      { kind: 'judged', facts: { outcome: 'unknown', code: 'rate_limited' } },
      'The answer was checked: Checking.',
      ['Too many attempts in a short time.'],
    ],
    [
      { kind: 'judged', facts: { outcome: 'notFound', code: null } },
      'The service answered that it does not know the order.',
      [],
    ],
    [
      { kind: 'attention', facts: { reason: 'pinned_differs' } },
      'The manager must decide.',
      ['The service does not know the order. The key or the service in use is no longer the one it was made for.'],
    ],
    [
      { kind: 'revealFailed', facts: { reason: 'insufficient_scope' } },
      'The service gave no codes.',
      [pageMessages.en['failure.insufficient_scope.says']],
    ],
    [{ kind: 'completed', facts: { units: 1 } }, 'Bought: 1 code received and saved (encrypted).', []],
  ] as const)('%j', (entry, says, notes) => {
    expect(wordsOf({ at, ...entry }, text)).toEqual({ says, notes, requestId: undefined });
  });

  it('carries the request number apart from the words', () => {
    expect(wordsOf({ at, kind: 'judged', facts: { requestId: 'req-1' } }, text).requestId).toBe('req-1');
  });
});
