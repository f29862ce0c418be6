import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { openFindings } from '../../../../../src-main/reveals/records/findings.ts';
import { openCheck } from '../../../../../src-main/reveals/records/owned-check.ts';
import { invoiceId, soldCardId, walletId } from '../../orders/order-samples.ts';
import type { Reply, Seen } from '../../orders/scripted-service.ts';
import { codes, completed, newOperationId, refusal, Till, value } from '../../orders/till.ts';

const otherWallet = '6f1c1f7e-0000-4000-8000-00000000beef';
const noWallets: Reply = { status: 200, body: { items: [] } };
const wallets = (...ids: readonly string[]): Reply => ({
  status: 200,
  body: { items: ids.map((id) => ({ id, balance: { amount: '1.000', currency: 'KWD' } })) },
});
const page = (cards: readonly object[], nextCursor?: string): Reply => ({
  status: 200,
  body: { items: cards, ...(nextCursor === undefined ? {} : { nextCursor }) },
});
const ours = codes.map(({ soldCardId: id }) => ({ soldCardId: id }));
const busy = refusal(429, 'rate_limited');
const restIs = (seconds: number): Reply => ({
  status: 429,
  body: { code: 'rate_limited' },
  headers: { 'retry-after': String(seconds) },
});

/** A counter with one sale, on a copy of its folder. */
async function copied(): Promise<{ readonly till: Till; readonly operationId: OperationId }> {
  const till = await Till.open();
  const operationId = till.place();
  till.service.script(completed(operationId));
  await till.resume(operationId);
  till.close();
  till.directory = till.copyFolder();
  await till.run();
  expect(till.counter.localRecords.journal.copyStatus()).toBe('copied');
  return { till, operationId };
}

/** What was asked since `from` of lists of owned cards, as wallet and cursor. */
function asked(till: Till, from = 0): readonly string[] {
  return till.service.seen
    .slice(from)
    .map(({ target }: Seen) => new URL(target, 'http://x'))
    .flatMap(({ pathname, searchParams }) => {
      const [, wallet] = /wallets\/([^/]+)\/cards$/.exec(pathname) ?? [];
      return wallet === undefined
        ? []
        : [`${wallet === otherWallet ? 'other' : 'own'} ${searchParams.get('cursor') ?? 'first'}`];
    });
}

const nowMs = (till: Till): number => till.clock.nowMs();
const copyStatus = (till: Till): string => till.counter.localRecords.journal.copyStatus();

describe('a check of owned cards', () => {
  it('goes on after a restart with the page that was refused, and reads none twice', async () => {
    const { till } = await copied();
    const from = till.service.seen.length;
    till.service.script(wallets(walletId, otherWallet), page(ours.slice(0, 1), 'b'), page([], 'c'), busy, busy, busy);
    expect(await till.counter.reveals.reconcile()).toMatchObject({ ok: false, error: { code: 'rate_limited' } });
    expect(openCheck(till.counter.localRecords.journal, nowMs(till)).lastUnchecked).toMatchObject([
      { walletId, code: 'rate_limited' },
      { walletId: otherWallet },
    ]);
    expect(copyStatus(till)).toBe('copied');
    await till.run();
    till.clock.skip(60_000);
    till.service.script(wallets(walletId, otherWallet), page(ours.slice(1)), page([]));
    expect(value(await till.counter.reveals.reconcile())).toEqual({
      ownedCards: ours.length,
      unknownCards: [],
      missingCards: [],
    });
    expect(asked(till, from)).toEqual(['own first', 'own b', 'own c', 'own c', 'own c', 'own c', 'other first']);
    expect(copyStatus(till)).toBe('own');
  });

  it('misses no card that was bought after the page was read that it would stand on', async () => {
    const till = await Till.open();
    till.service.script(wallets(walletId, otherWallet), page([]), busy, busy, busy);
    expect((await till.counter.reveals.reconcile()).ok).toBe(false);
    till.clock.skip(60_000);
    const operationId = till.place();
    till.service.script(completed(operationId), wallets(walletId, otherWallet), page([]));
    await till.resume(operationId);
    expect(value(await till.counter.reveals.reconcile())).toEqual({
      ownedCards: 0,
      unknownCards: [],
      missingCards: [],
    });
  });

  it('finds a card that was bought here and is not listed any more', async () => {
    const { till } = await copied();
    till.service.script(wallets(walletId), page(ours.slice(0, 1)));
    expect(value(await till.counter.reveals.reconcile())).toMatchObject({
      ownedCards: 1,
      missingCards: [ours[1]?.soldCardId],
    });
  });

  it('waits as long as the service asks where that is a minute, and is asked for again where it is longer', async () => {
    const { till } = await copied();
    till.service.script(noWallets, restIs(40), page(ours));
    const before = till.clock.monotonicMs();
    expect((await till.counter.reveals.reconcile()).ok).toBe(true);
    expect(till.clock.monotonicMs() - before).toBeGreaterThanOrEqual(40_000);
    const from = till.service.seen.length;
    till.counter.localRecords.journal.changeCopyStatus('copied', ['test']);
    till.service.script(noWallets, restIs(200));
    expect(await till.counter.reveals.reconcile()).toMatchObject({ ok: false, error: { code: 'rate_limited' } });
    expect(asked(till, from)).toEqual(['own first']);
    till.clock.skip(200_000);
    till.service.script(noWallets, page(ours));
    expect((await till.counter.reveals.reconcile()).ok).toBe(true);
  });

  it('reads on past a wallet that is not granted any more, and takes nobody’s word for it before it was shown', async () => {
    const { till } = await copied();
    const script = (): void => till.service.script(wallets(otherWallet), refusal(403, 'wallet_not_granted'), page([]));
    script();
    expect(await till.counter.reveals.reconcile('Huda')).toMatchObject({
      ok: false,
      error: { code: 'wallet_not_granted', httpStatus: 403 },
    });
    expect(openCheck(till.counter.localRecords.journal, nowMs(till)).lastUnchecked).toMatchObject([
      { walletId, code: 'wallet_not_granted' },
    ]);
    expect(copyStatus(till)).toBe('copied');
    till.service.script(wallets(otherWallet), refusal(403, 'wallet_not_granted'));
    const accepted = value(await till.counter.reveals.reconcile('Huda'));
    expect(accepted).toMatchObject({
      ownedCards: 0,
      unknownCards: [],
      missingCards: [],
      unchecked: [{ walletId, code: 'wallet_not_granted' }],
    });
    expect(copyStatus(till)).toBe('own');
    const { journal } = till.counter.localRecords;
    expect(journal.events({ kind: 'unchecked-cards-accepted' })).toMatchObject([
      { body: { by: 'Huda', unchecked: [{ walletId }] } },
    ]);
    expect(openFindings(journal)).toMatchObject({ unchecked: [{ walletId, code: 'wallet_not_granted' }] });
  });

  it('lets nobody accept more than was shown, nor a service that did not answer at all', async () => {
    const { till } = await copied();
    till.service.script(
      wallets(otherWallet),
      refusal(403, 'wallet_not_granted'),
      page([], 'b'),
      refusal(404, 'resource_not_found'),
    );
    expect((await till.counter.reveals.reconcile()).ok).toBe(false);
    till.service.script(
      wallets(otherWallet, soldCardId(9)),
      refusal(403, 'wallet_not_granted'),
      page([]),
      refusal(403, 'wallet_not_granted'),
    );
    expect(await till.counter.reveals.reconcile('Huda')).toMatchObject({
      ok: false,
      error: { code: 'wallet_not_granted' },
    });
    till.service.script('drop');
    expect(await till.counter.reveals.reconcile()).toMatchObject({ ok: false, error: { code: 'connection_lost' } });
    till.service.script('drop');
    expect(await till.counter.reveals.reconcile('Huda')).toMatchObject({
      ok: false,
      error: { code: 'connection_lost' },
    });
    expect(copyStatus(till)).toBe('copied');
  });

  it.each(['insufficient_scope', 'rate_limited'])(
    'that is refused everything (%s) can be accepted whole, once that was said',
    async (code) => {
      const { till } = await copied();
      const refused = Array.from({ length: 6 }, () => refusal(code === 'rate_limited' ? 429 : 403, code));
      for (const by of [undefined, 'Huda']) {
        till.service.script(noWallets, ...refused);
        await till.counter.reveals.reconcile(by);
        till.service.unscript();
      }
      expect(copyStatus(till)).toBe('own');
      expect(till.counter.localRecords.journal.events({ kind: 'owned-cards-reconciled' })).toMatchObject([
        { body: { missingCards: [], unchecked: [{ walletId, code }] } },
      ]);
    },
  );

  it('begins a list again whose cursor is over, or whose cursors go round', async () => {
    const { till } = await copied();
    const from = till.service.seen.length;
    till.service.script(noWallets, page([], 'b'), refusal(403, 'wallet_not_granted'));
    await till.counter.reveals.reconcile();
    till.service.script(noWallets, refusal(422, 'validation_failed'), page([], 'c'), page([], 'c'));
    expect(await till.counter.reveals.reconcile()).toMatchObject({ ok: false, error: { detail: 'cursor_repeated' } });
    till.service.script(noWallets, page(ours));
    expect(value(await till.counter.reveals.reconcile())).toEqual({
      ownedCards: ours.length,
      unknownCards: [],
      missingCards: [],
    });
    expect(asked(till, from)).toEqual(['own first', 'own b', 'own b', 'own first', 'own c', 'own first']);
  });

  it('is not whole where an entry could not be read, and reads the list again', async () => {
    const { till } = await copied();
    till.service.script(noWallets, page([{ soldCardId: 'no id' }, ...ours]));
    expect(await till.counter.reveals.reconcile()).toMatchObject({ ok: false, error: { detail: 'cards_unreadable' } });
    till.service.script({ status: 200, body: { items: [{ name: 'no id' }] } });
    expect(await till.counter.reveals.reconcile()).toMatchObject({ ok: false });
    till.service.script(noWallets, page(ours));
    expect((await till.counter.reveals.reconcile()).ok).toBe(true);
  });
});

describe('two counters on one wallet', () => {
  const theirs = { soldCardId: soldCardId(7), operationId: newOperationId() };
  const theirsByInvoice = { soldCardId: soldCardId(8), invoiceId: newOperationId() };

  it('are no finding to each other while their records are their own', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(completed(operationId));
    await till.resume(operationId);
    till.service.script(noWallets, page([...ours, theirs, theirsByInvoice, { soldCardId: soldCardId(9), invoiceId }]));
    expect(value(await till.counter.reveals.reconcile())).toEqual({
      ownedCards: ours.length + 3,
      unknownCards: [],
      missingCards: [],
    });
  });

  it('are listed after a restore or a copy, and where a copy is suspected: their sales could be lost ones', async () => {
    const { till, operationId } = await copied();
    const unknownCards = [theirs.soldCardId, theirsByInvoice.soldCardId];
    till.service.script(noWallets, page([...ours, theirs, theirsByInvoice]));
    expect(value(await till.counter.reveals.reconcile())).toMatchObject({ unknownCards });
    till.counter.localRecords.journal.append({
      subject: '',
      kind: 'copy-suspected',
      body: { evidence: 'answer_replayed', operationId },
    });
    till.service.script(noWallets, page([...ours, theirs, theirsByInvoice]));
    expect(value(await till.counter.reveals.reconcile())).toMatchObject({ unknownCards });
  });
});

describe('a wallet that the service did not show when the records came into doubt', () => {
  const lost = { soldCardId: soldCardId(8), operationId: newOperationId() };
  const sinceThen = { soldCardId: soldCardId(9), operationId: newOperationId() };
  const check = async (till: Till, ids: readonly string[], ...pages: readonly Reply[]) => {
    till.service.script(wallets(...ids), ...pages);
    return value(await till.counter.reveals.reconcile()).unknownCards;
  };

  it('is looked at with doubt once it is shown again, and no longer than that', async () => {
    const { till } = await copied();
    expect(await check(till, [walletId], page(ours))).toEqual([]);
    expect(copyStatus(till)).toBe('own');
    const both = [walletId, otherWallet];
    expect(await check(till, both, page([...ours, sinceThen]), page([lost]))).toEqual([lost.soldCardId]);
    expect(await check(till, both, page(ours), page([lost, sinceThen]))).toEqual([]);
  });

  it('is another counter’s where the records were never in doubt', async () => {
    const till = await Till.open();
    expect(await check(till, [walletId], page([]))).toEqual([]);
    expect(await check(till, [walletId, otherWallet], page([]), page([lost]))).toEqual([]);
  });

  it('is still in doubt after a check that had its word taken, but not its cards', async () => {
    const { till } = await copied();
    const refused = refusal(403, 'wallet_not_granted');
    till.service.script(wallets(walletId, otherWallet), page(ours), refused);
    expect((await till.counter.reveals.reconcile()).ok).toBe(false);
    till.service.script(wallets(walletId, otherWallet), refused);
    expect((await till.counter.reveals.reconcile('Huda')).ok).toBe(true);
    expect(await check(till, [walletId, otherWallet], page(ours), page([lost]))).toEqual([lost.soldCardId]);
  });
});
