import type { OrderEventBody, Verdict } from './events.ts';
import { keptAnswerTo, type AttemptProgress, type Order } from './order.ts';

export function progressed(order: Order, attempt: string, progress: AttemptProgress): Order {
  return { ...order, attempts: order.attempts.map((one) => (one.attempt === attempt ? { ...one, progress } : one)) };
}

export function sealedAnswer(
  order: Order,
  { attempt, sealed, bytes, httpStatus }: OrderEventBody<'answer-sealed'>,
): Order {
  return progressed(order, attempt, { stage: 'sealed', kept: { sealed, bytes, httpStatus } });
}

/** An answer that is judged again stays kept as it was. */
export function judgedAttempt(
  order: Order,
  attempt: string,
  verdict: Verdict,
  {
    httpStatus,
    requestId,
    createdAtSeconds: answeredAtSeconds,
  }: Pick<OrderEventBody<'answer-judged'>, 'httpStatus' | 'requestId'> & { readonly createdAtSeconds: number | null },
): Order {
  const before = order.attempts.find((one) => one.attempt === attempt);
  const kept = before === undefined ? null : keptAnswerTo(before);
  return progressed(order, attempt, { stage: 'judged', verdict, kept, httpStatus, requestId, answeredAtSeconds });
}

/** What an answer says of a gate counts until the order goes out again, also where it was verified only later. */
export function isLatest({ attempts }: Order, attempt: string | null): boolean {
  return attempts.findLast(({ call }) => call === 'createPartnerOrder')?.attempt === attempt;
}

/**
 * Whether the order went out once more since: a service that forgot its id may have taken it anew (decision 0080). A
 * person who counted it as bought hears of any word against that.
 */
export function isSentSince({ attempts, acceptedAsBought }: Order, attempt: string): boolean {
  if (acceptedAsBought !== null) return false;
  const since = attempts.slice(attempts.findIndex((one) => one.attempt === attempt) + 1);
  return since.some(({ call, progress }) => call === 'createPartnerOrder' && progress.stage !== 'notSent');
}

/** The `X-Service-Date` of a request in seconds, rounded up, whatever its form is; null where there is none to read. */
export function serviceDateSeconds(headers: readonly (readonly [name: string, value: string])[]): number | null {
  const text = headers.find(([name]) => name.toLowerCase() === 'x-service-date')?.[1].trim() ?? '';
  const ms = /^\d{13}$/.test(text) ? Number(text) : /^\d{10}$/.test(text) ? Number(text) * 1000 : Date.parse(text);
  return Number.isNaN(ms) ? null : Math.ceil(ms / 1000);
}
