import type { Step } from './step.ts';
import type { OrderCall } from './under-proof.ts';

/** A fault of the practice service, as its control port takes it; null where it has none for that. */
export type Fault = Readonly<Record<string, unknown>>;

/** An answer in words, and whether the order was taken with it. */
export interface Wanted {
  readonly answer: string;
  readonly isTaken: boolean;
}

const answers: Readonly<Record<string, readonly Fault[]>> = {
  completed: [],
  'completed, with codes': [],
  'completed, replayed': [],
  'completed, another card, with codes': [{ name: 'altered-body', set: { '/quantity': 2 } }],
  'completed, another card': [{ name: 'altered-body', set: { '/quantity': 2 } }],
  'a status of a later version, with codes': [{ name: 'altered-body', set: { '/status': 'later' } }],
  processing: [{ name: 'accept-202' }],
  recoveryExhausted: [{ name: 'recovery-exhausted' }],
  failed: [{ name: 'fail-order' }],
};

/** One that these records do not know is not read any further. */
export const strangersOrder = "a stranger's order, unreadable";
const asking = ', asks to wait';
const unbound = ', not bound';
export const askedSeconds = 600;

export function asksToWait(answer: string): boolean {
  return answer.endsWith(asking);
}

/** What makes the service give this answer to a call, and take the order or not; `other` is the order that it names. */
export function faultsFor(call: OrderCall, { answer, isTaken }: Wanted, other: string | null): readonly Fault[] | null {
  if (asksToWait(answer)) {
    const faults = faultsFor(call, { answer: answer.slice(0, -asking.length), isTaken }, other);
    const canAsk = faults?.length === 1 && faults[0]?.['name'] !== 'refused-yet-executed';
    return canAsk ? faults.map((fault) => ({ ...fault, retryAfter: askedSeconds })) : null;
  }
  if (answer.endsWith(unbound)) {
    const faults = faultsFor(call, { answer: answer.slice(0, -unbound.length), isTaken }, other);
    return faults === null ? null : [...faults, { name: 'stripped-components', without: 'binding' }];
  }
  if (answer.startsWith('the other order: '))
    return [{ name: 'another-orders-answer', operationId: other, withCodes: answer.endsWith('with codes') }];
  if (answer === strangersOrder)
    return [
      ...(isTaken ? [] : [{ name: 'internal_error' }]),
      { name: 'another-orders-answer', operationId: other, withCodes: false },
    ];
  if (answer === 'another order of ours')
    return [...(isTaken ? [] : [{ name: 'internal_error' }]), { name: 'another-orders-answer', withCodes: false }];
  if (answer.startsWith('not verified'))
    return isTaken ? [{ name: 'unsigned' }] : [{ name: 'html-502', processed: call !== 'createPartnerOrder' }];
  const refusal = /^(\d{3}) ([a-z_]+)$/.exec(answer);
  if (refusal === null) return answers[answer] ?? null;
  const [, status = '', code = ''] = refusal;
  if (isTaken) return [{ name: 'refused-yet-executed', code, ms: 0 }];
  return [{ name: code === 'purchase_not_allowed' && status === '409' ? `${code}-409` : code }];
}

/** The answer whose words are chosen only where somebody reads it: those, or any that says the same. */
export function wordsOf(step: Extract<Step, { readonly says: string }>, later: readonly Step[]): Wanted {
  for (const one of later) {
    const read = one.kind === 'ofOther' ? one.step : one;
    if ((read.kind === 'arrives' || read.kind === 'judgesKept') && read.answer !== null)
      return { answer: read.answer, isTaken: step.isTaken };
  }
  return { answer: `${usual[step.says]}${step.hasCodes ? ', with codes' : ''}`, isTaken: step.isTaken };
}

const usual = {
  open: 'processing',
  sold: 'completed',
  soldOther: 'completed, another card',
  failed: 'failed',
  notTaken: '409 price_changed',
  notFound: '404 resource_not_found',
  nothing: '500 internal_error',
} as const;
