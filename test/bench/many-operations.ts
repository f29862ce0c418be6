import { openLocalRecords } from '../../src-main/app/counter/counter.ts';
import { knownId, type CardId, type OperationId, type SoldCardId, type WalletId } from '../../src-main/core/ids.ts';
import { isAmount } from '../../src-main/core/money.ts';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import type { Journal, JournalTransaction } from '../../src-main/journal/journal.ts';
import { orderEvent, type IntendedOrder, type Verdict } from '../../src-main/orders/machine/events.ts';
import { openOrderRecords, type OrderRecords } from '../../src-main/orders/records/order-records.ts';
import { saleNumberText } from '../../src-shared/search/sale-number.ts';

export const perTransaction = 1_000;
/** As many in a journal of any size: what is measured is the journal, and not how much is pending. */
export const pendingAtMost = 200;
const sealedBytes = 1_500;

/** Records so many operations, each with the events of an order and the sealed answer of a sale. */
export function sellMany(journal: Journal, operations: number): void {
  const records = openOrderRecords(journal, () => undefined);
  for (let n = 0; n < operations;) {
    const end = Math.min(operations, n + perTransaction);
    const done = journal.transaction((tx) => {
      for (; n < end; n += 1) sell(tx, records, n, n % Math.max(1, Math.floor(operations / pendingAtMost)) === 0);
    });
    if (!done.ok) throw new Error(done.error.code);
  }
}

/** The same in the records of a counter that does not run. */
export function sellInto(directory: string, operations: number): void {
  const opened = openLocalRecords({ directory, clock: systemClock, randomness: systemRandomness });
  if (!opened.ok) throw new Error(opened.error.code);
  sellMany(opened.value.journal, operations);
  opened.value.close();
}

/** A pending one got no answer yet; the others were sold and handed over. */
function sell(tx: JournalTransaction, records: OrderRecords, n: number, isPending: boolean): void {
  const id = knownId<OperationId>(systemRandomness.uuid());
  const attempt = systemRandomness.uuid();
  const nowMs = systemClock.nowMs();
  const begun = [
    orderEvent(id, 'order-intended', intentOf(id, n, nowMs)),
    orderEvent(id, 'attempt-started', {
      attempt,
      call: 'createPartnerOrder',
      url: pinned.url,
      headers: Array.from({ length: 12 }, (_, index) => [`header-${index}`, 'y'.repeat(60)]),
      nonce: attempt,
      createdAtSeconds: Math.floor(nowMs / 1000),
      expiresAtSeconds: Math.floor(nowMs / 1000) + 60,
      keyId: pinned.keyId,
      profileHash: 'a'.repeat(43),
    }),
  ];
  if (isPending) {
    records.recordIn(tx, id, [
      ...begun,
      orderEvent(id, 'attempt-lost', { attempt, reason: 'connection_lost', retryAtMs: nowMs }),
    ]);
    return;
  }
  const sealed = tx.fileSealed(`answer:${attempt}`, {
    ciphertext: systemRandomness.bytes(sealedBytes),
    wrappedKey: systemRandomness.bytes(60),
  });
  const soldCardIds = [knownId<SoldCardId>(systemRandomness.uuid())];
  const verdict: Verdict = {
    outcome: 'completed',
    invoiceId: systemRandomness.uuid(),
    soldCardIds,
    replayed: false,
    differs: [],
  };
  records.recordIn(tx, id, [
    ...begun,
    orderEvent(id, 'answer-sealed', { attempt, sealed, bytes: sealedBytes, httpStatus: 201 }),
    orderEvent(id, 'answer-judged', {
      attempt,
      sealed,
      httpStatus: 201,
      requestId: attempt,
      verdict,
      createdAtSeconds: Math.floor(nowMs / 1000),
      thenRead: false,
      retryAtMs: nowMs,
    }),
    orderEvent(id, 'codes-shown', { soldCardIds }),
    orderEvent(id, 'codes-handed-over', {}),
  ]);
  // Any text that is told apart does as a digest.
  tx.append({ subject: id, kind: 'serial-kept', body: { sealed, soldCardId: soldCardIds[0] ?? '', serial: id } });
}

const pinned = {
  deployment: 'https://partner.example',
  url: 'https://partner.example/v1/wallets/orders',
  contentType: 'application/json',
  keyId: systemRandomness.uuid(),
};

function intentOf(id: OperationId, n: number, nowMs: number): IntendedOrder {
  const price = '2.850';
  if (!isAmount(price)) throw new Error('no amount');
  return {
    walletId: knownId<WalletId>(pinned.keyId),
    cardId: knownId<CardId>(id),
    quantity: 1,
    unitPrice: price,
    total: { amount: price, currency: 'KWD' },
    useAllowedDebt: false,
    externalReference: `till 4 ${n}`,
    cardName: { ar: 'زين 10', en: 'Zain 10' },
    body: 'x'.repeat(220),
    pinned: { ...pinned, idempotencyKey: id },
    wantedUntilMs: nowMs + 600_000,
    replaces: null,
    saleNumber: saleNumberText({ letter: 'C', epoch: 1, count: n + 1 }),
  };
}
