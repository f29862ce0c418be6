import {
  knownId,
  type CardId,
  type OperationId,
  type SoldCardId,
  type WalletId,
} from '../../../../src-main/core/ids.ts';
import { isAmount, type Amount } from '../../../../src-main/core/money.ts';
import { orderOf } from '../../../../src-main/orders/machine/apply.ts';
import type { Circumstances } from '../../../../src-main/orders/machine/circumstances.ts';
import {
  readOrderEvent,
  type IntendedOrder,
  type OrderCall,
  type OrderEvent,
  type OrderEventBody,
  type OrderEventKind,
  type Verdict,
} from '../../../../src-main/orders/machine/events.ts';
import type { VerifiedAnswer } from '../../../../src-main/orders/machine/interpret.ts';
import type { Order } from '../../../../src-main/orders/machine/order.ts';

export const operationId = knownId<OperationId>('0a000000-0000-4000-8000-000000000001');
export const otherOperationId = knownId<OperationId>('0a000000-0000-4000-8000-000000000002');
export const walletId = knownId<WalletId>('0b000000-0000-4000-8000-000000000001');
export const cardId = knownId<CardId>('0c000000-0000-4000-8000-000000000001');
export const invoiceId = '0d000000-0000-4000-8000-000000000001';

export function soldCardId(index: number): SoldCardId {
  return knownId<SoldCardId>(`0e000000-0000-4000-8000-${String(index).padStart(12, '0')}`);
}

export function amount(text: string): Amount {
  if (!isAmount(text)) throw new Error(`${text} is no amount`);
  return text;
}

/** What a customer pays for two cards that cost 2.500. */
export const charge = {
  price: '1.500',
  total: '3.000',
  currency: 'KWD',
  source: 'rule',
  ruleId: null,
  margin: '0.500',
  revision: 1,
} as const;

export const intendedAtMs = 1_700_000_000_000;
export const wantedUntilMs = intendedAtMs + 600_000;

export const intent: IntendedOrder = {
  walletId,
  cardId,
  quantity: 2,
  unitPrice: amount('1.250'),
  total: { amount: amount('2.500'), currency: 'KWD' },
  useAllowedDebt: false,
  externalReference: null,
  cardName: null,
  body: '{"body":"of the order"}',
  pinned: {
    deployment: 'https://partner.example',
    url: `https://partner.example/v1/wallets/${walletId}/orders`,
    contentType: 'application/json',
    idempotencyKey: operationId,
    keyId: '0f000000-0000-4000-8000-000000000001',
  },
  wantedUntilMs,
  replaces: null,
};

/** A minute after the intent: the clock is right, the service asks for no pause, and nothing changed since. */
export function circumstances(changes: Partial<Circumstances> = {}): Circumstances {
  return {
    nowMs: intendedAtMs + 60_000,
    serviceNowMs: intendedAtMs + 60_000,
    serviceOffsetMs: 0,
    restingMs: 0,
    jitter: 1,
    terms: { pinned: intent.pinned, profileHash: 'profile-1', safeResendMs: null },
    notBoughtTerms: {
      declared: { maxRequestAgeSeconds: 60, visibleWithinSeconds: 300 },
      answerSkewSeconds: 60,
      requestSkewSeconds: 60,
    },
    ...changes,
  };
}

export interface StartedOn {
  readonly keyId?: string;
  readonly profileHash?: string;
  readonly url?: string;
  readonly sentAtSeconds?: number;
  readonly serviceDate?: string;
}

/** What an event is told with here may be one that several tests share. */
type Shared<T> = T extends string ? T : T extends object ? { readonly [P in keyof T]: Shared<T[P]> } : T;

/** Events in the order they are made, a second apart. */
export class History {
  readonly events: OrderEvent[] = [{ kind: 'order-intended', atMs: intendedAtMs, body: intent }];
  #attempts = 0;

  add<K extends OrderEventKind>(event: { readonly kind: K; readonly body: Shared<OrderEventBody<K>> }): this {
    const asKept: unknown = JSON.parse(JSON.stringify(event.body));
    const read = readOrderEvent(event.kind, intendedAtMs + this.events.length * 1_000, asKept);
    if (read === null) throw new Error(`${event.kind} does not fit its schema`);
    this.events.push(read);
    return this;
  }

  started(call: OrderCall = 'createPartnerOrder', on: StartedOn = {}): this {
    this.#attempts += 1;
    return this.add({
      kind: 'attempt-started',
      body: {
        attempt: this.last,
        call,
        url: on.url ?? intent.pinned.url,
        headers: on.serviceDate === undefined ? [] : [['X-Service-Date', on.serviceDate]],
        nonce: null,
        createdAtSeconds: on.sentAtSeconds ?? 0,
        expiresAtSeconds: (on.sentAtSeconds ?? 0) + 60,
        keyId: on.keyId ?? intent.pinned.keyId,
        profileHash: on.profileHash ?? 'profile-1',
      },
    });
  }

  get last(): string {
    return `attempt-${this.#attempts}`;
  }

  lost(call: OrderCall = 'createPartnerOrder', on: StartedOn = {}): this {
    return this.started(call, on).add({
      kind: 'attempt-lost',
      body: { attempt: this.last, reason: 'connection_lost', retryAtMs: 0 },
    });
  }

  notSent(): this {
    return this.started().add({ kind: 'attempt-not-sent', body: { attempt: this.last, retryAtMs: 0 } });
  }

  judged(
    verdict: Verdict,
    options: StartedOn & {
      readonly call?: OrderCall;
      readonly thenRead?: boolean;
      readonly retryAtMs?: number;
      readonly signedAtSeconds?: number;
    } = {},
  ): this {
    return this.started(options.call, options).add({
      kind: 'answer-judged',
      body: {
        attempt: this.last,
        sealed: { id: `answer:${this.last}`, sha256: '' },
        httpStatus: 200,
        requestId: null,
        verdict,
        createdAtSeconds: options.signedAtSeconds ?? 0,
        thenRead: options.thenRead ?? false,
        retryAtMs: options.retryAtMs ?? 0,
      },
    });
  }

  get facts(): Order {
    return factsIn(this.events);
  }
}

function factsIn(events: readonly OrderEvent[]): Order {
  const facts = orderOf(events);
  if (facts === null) throw new Error('no intent');
  return facts;
}

export function completedVerdict(
  parts: Partial<Extract<Verdict, { outcome: 'completed' }>> = {},
): Extract<Verdict, { outcome: 'completed' }> {
  return {
    outcome: 'completed',
    invoiceId,
    soldCardIds: [soldCardId(1), soldCardId(2)],
    replayed: false,
    differs: [],
    ...parts,
  };
}

/** What the machine is told of an answer that took the order; signed as the service's clock says in `circumstances`. */
export function acceptedAnswer(changes: Partial<VerifiedAnswer> = {}): VerifiedAnswer {
  return {
    kind: 'verified',
    status: 202,
    createdAtSeconds: (intendedAtMs + 60_000) / 1000,
    requestId: 'request-1',
    isBound: true,
    isBoundToPath: true,
    isReplay: false,
    retryAfterMs: null,
    problemCode: null,
    named: operationId,
    order: { operationId, status: 'processing', soldCardIds: [], oddFields: [] },
    usedBy: null,
    ...changes,
  };
}
