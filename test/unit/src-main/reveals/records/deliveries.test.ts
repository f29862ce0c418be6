import { describe, expect, it } from 'vitest';
import { knownId, type InvoiceId, type OperationId, type StaffId } from '../../../../../src-main/core/ids.ts';
import { systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import { createReveals } from '../../../../../src-main/reveals/driver/reveals.ts';
import type { RevealStep } from '../../../../../src-main/reveals/records/context.ts';
import { codesAgainFault } from '../../../../../src-main/reveals/records/deliveries.ts';
import { actingAs } from '../../../../../src-main/staff/acting.ts';
import { approvalRefusal, createApprovalCheck } from '../../../../../src-main/staff/approval-check.ts';
import { invoiceId, otherOperationId, soldCardId, walletId } from '../../orders/order-samples.ts';
import { codes, completed, refusal, Till, value } from '../../orders/till.ts';
import { contextOf, contextRefusing } from '../contexts.ts';

const invoice = knownId<InvoiceId>(invoiceId);
const [firstCode] = codes;
const notWritable = { ok: false, error: { code: 'journal_not_writable' } };
const leftAlone = { ok: false, error: { code: 'not_allowed', detail: 'locked' } };

async function bought(soldCards: readonly object[] = codes): Promise<{ till: Till; operationId: OperationId }> {
  const till = await Till.open();
  const operationId = till.place();
  till.service.script(completed(operationId, { soldCards }));
  await till.resume(operationId);
  return { till, operationId };
}

describe('codes that come out', () => {
  it('are written down by card before that, in the order of these steps', async () => {
    const { till, operationId } = await bought([]);
    const steps: RevealStep[] = [];
    const reveals = createReveals(contextOf(till, { step: (step) => steps.push(step) }));
    till.service.script({ status: 200, body: { items: codes } });
    value(await reveals.show(operationId));
    value(await reveals.show(operationId, soldCardId(2)));
    expect(steps).toEqual([
      'codes-requested',
      'codes-sealed',
      'codes-unsealed',
      'delivery-recorded',
      'codes-unsealed',
      'delivery-recorded',
    ]);
    const shown = till.counter.localRecords.journal.events({ subject: operationId, kind: 'codes-shown' });
    expect(shown.map(({ body }) => body)).toEqual([
      { soldCardIds: [soldCardId(1), soldCardId(2)] },
      { soldCardIds: [soldCardId(2)] },
    ]);
  });

  it('of a card go through the same steps', async () => {
    const till = await Till.open();
    const steps: RevealStep[] = [];
    const reveals = createReveals(contextOf(till, { step: (step) => steps.push(step) }));
    till.service.script({ status: 200, body: firstCode });
    value(await reveals.revealCard(walletId, soldCardId(1)));
    expect(steps).toEqual(['codes-requested', 'codes-sealed', 'codes-unsealed', 'delivery-recorded']);
  });

  it('of a card or an invoice are written down under its name', async () => {
    const { till } = await bought();
    till.service.script({ status: 200, body: { items: codes } });
    value(await till.counter.reveals.revealInvoice(walletId, invoice));
    const shown = till.counter.localRecords.journal.events({ subject: `invoice:${invoiceId}`, kind: 'codes-shown' });
    expect(shown.map(({ body }) => body)).toEqual([{ soldCardIds: [soldCardId(1), soldCardId(2)] }]);
  });

  it('do not where that cannot be written down', async () => {
    const { till, operationId } = await bought();
    const reveals = createReveals(contextRefusing(till, 'codes-shown'));
    till.service.script({ status: 200, body: firstCode });
    expect(await reveals.show(operationId)).toMatchObject(notWritable);
    expect(await reveals.revealCard(walletId, soldCardId(1))).toEqual(notWritable);
    expect(createReveals(contextRefusing(till, 'codes-copied')).copy(operationId, soldCardId(1), 'voucher')).toEqual(
      notWritable,
    );
  });

  it('do not where whoever asked does not look any more, and stay for the next time', async () => {
    const { till, operationId } = await bought();
    const { reveals } = till.counter;
    expect(await reveals.show(operationId, undefined, () => false)).toMatchObject(leftAlone);
    till.service.script({ status: 200, body: firstCode });
    expect(await reveals.revealCard(walletId, soldCardId(1), () => false)).toEqual(leftAlone);
    for (const subject of [operationId, `card:${soldCardId(1)}`])
      expect(till.kinds(subject)).not.toContain('codes-shown');
    expect(value(await reveals.revealCard(walletId, soldCardId(1)))).toEqual([firstCode]);
  });

  it('are none of a card that the order does not have', async () => {
    const { till, operationId } = await bought();
    till.service.script(refusal(403, 'insufficient_scope'));
    expect(await till.counter.reveals.show(operationId, soldCardId(9))).toEqual({
      ok: false,
      error: { code: 'codes_unavailable', detail: 'card_not_in_order', operationId },
    });
    expect(till.service.seen).toHaveLength(1);
  });
});

describe('codes of several orders', () => {
  interface Second {
    readonly till: Till;
    readonly first: OperationId;
    readonly second: OperationId;
  }

  /** The codes of the first lie here; those of the second have to be asked for. */
  async function two(): Promise<Second> {
    const { till, operationId: first } = await bought();
    const second = till.place();
    till.service.script(completed(second, { soldCards: [] }));
    await till.resume(second);
    return { till, first, second };
  }

  const shownOf = ({ till, first, second }: Second) =>
    [first, second].map((id) => till.kinds(id).filter((kind) => kind === 'codes-shown').length);

  it('come out in one step, and every one is recorded before', async () => {
    const sold = await two();
    const { till, first, second } = sold;
    till.service.script({ status: 200, body: { items: codes } });
    const recorded: (readonly number[])[] = [];
    const cards = await till.counter.reveals.showSeveral(
      [first, second],
      () => true,
      ({ shown, failed }) => {
        recorded.push(shownOf(sold));
        return [...shown.map((each) => [each.operationId, each.codes.length]), failed.length];
      },
    );
    expect(value(cards)).toEqual([[first, 2], [second, 2], 0]);
    expect(recorded).toEqual([[1, 1]]);
  });

  it('are recorded for none where the counter was locked while the service was asked for one', async () => {
    const sold = await two();
    const { till, first, second } = sold;
    let isThere = true;
    till.service.script(() => {
      isThere = false;
      return { status: 200, body: { items: codes } };
    });
    const handedOut: unknown[] = [];
    const isWatched = () => isThere;
    const shown = await till.counter.reveals.showSeveral([first, second], isWatched, (all) => handedOut.push(all));
    expect(shown).toEqual(leftAlone);
    expect([handedOut, shownOf(sold)]).toEqual([[], [0, 0]]);
  });

  it('are asked for no further once the counter was locked', async () => {
    const sold = await two();
    const { till, first, second } = sold;
    const before = till.service.seen.length;
    expect(await till.counter.reveals.showSeveral([second, first], () => false, String)).toEqual(leftAlone);
    expect(till.service.seen).toHaveLength(before);
    expect(shownOf(sold)).toEqual([0, 0]);
  });

  it('come out of the others where those of one do not come', async () => {
    const sold = await two();
    const { till, first, second } = sold;
    till.service.script(refusal(403, 'insufficient_scope'));
    const failed = await till.counter.reveals.showSeveral(
      [second, first],
      () => true,
      (all) => all.failed,
    );
    expect(value(failed)).toMatchObject([{ operationId: second, failure: { code: 'insufficient_scope' } }]);
    expect(shownOf(sold)).toEqual([1, 0]);
    till.service.script(refusal(403, 'insufficient_scope'));
    expect(await till.counter.reveals.showSeveral([second], () => true, String)).toMatchObject({
      error: { code: 'insufficient_scope', operationId: second },
    });
  });

  it('come out of the others where those of one were destroyed while the service was asked', async () => {
    const sold = await two();
    const { till, first, second } = sold;
    const [sealedId = ''] = till.facts(first).sealedCodes.values();
    till.service.script(() => {
      value(till.counter.localRecords.journal.transaction((tx) => tx.purgeSealed(sealedId)));
      return { status: 200, body: { items: codes } };
    });
    const together = await till.counter.reveals.showSeveral(
      [first, second],
      () => true,
      (all) => all,
    );
    expect(value(together)).toEqual({
      shown: [{ operationId: second, codes }],
      failed: [{ operationId: first, failure: { code: 'codes_unavailable', detail: 'purged' } }],
    });
    expect(shownOf(sold)).toEqual([0, 1]);
  });

  it('come out of none where the records came into doubt while the service was asked', async () => {
    const sold = await two();
    const { till, first, second } = sold;
    till.service.script(() => {
      till.counter.localRecords.journal.changeCopyStatus('restored', ['test']);
      return { status: 200, body: { items: codes } };
    });
    const handedOut: unknown[] = [];
    expect(
      await till.counter.reveals.showSeveral(
        [first, second],
        () => true,
        (all) => handedOut.push(all),
      ),
    ).toMatchObject({ ok: false, error: { detail: 'locked_until_reconciled' } });
    expect([handedOut, shownOf(sold)]).toEqual([[], [0, 0]]);
  });

  it('are not handed over, of any, where that cannot be written down', async () => {
    const { till, operationId } = await bought();
    value(await till.counter.reveals.show(operationId));
    const reveals = createReveals(contextRefusing(till, 'codes-handed-over'));
    expect(reveals.handOverTogether([operationId])).toEqual(notWritable);
    expect(till.facts(operationId).handedOver).toBe(false);
  });

  it('come out of none where that cannot be written down', async () => {
    const sold = await two();
    const { till, first, second } = sold;
    till.service.script({ status: 200, body: { items: codes } });
    const reveals = createReveals(contextRefusing(till, 'codes-shown'));
    expect(await reveals.showSeveral([first, second], () => true, String)).toMatchObject(notWritable);
    expect(shownOf(sold)).toEqual([0, 0]);
  });

  it('are recorded for none where the process ends before that', async () => {
    const sold = await two();
    const { till, first, second } = sold;
    till.service.script({ status: 200, body: { items: codes } });
    let onDisk: readonly string[] = [];
    const step = (name: RevealStep) => {
      if (name === 'codes-unsealed') onDisk = till.durableEvents().map(({ kind }) => kind);
    };
    const reveals = createReveals(contextOf(till, { step }));
    value(await reveals.showSeveral([first, second], () => true, String));
    expect(onDisk).toContain('codes-revealed');
    expect(onDisk).not.toContain('codes-shown');
  });
});

describe('a copy', () => {
  it('that the clipboard did not take is written down', async () => {
    const { till, operationId } = await bought();
    value(till.counter.reveals.copy(operationId, soldCardId(1), 'voucher'));
    till.counter.reveals.copyFailed(operationId, soldCardId(1), 'voucher');
    const failed = till.counter.localRecords.journal.events({ subject: operationId, kind: 'codes-copy-failed' });
    expect(failed.map(({ body }) => body)).toEqual([{ soldCardId: soldCardId(1), part: 'voucher' }]);
  });

  it('names the order of which there is none', async () => {
    const { till, operationId } = await bought([{ soldCardId: soldCardId(1), voucher: 'V1' }]);
    const { reveals } = till.counter;
    const unavailable = (of: OperationId) => ({ ok: false, error: { code: 'codes_unavailable', operationId: of } });
    expect(reveals.copy(otherOperationId, soldCardId(1), 'voucher')).toEqual(unavailable(otherOperationId));
    expect(reveals.copy(operationId, soldCardId(2), 'voucher')).toEqual(unavailable(operationId));
    expect(reveals.copy(operationId, soldCardId(1), 'serialNumber')).toEqual(unavailable(operationId));
  });
});

describe('codes that another copy of these records may have handed out', () => {
  const lockedOf = (operationId?: OperationId) => ({
    ok: false,
    error: {
      code: 'codes_unavailable',
      detail: 'locked_until_reconciled',
      ...(operationId === undefined ? {} : { operationId }),
    },
  });

  async function copied(): Promise<{ till: Till; operationId: OperationId }> {
    const { till, operationId } = await bought();
    value(await till.counter.reveals.show(operationId));
    till.close();
    till.directory = till.copyFolder();
    await till.run();
    return { till, operationId };
  }

  it('stay locked, whichever way they are asked for', async () => {
    const { till, operationId } = await copied();
    const { reveals } = till.counter;
    expect(await reveals.show(operationId)).toEqual(lockedOf(operationId));
    expect(reveals.copy(operationId, soldCardId(1), 'voucher')).toEqual(lockedOf(operationId));
    expect(reveals.handOver(operationId)).toEqual(lockedOf(operationId));
    expect(await reveals.revealCard(walletId, soldCardId(1))).toEqual(lockedOf());
    expect(await reveals.revealInvoice(walletId, invoice)).toEqual(lockedOf());
    expect(till.service.seen).toHaveLength(1);
  });

  it('are not those that its customer has', async () => {
    const { till, operationId } = await bought();
    value(await till.counter.reveals.show(operationId));
    value(till.counter.reveals.handOver(operationId));
    till.close();
    till.directory = till.copyFolder();
    await till.run();
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
  });
});

it('codes that their customer has are neither shown to a cashier nor copied without a manager’s word', async () => {
  const { till, operationId } = await bought();
  const { reveals } = till.counter;
  value(await reveals.show(operationId));
  value(reveals.handOver(operationId));
  const before = till.kinds(operationId);
  const asCashier = <T>(work: () => T): T =>
    actingAs(
      knownId<StaffId>(systemRandomness.uuid()),
      work,
      createApprovalCheck(null, ['codesAgain'], (needs) => approvalRefusal(needs)),
    );
  const refused = { ok: false, error: { approval: { kinds: ['codesAgain'] } } };
  expect(asCashier(() => reveals.copy(operationId, soldCardId(1), 'voucher'))).toMatchObject(refused);
  expect(await asCashier(() => reveals.show(operationId))).toMatchObject(refused);
  expect(await asCashier(() => reveals.bring(operationId))).toMatchObject(refused);
  expect(till.kinds(operationId)).toEqual(before);
});

it('codes that their customer has, or that the shop keeps, come out for a cashier by a manager’s word for that', () => {
  const asked = { kept: { handedOver: false, keptBack: true }, handed: { handedOver: true, keptBack: false } };
  const kindsAsked = (...orders: readonly (typeof asked.kept)[]) => {
    const check = createApprovalCheck(null, ['codesAgain', 'codesOfVoid'], (needs) => approvalRefusal(needs));
    return actingAs(knownId<StaffId>(systemRandomness.uuid()), () => codesAgainFault(...orders), check)?.approval
      ?.kinds;
  };
  expect(kindsAsked(asked.kept)).toEqual(['codesOfVoid']);
  expect(kindsAsked(asked.handed)).toEqual(['codesAgain']);
  expect(kindsAsked(asked.handed, asked.kept)).toEqual(['codesAgain', 'codesOfVoid']);
  expect(kindsAsked({ handedOver: false, keptBack: false })).toBeUndefined();
});
