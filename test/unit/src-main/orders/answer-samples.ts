import type { IntendedOrder } from '../../../../src-main/orders/machine/events.ts';
import { interpret, type Interpretation, type InterpretInput } from '../../../../src-main/orders/machine/interpret.ts';
import { readAnswer } from '../../../../src-main/orders/records/kept-answers.ts';
import type { Judged, Verified } from '../../../../src-main/partner-api/judge.ts';
import { profileOf } from '../partner-api/partner.ts';

export interface SampleAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly bound?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly signature?: string;
}

/** All that the default profile binds an order's answer to. */
export const boundToOrder = ['@method', '@authority', '@path', '@query', 'nonce', 'content-digest', 'idempotency-key'];

export function verified({
  status,
  body,
  bound = boundToOrder,
  headers = {},
  signature = 'signature-1',
}: SampleAnswer): Verified {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    kind: 'verified',
    status,
    body: new TextEncoder().encode(text),
    header: (name) => headers[name] ?? null,
    bound: new Set(bound),
    createdAtSeconds: 1_700_000_000,
    serviceKeyId: 'service-1',
    signatureSha256: signature,
  };
}

/** An answer to a call of an order, as it was judged. */
export interface JudgedSample extends Omit<InterpretInput, 'answer' | 'isSentSince' | 'otherIntent'> {
  readonly judged: Judged;
  readonly intentOf: (operationId: string) => IntendedOrder | null;
  /** What an answer with its signature already spoke of. */
  readonly signatureUsedBy: string | null;
}

/** What the product makes of it: it is read, and then interpreted. */
export function interpretJudged({ judged, intentOf, signatureUsedBy, ...rest }: JudgedSample): Interpretation {
  const answer = readAnswer(judged, { profile: sampleProfile, serviceClock: { nowMs: () => 0 } }, signatureUsedBy);
  return interpret({
    ...rest,
    answer,
    isSentSince: false,
    otherIntent: answer.kind === 'verified' && answer.named !== null ? intentOf(answer.named) : null,
  });
}

const sampleProfile = profileOf({ baseUrl: 'https://partner.example' });
