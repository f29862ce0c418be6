import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { noteFindings, openFindings } from '../../../../../src-main/reveals/records/findings.ts';
import { soldCardId, walletId } from '../order-samples.ts';
import type { Reply, Seen } from '../scripted-service.ts';
import {
  codes,
  completed,
  completedOrder,
  newOperationId,
  processing,
  refusal,
  Till,
  value,
  saleWith,
} from '../till.ts';

const notFound = refusal(404, 'resource_not_found');
const reconciled: Reply = { status: 200, body: { items: codes.map(({ soldCardId: id }) => ({ soldCardId: id })) } };

/** The service shows no wallet that nothing was sold from. */
const noWallets: Reply = { status: 200, body: { items: [] } };

/** Goes on from a copy of the folder made before `later` happened: as after putting a backup of the folder back. */
async function restoredTo(till: Till, later: () => Promise<unknown>): Promise<void> {
  const backup = till.copyFolder();
  await later();
  till.close();
  till.directory = backup;
  await till.run();
}

describe('records that were copied or restored', () => {
  it('send nothing for what was pending in them, and buy nothing twice', async () => {
    const till = await Till.open();
    const [unsent, lost] = [till.place(), till.place({ quantity: 3 })];
    till.service.script('drop');
    await till.resume(lost);
    await restoredTo(till, async () => {
      till.service.script(completed(unsent));
      await till.resume(unsent);
    });
    const before = till.service.seen.length;
    expect([till.stateOf(unsent), till.stateOf(lost)]).toEqual(['settling', 'settling']);
    const answer = ({ target }: Seen): Reply =>
      target.endsWith(unsent) ? { status: 200, body: completedOrder(unsent, { soldCards: undefined }) } : notFound;
    till.service.script(...Array.from({ length: 40 }, () => answer));
    expect(await till.resume(unsent, 60_000)).toBe('completed');
    expect(await till.resume(lost, 3_600_000)).toBe('attention');
    expect(till.facts(lost).attention).toBe('records_restored');
    expect(till.service.seen.slice(before).every(({ method }) => method === 'GET')).toBe(true);
  });

  it('hold back what was pending once, and again only when they are restored again', async () => {
    const till = await Till.open();
    const operationId = till.place();
    await restoredTo(till, () => Promise.resolve());
    await till.run();
    expect(till.kinds(operationId)).toEqual(['order-intended', 'order-held-back']);
    till.clock.skip(1_000);
    await restoredTo(till, () => Promise.resolve());
    expect(till.kinds(operationId)).toEqual(['order-intended', 'order-held-back', 'order-held-back']);
  });

  it('send an order again once the service has shown it since', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(processing(operationId));
    await till.resume(operationId);
    await restoredTo(till, () => Promise.resolve());
    till.service.script({ status: 200, body: { operationId, status: 'processing' } }, completed(operationId));
    expect(await till.resume(operationId, 60_000)).toBe('completed');
    expect(till.service.seen.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST']);
  });

  it('leave the first report of a completed order to whoever had it', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script('drop', { status: 200, body: completedOrder(operationId, { soldCards: undefined }) });
    await till.resume(operationId);
    value(await till.counter.orders.read(operationId));
    expect(till.counter.orders.next(operationId)).toMatchObject({ call: 'createPartnerOrder' });
    await restoredTo(till, () => Promise.resolve());
    expect([till.stateOf(operationId), till.counter.orders.next(operationId)]).toEqual(['completed', null]);
  });

  it('sell nothing new until owned cards are reconciled', async () => {
    const till = await Till.open();
    till.place();
    await restoredTo(till, () => Promise.resolve());
    const place = () => till.counter.orders.place(newOperationId(), saleWith(), { besidesPending: true });
    expect(place()).toEqual({ ok: false, error: { code: 'records_not_reconciled' } });
    till.service.script(noWallets, reconciled);
    value(await till.counter.reveals.reconcile());
    const placed = place();
    expect(placed.ok).toBe(true);
  });

  it('keep codes that were not handed over locked until then, and give out those that were', async () => {
    const till = await Till.open();
    const [kept, given] = [till.place(), till.place({ quantity: 3 })];
    const third = { soldCardId: soldCardId(3), serialNumber: 'S3', voucher: 'V3' };
    till.service.script(
      completed(kept),
      completed(given, {
        quantity: 3,
        total: undefined,
        soldCards: [4, 5, 6].map((index) => ({ ...third, soldCardId: soldCardId(index) })),
      }),
    );
    await till.resume(kept);
    await till.resume(given);
    value(await till.counter.reveals.show(given));
    value(await till.counter.reveals.show(kept));
    value(till.counter.reveals.handOver(given));
    await restoredTo(till, () => Promise.resolve());
    const { reveals } = till.counter;
    const locked = { code: 'codes_unavailable', detail: 'locked_until_reconciled' };
    expect(await reveals.show(kept)).toEqual({ ok: false, error: { ...locked, operationId: kept } });
    expect(reveals.copy(kept, soldCardId(1), 'voucher')).toEqual({
      ok: false,
      error: { ...locked, operationId: kept },
    });
    expect(reveals.handOver(kept)).toEqual({ ok: false, error: { ...locked, operationId: kept } });
    expect(await reveals.revealCard(walletId, soldCardId(1))).toEqual({ ok: false, error: locked });
    expect(value(await reveals.show(given))).toHaveLength(3);
    till.service.script(refusal(403, 'insufficient_scope'), noWallets, reconciled);
    expect(await reveals.reconcile()).toMatchObject({ ok: false, error: { code: 'insufficient_scope' } });
    expect(await reveals.show(kept)).toMatchObject({ ok: false });
    value(await reveals.reconcile());
    expect(value(await reveals.show(kept))).toEqual(codes);
  });

  it('are noticed also where the folder stayed and the journal alone was restored', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.close();
    const backup = till.copyFolder();
    await till.run();
    till.service.script('drop');
    await till.resume(operationId);
    till.close();
    for (const name of readdirSync(backup).filter((file) => file.startsWith('journal.db')))
      cpSync(join(backup, name), join(till.directory, name));
    await till.run();
    expect(till.counter.localRecords.journal.copyStatus()).not.toBe('own');
    expect(till.stateOf(operationId)).toBe('settling');
  });
});

describe('reconciling', () => {
  it('names the cards that these records do not know of, and those that are not owned', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(completed(operationId));
    await till.resume(operationId);
    till.service.script(
      noWallets,
      {
        status: 200,
        body: { items: [{ soldCardId: soldCardId(1) }, { soldCardId: soldCardId(7) }], nextCursor: 'next' },
      },
      { status: 200, body: { items: [{ soldCardId: soldCardId(8), operationId }] } },
    );
    const found = { ownedCards: 3, unknownCards: [soldCardId(7)], missingCards: [soldCardId(2)] };
    expect(openFindings(till.counter.localRecords.journal)).toBeNull();
    expect(value(await till.counter.reveals.reconcile())).toEqual(found);
    await till.run();
    expect(openFindings(till.counter.localRecords.journal)).toEqual(found);
    value(noteFindings(till.counter.localRecords.journal));
    expect(openFindings(till.counter.localRecords.journal)).toBeNull();
    expect(till.counter.localRecords.journal.events({ kind: 'owned-cards-reconciled' })).toMatchObject([
      { body: found },
    ]);
  });

  it('looks also into a wallet that these records know no sale from', async () => {
    const till = await Till.open();
    till.service.script(
      { status: 200, body: { items: [{ id: walletId, balance: { amount: '1.000', currency: 'KWD' } }] } },
      { status: 200, body: { items: [{ soldCardId: soldCardId(7) }] } },
    );
    expect(value(await till.counter.reveals.reconcile())).toEqual({
      ownedCards: 1,
      unknownCards: [soldCardId(7)],
      missingCards: [],
    });
  });
});

describe('another copy of the records', () => {
  it('is known from an order that was sent from elsewhere: everything pending is held back', async () => {
    const till = await Till.open();
    const [elsewhere, pending] = [till.place(), till.place()];
    till.service.script({ status: 200, body: { operationId: elsewhere, status: 'processing' } });
    value(await till.counter.orders.read(elsewhere));
    expect(till.counter.localRecords.journal.copyStatus()).toBe('copied');
    expect(till.stateOf(pending)).toBe('settling');
    expect(till.counter.orders.next(pending)).toMatchObject({ call: 'getPartnerOrder' });
    // That one was just shown to be held, so going on with it buys nothing more.
    expect(till.counter.orders.next(elsewhere)).toMatchObject({ call: 'createPartnerOrder' });
  });

  it('is suspected from an answer that was given before: sales go on, but no "not found" is proof until owned cards are reconciled', async () => {
    const till = await Till.open();
    const first = till.place();
    till.service.script({
      status: 200,
      body: completedOrder(first, { soldCards: undefined }),
      headers: { 'idempotency-replayed': 'true' },
    });
    expect(await till.resume(first)).toBe('completed');
    expect(till.counter.localRecords.journal.events({ kind: 'copy-suspected' })).toMatchObject([
      { body: { evidence: 'answer_replayed', operationId: first } },
    ]);
    const settle = async (): Promise<string> => {
      const operationId: OperationId = till.place();
      till.service.script('drop');
      await till.resume(operationId);
      till.clock.skip(600_001);
      till.service.script(
        ...Array.from(
          { length: 12 },
          () =>
            ({ target }: Seen): Reply =>
              target.endsWith(operationId)
                ? notFound
                : { status: 200, body: completedOrder(first, { soldCards: undefined }) },
        ),
      );
      const state = await till.resume(operationId, 1_500_000);
      till.service.unscript();
      return state;
    };
    expect(await settle()).toBe('attention');
    till.service.script(noWallets, reconciled);
    value(await till.counter.reveals.reconcile());
    expect(await settle()).toBe('notBought');
  });
});
