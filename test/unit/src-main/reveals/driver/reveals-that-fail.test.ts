import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { err } from '../../../../../src-main/core/result.ts';
import { createBackground } from '../../../../../src-main/exchange/background.ts';
import { salvaged } from '../../../../../src-main/journal/gaps.ts';
import { createReveals } from '../../../../../src-main/reveals/driver/reveals.ts';
import { otherOperationId, soldCardId, walletId } from '../../orders/order-samples.ts';
import { codes, completed, newOperationId, refusal, Till, value } from '../../orders/till.ts';
import { contextOf, contextRefusing } from '../contexts.ts';

const notWritable = { ok: false, error: { code: 'journal_not_writable' } };
const wallets = { status: 200, body: { items: [{ id: walletId, balance: { amount: '1.000', currency: 'KWD' } }] } };
const noCards = { status: 200, body: { items: [] } };
const [firstCode] = codes;

describe('where the journal does not take it', () => {
  it('no reveal is asked for', async () => {
    const till = await Till.open();
    const reveals = createReveals(contextRefusing(till, 'reveal-started'));
    expect(await reveals.revealCard(walletId, soldCardId(1))).toEqual(notWritable);
    expect(till.service.seen).toHaveLength(0);
    expect(till.kinds(`card:${soldCardId(1)}`)).toEqual([]);
  });

  it('nor is a reveal that failed told of, where none was begun because its answer could not be sealed', async () => {
    const till = await Till.open();
    const context = contextOf(till);
    const vault = { ...context.vault, prove: () => err({ code: 'seal_failed' as const }) };
    const reveals = createReveals({ ...context, vault });
    expect(await reveals.revealCard(walletId, soldCardId(1))).toEqual(err({ code: 'seal_failed' }));
    expect([till.service.seen.length, till.kinds(`card:${soldCardId(1)}`)]).toEqual([0, []]);
  });

  it('codes that came are not had, and that is written down', async () => {
    const till = await Till.open();
    till.service.script({ status: 200, body: firstCode });
    const reveals = createReveals(contextRefusing(till, 'codes-revealed'));
    expect(await reveals.revealCard(walletId, soldCardId(1))).toEqual(notWritable);
    const failed = till.counter.localRecords.journal.events({ kind: 'reveal-failed' });
    expect(failed.map(({ body }) => body['reason'])).toEqual(['journal_not_writable']);
  });

  it('a refusal is still said as it is', async () => {
    const till = await Till.open();
    till.service.script(refusal(403, 'insufficient_scope'));
    expect(
      await createReveals(contextRefusing(till, 'reveal-failed')).revealCard(walletId, soldCardId(1)),
    ).toMatchObject({ ok: false, error: { code: 'insufficient_scope' } });
  });

  it('a check of owned cards ends with its page, its stop or its end', async () => {
    for (const [kind, turns] of [
      ['owned-cards-read', [wallets, noCards]],
      ['owned-cards-check-stopped', [wallets, refusal(403, 'wallet_not_granted')]],
      ['owned-cards-reconciled', [wallets, noCards]],
    ] as const) {
      const till = await Till.open();
      till.service.script(...turns);
      expect(await createReveals(contextRefusing(till, kind)).reconcile()).toEqual(notWritable);
      expect(till.counter.localRecords.journal.events({ kind })).toEqual([]);
    }
  });

  it('a check reads no further wallet, and stops for nothing that the service said', async () => {
    const till = await Till.open();
    const two = [walletId, otherOperationId].map((id) => ({ id, balance: { amount: '1.000', currency: 'KWD' } }));
    till.service.script({ status: 200, body: { items: two } }, noCards, noCards);
    expect(await createReveals(contextRefusing(till, 'owned-cards-read')).reconcile()).toEqual(notWritable);
    expect(till.service.seen).toHaveLength(2);
    expect(till.counter.localRecords.journal.events({ kind: 'owned-cards-check-stopped' })).toEqual([]);
  });

  it('a check ends with the first lost order', async () => {
    const till = await Till.open();
    const missing = [newOperationId(), newOperationId()].map(
      (operationId) => ({ operationId, what: 'intent' }) as const,
    );
    value(till.counter.localRecords.journal.append(salvaged({ gaps: [], missing, answers: [], keys: [] })));
    till.service.script(wallets, noCards, refusal(404, 'resource_not_found'));
    expect(await createReveals(contextRefusing(till, 'lost-order-read')).reconcile()).toEqual(notWritable);
    expect(till.service.seen).toHaveLength(3);
  });
});

describe('a counter that closes', () => {
  it('reads no further page, and takes nothing for checked', async () => {
    const till = await Till.open();
    const background = createBackground(() => undefined);
    till.service.script(() => {
      background.close();
      return wallets;
    }, noCards);
    expect(await createReveals(contextOf(till, { background })).reconcile()).toEqual({
      ok: false,
      error: { code: 'connection_lost' },
    });
    expect(till.service.seen).toHaveLength(1);
    expect(till.counter.localRecords.journal.events({ kind: 'owned-cards-check-stopped' })).toEqual([]);
  });
});

describe('reveals without a key, or while the service rests', () => {
  it('are not asked for', async () => {
    const till = await Till.open();
    const { session } = contextOf(till);
    const unsigned = createReveals(contextOf(till, { session: { ...session, signingKey: () => null } }));
    expect(await unsigned.revealCard(walletId, soldCardId(1))).toEqual({ ok: false, error: { code: 'not_enrolled' } });
    session.budget.restUntil(till.clock.monotonicMs() + 600_000, { code: 'rate_limited', httpStatus: 429 });
    expect(await till.counter.reveals.revealCard(walletId, soldCardId(1))).toEqual({
      ok: false,
      error: { code: 'rate_limited', httpStatus: 429 },
    });
    expect([till.service.seen.length, till.kinds(`card:${soldCardId(1)}`)]).toEqual([0, []]);
  });
});

describe('a reveal in place of answers that do not open', () => {
  const startOf = (till: Till, operationId: OperationId) =>
    till.counter.localRecords.journal.events({ subject: operationId, kind: 'reveal-started' }).at(-1)?.body;

  it('names them, and another names none', async () => {
    const till = await Till.open();
    const [open, closed] = [till.place(), till.place()];
    till.service.script(completed(open, { soldCards: [] }), completed(closed));
    await till.resume(open);
    await till.resume(closed);
    const [sealedId = ''] = till.facts(closed).sealedCodes.values();
    value(till.counter.localRecords.journal.transaction((tx) => tx.purgeSealed(sealedId)));
    till.service.script(refusal(403, 'insufficient_scope'), refusal(403, 'insufficient_scope'));
    await till.counter.reveals.show(open);
    await till.counter.reveals.show(closed);
    expect(startOf(till, open)).not.toHaveProperty('insteadOf');
    expect(startOf(till, closed)).toMatchObject({ call: 'revealPartnerInvoiceCards', insteadOf: [sealedId] });
  });
});
