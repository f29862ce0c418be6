import { expect, it } from 'vitest';
import {
  orderIntendedKind,
  serviceDateSeconds,
  type OrderEventBody,
  type Verdict,
} from '../../../../../src-main/orders/machine/events.ts';
import { everUnknown, keptAnswerTo } from '../../../../../src-main/orders/machine/order.ts';
import { History } from '../order-samples.ts';

const accepted: Verdict = { outcome: 'accepted', recoveryExhausted: false };

const judged = (attempt: string): OrderEventBody<'answer-judged'> => ({
  attempt,
  sealed: { id: 'answer:1', sha256: 'x' },
  httpStatus: 202,
  requestId: null,
  verdict: accepted,
  createdAtSeconds: 0,
  thenRead: false,
  retryAtMs: 0,
});

it('an answer is kept with the attempt that it came to alone', () => {
  const history = new History().started().add({
    kind: 'answer-sealed',
    body: { attempt: 'attempt-1', sealed: { id: 'answer:1', sha256: 'x' }, bytes: 9, httpStatus: 202 },
  });
  const { attempts } = history.judged(accepted).facts;
  expect(attempts.map((attempt) => keptAnswerTo(attempt)?.bytes)).toEqual([9, undefined]);
});

it('an answer to an attempt that was lost with its records still says what became of the order', () => {
  const { attempts, acknowledged } = new History().add({ kind: 'answer-judged', body: judged('gone') }).facts;
  expect([attempts, acknowledged]).toEqual([[], true]);
});

it('the date of a request is read without the space around it', () => {
  expect(serviceDateSeconds([['X-Service-Date', ' 1795331289 ']])).toBe(1_795_331_289);
});

it('an order begins with the same kind of event in every version', () => {
  expect(orderIntendedKind).toBe('order-intended');
});

it('an answer that moved nothing leaves open what its request did', () => {
  expect(everUnknown(new History().judged({ outcome: 'nothing', code: null }).facts)).toBe(true);
});
