import { expect, it } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { ok } from '../../../../../src-main/core/result.ts';
import { createBackground } from '../../../../../src-main/exchange/background.ts';
import { createBalanceReader } from '../../../../../src-main/reconcile/driver/balance-reader.ts';
import { walletId } from '../../orders/order-samples.ts';
import { newOperationId, Till } from '../../orders/till.ts';

const wallets = { items: [{ id: walletId, balance: { amount: '10.000', currency: 'KWD' } }] };

/** A reader over real answers; `attempts` says whether an attempt began since each reading, and what is under way. */
async function readerOver(attempts: readonly { readonly began: boolean; readonly underWay: readonly OperationId[] }[]) {
  const till = await Till.open();
  const kept: unknown[] = [];
  let reads = 0;
  const answer = () => {
    reads += 1;
    return { status: 200, body: wallets };
  };
  till.service.script(...attempts.map(() => answer), answer);
  const now = () => attempts[reads - 1] ?? { began: false, underWay: [] };
  const reader = createBalanceReader({
    session: till.counter.session,
    background: createBackground((bug) => {
      throw bug;
    }),
    underWay: () => (kept.length > 0 || reads === 0 ? [] : now().underWay),
    balances: {
      headSeq: () => 7,
      wasAttemptedAfter: (seq) => seq === 7 && now().began,
      record: (body) => {
        kept.push(body);
        return ok(undefined);
      },
      isMissing: () => true,
      readingsOf: () => ({ opening: null, closing: null }),
      readingsIn: () => [],
      purchasesSince: () => [],
      turnedBetween: () => false,
    },
  });
  return { reader, kept, reads: () => reads };
}

it('keeps what was read while nothing was under way', async () => {
  const { reader, kept, reads } = await readerOver([]);
  expect(await reader.read('comparison')).toEqual({ ok: true, value: undefined });
  expect([reads(), kept]).toEqual([1, [expect.objectContaining({ occasion: 'comparison', afterSeq: 7 })]]);
});

it('throws away what was read beside a sale, and reads again', async () => {
  const { reader, kept, reads } = await readerOver([{ began: true, underWay: [] }]);
  expect((await reader.read('comparison')).ok).toBe(true);
  expect([reads(), kept.length]).toEqual([2, 1]);
});

it('keeps nothing where a sale comes in between each time', async () => {
  const { reader, kept, reads } = await readerOver(Array.from({ length: 5 }, () => ({ began: true, underWay: [] })));
  expect(await reader.read('comparison')).toEqual({ ok: false, error: { kind: 'inFlight' } });
  expect([reads(), kept]).toEqual([4, []]);
});

it('throws away what was read while a request was under way, and waits for that to end', async () => {
  const { reader, kept, reads } = await readerOver([{ began: false, underWay: [newOperationId()] }]);
  expect(await reader.read('comparison')).toEqual({ ok: false, error: { kind: 'inFlight' } });
  expect([reads(), kept]).toEqual([1, []]);
});
