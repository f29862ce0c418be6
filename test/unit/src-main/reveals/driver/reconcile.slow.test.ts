import { expect, it } from 'vitest';
import type { Reply, Seen } from '../../orders/scripted-service.ts';
import { codes, Till, value } from '../../orders/till.ts';

const ours = codes.map(({ soldCardId: id }) => ({ soldCardId: id }));

it('a list of more than a thousand pages is read by the second check', async () => {
  const till = await Till.open();
  till.close();
  till.directory = till.copyFolder();
  await till.run();
  const { journal } = till.counter.localRecords;
  expect(journal.copyStatus()).toBe('copied');
  const walletId = '6f1c1f7e-0000-4000-8000-00000000beef';
  const wallets: Reply = {
    status: 200,
    body: { items: [{ id: walletId, balance: { amount: '1.000', currency: 'KWD' } }] },
  };
  const next = ({ target }: Seen): Reply => {
    const page = Number(new URL(target, 'http://x').searchParams.get('cursor') ?? '0');
    return { status: 200, body: page === 1_001 ? { items: ours } : { items: [], nextCursor: String(page + 1) } };
  };
  till.service.script(wallets, ...Array.from({ length: 1_000 }, () => next));
  expect(await till.counter.reveals.reconcile()).toMatchObject({ ok: false, error: { detail: 'too_many_pages' } });
  const before = till.service.seen.length;
  till.service.script(wallets, next, next);
  expect(value(await till.counter.reveals.reconcile()).ownedCards).toBe(ours.length);
  expect([till.service.seen.length - before, journal.copyStatus()]).toEqual([3, 'own']);
});
