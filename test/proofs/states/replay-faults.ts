import type { Step } from './step.ts';
import type { OrderCall } from './under-proof.ts';

/** A fault of the practice service, as its control port takes it; null where it has none for that. */
export type Fault = Readonly<Record<string, unknown>>;

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
  'another order of ours': [{ name: 'another-orders-answer' }],
};

/** What makes the service give this answer to a call, and take the order or not. */
export function faultsFor(
  call: OrderCall,
  { answer, isTaken }: Extract<Step, { readonly isTaken: boolean; readonly answer: string }>,
): readonly Fault[] | null {
  if (answer.startsWith('not believed'))
    return isTaken ? [{ name: 'unsigned' }] : [{ name: 'html-502', processed: call !== 'createPartnerOrder' }];
  const refusal = /^(\d{3}) ([a-z_]+)(, not bound)?$/.exec(answer);
  if (refusal === null) return answers[answer] ?? null;
  const [, status = '', code = ''] = refusal;
  if (isTaken) return [{ name: 'refused-yet-executed', code, ms: 0 }];
  return [{ name: code === 'purchase_not_allowed' && status === '409' ? `${code}-409` : code }];
}
