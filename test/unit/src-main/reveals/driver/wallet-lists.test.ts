import { describe, expect, it } from 'vitest';
import { openCheck, lastUnchecked } from '../../../../../src-main/reveals/records/owned-check.ts';
import { soldCardId, walletId } from '../../orders/order-samples.ts';
import type { Reply } from '../../orders/scripted-service.ts';
import { completed, refusal, Till, value } from '../../orders/till.ts';

const otherWallet = '6f1c1f7e-0000-4000-8000-00000000beef';
const walletWith = (id: string): object => ({ id, balance: { amount: '1.000', currency: 'KWD' } });
const wallets = (...ids: readonly string[]): Reply => ({ status: 200, body: { items: ids.map(walletWith) } });
const page = (cards: readonly object[], nextCursor?: string): Reply => ({
  status: 200,
  body: { items: cards, ...(nextCursor === undefined ? {} : { nextCursor }) },
});
const busyFor = (seconds: number): Reply => ({
  status: 429,
  body: { code: 'rate_limited' },
  headers: { 'retry-after': String(seconds) },
});

describe('the lists of owned cards', () => {
  it('are those of every wallet that the service shows, each page kept as it was compared', async () => {
    const till = await Till.open();
    till.service.script(wallets(walletId, otherWallet), page([{ soldCardId: soldCardId(1) }], 'b'), page([]), page([]));
    expect(value(await till.counter.reveals.reconcile())).toEqual({
      ownedCards: 1,
      unknownCards: [soldCardId(1)],
      missingCards: [],
    });
    const kept = till.counter.localRecords.journal.events({ kind: 'owned-cards-read' });
    expect(kept.map(({ subject }) => subject)).toEqual(['', '', '']);
    expect(kept.map(({ body }) => body)).toEqual([
      { walletId, next: 'b', isEnd: false, known: [], unknown: [soldCardId(1)], others: [], unreadable: 0 },
      { walletId, next: null, isEnd: true, known: [], unknown: [], others: [], unreadable: 0 },
      { walletId: otherWallet, next: null, isEnd: true, known: [], unknown: [], others: [], unreadable: 0 },
    ]);
  });

  it('are not whole where a wallet of the service cannot be read', async () => {
    const till = await Till.open();
    till.service.script(wallets(walletId, 'no id'), page([]));
    expect(await till.counter.reveals.reconcile()).toEqual({
      ok: false,
      error: { code: 'answer_unreadable', detail: 'wallets_unreadable' },
    });
    const { journal } = till.counter.localRecords;
    expect(lastUnchecked(journal, till.clock.nowMs())).toEqual({
      items: [{ code: 'answer_unreadable', detail: 'wallets_unreadable' }],
      acceptable: true,
    });
    expect(journal.events({ kind: 'owned-cards-read' })).toHaveLength(1);
  });

  it('are not asked for where the service answers nothing, and nobody can accept that', async () => {
    const till = await Till.open();
    till.service.script('drop');
    expect(await till.counter.reveals.reconcile()).toEqual({ ok: false, error: { code: 'connection_lost' } });
    expect(till.service.seen).toHaveLength(1);
    expect(lastUnchecked(till.counter.localRecords.journal, till.clock.nowMs())).toEqual({
      items: [{ code: 'connection_lost' }],
      acceptable: false,
    });
  });

  it('tell how many entries of a page could not be read', async () => {
    const till = await Till.open();
    till.service.script(wallets(walletId), page([{ soldCardId: 'no id' }, { soldCardId: soldCardId(1) }]));
    expect((await till.counter.reveals.reconcile()).ok).toBe(false);
    const [kept] = till.counter.localRecords.journal.events({ kind: 'owned-cards-read' });
    expect(kept?.body).toMatchObject({ unreadable: 1, unknown: [soldCardId(1)] });
  });

  it('are not asked for of wallets that are known here either, where the service refuses everything', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(completed(operationId), refusal(403, 'insufficient_scope'));
    await till.resume(operationId);
    expect(await till.counter.reveals.reconcile()).toMatchObject({ error: { code: 'insufficient_scope' } });
    expect(till.service.seen).toHaveLength(2);
  });

  it('end for every wallet where one is refused for all of them', async () => {
    const till = await Till.open();
    till.service.script(wallets(walletId, otherWallet), refusal(403, 'insufficient_scope'));
    expect(await till.counter.reveals.reconcile()).toMatchObject({ error: { code: 'insufficient_scope' } });
    expect(till.service.seen).toHaveLength(2);
    const { lastUnchecked: stopped } = openCheck(till.counter.localRecords.journal, till.clock.nowMs());
    expect(stopped).toMatchObject([{ walletId }, { walletId: otherWallet }]);
  });

  it('wait out a pause of a minute, and no longer one', async () => {
    for (const [seconds, isWaitedFor] of [
      [60, true],
      [61, false],
    ] as const) {
      const till = await Till.open();
      const beganMs = till.clock.monotonicMs();
      till.service.script(wallets(walletId), busyFor(seconds), page([]));
      expect((await till.counter.reveals.reconcile()).ok).toBe(isWaitedFor);
      expect(till.clock.monotonicMs() - beganMs).toBe(isWaitedFor ? 60_000 : 0);
    }
  });

  it('are given up for now after three tries of one page', async () => {
    const till = await Till.open();
    till.service.script(wallets(walletId), busyFor(5), busyFor(5), busyFor(5), page([]));
    expect(await till.counter.reveals.reconcile()).toMatchObject({ error: { code: 'rate_limited' } });
    expect(till.service.seen).toHaveLength(4);
  });

  it('are not tried again at once where the service asked for no pause', async () => {
    const till = await Till.open();
    till.service.script(wallets(walletId), refusal(503, 'dependency_unavailable'), page([]));
    expect((await till.counter.reveals.reconcile()).ok).toBe(false);
    expect(till.service.seen.length).toBeLessThanOrEqual(3);
  });
});
