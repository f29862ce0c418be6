import { refusalCodes, unverifiedReasons } from '../../../src-shared/contract/codes.ts';
import type { Says } from './books.ts';
import { invoiceId, operationId, otherOperationId, soldCardId, strangerId } from './names.ts';
import type { AnsweredOrder, VerifiedAnswer, IntendedOrder, OrderAnswer, OrderCall } from './under-proof.ts';

/** One answer that a service may give to a call of an order, and what it says of the service's books. */
export interface Sample {
  readonly name: string;
  readonly answer: OrderAnswer;
  readonly says: Says;
}

/**
 * Refusals after which the order may have been taken all the same, and those that no order is refused with ("Errors").
 */
const undecided: readonly string[] = [
  'internal_error',
  'dependency_unavailable',
  'request_timeout',
  'replay_detected',
  'operation_processing',
  'idempotency_conflict',
  'invitation_invalid',
  'key_proof_invalid',
  'key_duplicate',
  'card_not_found',
  'reveal_not_allowed',
  'invoice_reveal_limit_exceeded',
];

/** The statuses of the API's refusals; the last few come with any. */
const statusOf: Readonly<Record<(typeof refusalCodes)[number], readonly number[]>> = {
  invalid_credentials: [401],
  invitation_invalid: [401],
  insufficient_scope: [403],
  source_ip_not_allowed: [403],
  binding_not_authorized: [403],
  account_inactive: [403],
  purchase_not_allowed: [403, 409],
  wallet_not_granted: [404],
  resource_not_found: [404],
  validation_failed: [422],
  currency_not_supported: [422],
  key_proof_invalid: [422],
  allowed_debt_consent_required: [402],
  replay_detected: [409],
  idempotency_conflict: [409],
  insufficient_balance: [409],
  business_subscription_required: [409],
  wallet_disabled: [409],
  wallet_expired: [409],
  card_unavailable: [409],
  quantity_unavailable: [409],
  price_changed: [409],
  owner_limit_exceeded: [409],
  key_duplicate: [409],
  rate_limited: [429],
  daily_limit_exceeded: [429],
  internal_error: [500],
  dependency_unavailable: [503],
  request_timeout: [504],
  card_not_found: [404],
  reveal_not_allowed: [403],
  invoice_reveal_limit_exceeded: [409],
  operation_processing: [409, 503],
};

const verified: VerifiedAnswer = {
  kind: 'verified',
  status: 200,
  createdAtSeconds: 0,
  requestId: null,
  isBound: true,
  isBoundToPath: true,
  isReplay: false,
  retryAfterMs: null,
  problemCode: null,
  named: operationId,
  order: null,
  usedBy: null,
};

/** Everything that a service can say to one call, as far as the machine knows of it. */
export function samplesOf(call: OrderCall, intent: IntendedOrder): readonly Sample[] {
  const plain = [
    ...unbelievable,
    ...reportedOrders(call, intent),
    ...strangeSuccesses(call, intent),
    ...refusals(call),
  ];
  return [...plain, ...plain.filter(({ name }) => mayAskToWait.includes(name)).map(askingToWait)];
}

/** Answers that come with a `Retry-After` as well: an order that is open, a rate, and a service in trouble. */
const mayAskToWait: readonly string[] = ['processing', '429 rate_limited', '503 dependency_unavailable'];

/** Longer than any answer is on its way, and shorter than the time that passes in one step. */
const askedMs = 600_000;

function askingToWait({ name, answer, says }: Sample): Sample {
  return {
    name: `${name}, asks to wait`,
    says,
    answer: answer.kind === 'verified' ? { ...answer, retryAfterMs: askedMs } : answer,
  };
}

const unbelievable: readonly Sample[] = [
  ...[...unverifiedReasons, 'seal_failed'].map((reason): Sample => ({
    name: `not verified: ${reason}`,
    says: 'nothing',
    answer: { kind: 'unverified', reason },
  })),
  {
    name: 'the bytes of an answer to another order',
    says: 'nothing',
    answer: { ...verified, usedBy: otherOperationId },
  },
];

/** An order under our own id. Only answers to a POST carry codes, or say that they repeat an earlier one. */
function reportedOrders(call: OrderCall, intent: IntendedOrder): readonly Sample[] {
  const isPost = call === 'createPartnerOrder';
  const order = { ...orderAsMeant(intent), operationId };
  const reported = (name: string, says: Says, change: Partial<AnsweredOrder>, isReplay = false): Sample => ({
    name,
    says,
    answer: { ...verified, isReplay, order: { ...order, ...change } },
  });
  const sold = ([says, change]: readonly [Says, Partial<AnsweredOrder>]): readonly Sample[] =>
    [{ invoiceId }, {}].flatMap((invoice) => {
      const name = `completed${says === 'sold' ? '' : ', another card'}${'invoiceId' in invoice ? '' : ', no invoice'}`;
      const without = { ...change, ...invoice, status: 'completed' as const };
      return isPost
        ? [
            reported(`${name}, with codes`, says, { ...without, soldCardIds: [soldCardId] }),
            reported(`${name}, replayed`, says, without, true),
          ]
        : [reported(name, says, without)];
    });
  return [
    ...(
      [
        ['sold', {}],
        ['soldOther', { cardId: intent.cardId, quantity: intent.quantity + 1 }],
      ] as const
    ).flatMap(sold),
    reported('failed', 'failed', { status: 'failed' }),
    reported('processing', 'open', { status: 'processing' }),
    reported('recoveryExhausted', 'open', { status: 'recoveryExhausted' }),
    reported('a status of a later version', 'open', { status: 'unknown' }),
    ...(isPost
      ? [reported('a status of a later version, with codes', 'sold', { status: 'unknown', soldCardIds: [soldCardId] })]
      : []),
  ];
}

function strangeSuccesses(call: OrderCall, intent: IntendedOrder): readonly Sample[] {
  const other = (id: typeof operationId): AnsweredOrder => ({
    ...orderAsMeant(intent),
    operationId: id,
    status: 'completed',
    invoiceId,
  });
  const success = (name: string, change: Partial<VerifiedAnswer>, says: Says = 'nothing'): Sample => ({
    name,
    says,
    answer: { ...verified, ...change },
  });
  return [
    success('another order of ours', { named: otherOperationId, order: other(otherOperationId) }),
    success("a stranger's order", { named: strangerId, order: other(strangerId) }),
    success("a stranger's order, unreadable", { named: strangerId }),
    success('200, unreadable', { named: null }),
    success('202, unreadable, not bound', { status: 202, named: null, isBound: false }),
    success('202, unreadable', { status: 202, named: null }, call === 'createPartnerOrder' ? 'open' : 'nothing'),
  ];
}

function refusals(call: OrderCall): readonly Sample[] {
  const known = refusalCodes.flatMap((code) => statusOf[code].map((status) => [code, status] as const));
  const unlisted = [
    ['of_a_later_version', 409],
    ['of_a_later_version', 500],
    [null, 502],
    [null, 404],
  ] as const;
  return [...known, ...unlisted].flatMap(([code, status]) => [
    refusal(call, code, status, true),
    refusal(call, code, status, false),
  ]);
}

/** One that is bound to its request speaks of that one; another may have been given to anybody. */
function refusal(call: OrderCall, code: string | null, status: number, isBound: boolean): Sample {
  const decides = isBound && code !== null && !undecided.includes(code) && refusalCodes.some((known) => known === code);
  const isNotFound = isBound && code === 'resource_not_found';
  return {
    name: `${status} ${code ?? 'without a code'}${isBound ? '' : ', not bound'}`,
    says: call === 'createPartnerOrder' ? (decides ? 'notTaken' : 'nothing') : isNotFound ? 'notFound' : 'nothing',
    answer: { ...verified, status, problemCode: code, isBound, isBoundToPath: isBound, named: null },
  };
}

function orderAsMeant({ walletId, cardId, quantity, total }: IntendedOrder): Omit<AnsweredOrder, 'operationId'> {
  return { status: 'processing', walletId, cardId, quantity, total, soldCardIds: [], oddFields: [] };
}
