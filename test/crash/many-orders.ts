import { createHash } from 'node:crypto';
import { openLocalRecords, type LocalRecords } from '../../src-main/app/counter/counter.ts';
import { knownId, type CardId, type OperationId, type SoldCardId, type WalletId } from '../../src-main/core/ids.ts';
import { parseAmount } from '../../src-main/core/money.ts';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { orderEvent } from '../../src-main/orders/machine/events.ts';

/** An order of the journal that `sellMany` writes. */
export interface Sold {
  readonly operationId: OperationId;
  /** The ids of the sealed answers of these orders are their operation's. */
  readonly ciphertext: Uint8Array;
}

export function openAt(directory: string): ReturnType<typeof openLocalRecords> {
  return openLocalRecords({ directory, clock: systemClock, randomness: systemRandomness });
}

/** Writes the events of so many orders, each bought and half of them handed over, as the counter writes them. */
export function sellMany(localRecords: LocalRecords, count: number): readonly Sold[] {
  return Array.from({ length: count }, (_, index) => sellOne(localRecords, index));
}

function sellOne(localRecords: LocalRecords, index: number): Sold {
  const operationId = idOf<OperationId>('operation', index);
  const ciphertext = noise(`answer ${index}`, 700 + (index % 7) * 900);
  const amount = parseAmount('1.500');
  if (amount === null) throw new Error('no amount');
  const attempt = idOf('attempt', index);
  const soldCardIds = [idOf<SoldCardId>('card', index)];
  const body = JSON.stringify({
    cardId: idOf('card kind', index % 20),
    quantity: 1,
    unitPrice: amount,
    reference: `shop ${index}`,
  });
  const sealed = localRecords.journal.transaction((tx) =>
    tx.fileSealed(operationId, { ciphertext, wrappedKey: noise(`key ${index}`, 61) }),
  );
  if (!sealed.ok) throw new Error(sealed.error.code);
  const recorded = localRecords.records.record(operationId, [
    orderEvent(operationId, 'order-intended', {
      walletId: idOf<WalletId>('wallet', 0),
      cardId: idOf<CardId>('card kind', index % 20),
      quantity: 1,
      unitPrice: amount,
      total: { amount, currency: 'KWD' },
      useAllowedDebt: false,
      externalReference: `shop ${index}`,
      cardName: { en: `Card ${index % 20}`, ar: `بطاقة ${index % 20}` },
      body,
      pinned: {
        deployment: 'here',
        url: 'https://service.example/v1/wallets/w/orders',
        contentType: 'application/json',
        idempotencyKey: operationId,
        keyId: idOf('key', 0),
      },
      wantedUntilMs: 0,
      replaces: null,
    }),
    orderEvent(operationId, 'attempt-started', {
      attempt,
      call: 'createPartnerOrder',
      url: 'https://service.example/v1/wallets/w/orders',
      headers: [['signature', noise(`signature ${index}`, 64).toString('base64')]],
      nonce: attempt,
      createdAtSeconds: 1_700_000_000,
      expiresAtSeconds: 1_700_000_060,
      keyId: idOf('key', 0),
      profileHash: 'profile',
    }),
    orderEvent(operationId, 'answer-sealed', {
      attempt,
      sealed: sealed.value,
      bytes: ciphertext.length,
      httpStatus: 201,
    }),
    orderEvent(operationId, 'answer-judged', {
      attempt,
      sealed: sealed.value,
      httpStatus: 201,
      requestId: null,
      createdAtSeconds: 1_700_000_000,
      thenRead: false,
      retryAtMs: 0,
      verdict: { outcome: 'completed', invoiceId: idOf('invoice', index), soldCardIds, replayed: false, differs: [] },
    }),
    ...(index % 2 === 0
      ? [orderEvent(operationId, 'codes-shown', { soldCardIds }), orderEvent(operationId, 'codes-handed-over', {})]
      : []),
  ]);
  if (!recorded.ok) throw new Error(recorded.error.code);
  return { operationId, ciphertext };
}

/** The same bytes for the same name, in every run. */
export function noise(name: string, length: number): Buffer {
  const parts: Buffer[] = [];
  for (let part = 0; part * 32 < length; part += 1) parts.push(createHash('sha256').update(`${name} ${part}`).digest());
  return Buffer.concat(parts).subarray(0, length);
}

function idOf<T extends OperationId | CardId | WalletId | SoldCardId>(name: string, index: number): T {
  const hex = noise(`${name} ${index}`, 16).toString('hex');
  return knownId<T>(
    `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`,
  );
}
