import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { createReveals } from '../../../../../src-main/reveals/driver/reveals.ts';
import type { RevealStep } from '../../../../../src-main/reveals/records/context.ts';
import type { ShownTogether } from '../../../../../src-main/reveals/records/deliveries.ts';
import { codes, completed, processing, refusal, Till, value } from '../../orders/till.ts';
import { contextOf } from '../contexts.ts';

const always = (): boolean => true;
const asIs = (together: ShownTogether): ShownTogether => together;

async function bought(till: Till, changes: object = {}): Promise<OperationId> {
  const operationId = till.place();
  till.service.script(completed(operationId, changes));
  expect(await till.resume(operationId)).toBe('completed');
  return operationId;
}

function timesShown(till: Till, operationId: OperationId): number {
  return till.kinds(operationId).filter((kind) => kind === 'codes-shown').length;
}

describe('the codes of several orders', () => {
  it('are recorded together, each with its cards, before any is given out', async () => {
    const till = await Till.open();
    const ids = [await bought(till), await bought(till)];
    const steps: RevealStep[] = [];
    const reveals = createReveals(contextOf(till, { step: (step) => steps.push(step) }));
    const asked = till.service.seen.length;
    const shown = value(
      await reveals.showSeveral(ids, always, (together) => ({
        ...together,
        recorded: ids.map((id) => timesShown(till, id)),
      })),
    );
    expect(shown.shown).toEqual(ids.map((operationId) => ({ operationId, codes })));
    expect([shown.failed, shown.recorded]).toEqual([[], [1, 1]]);
    expect(steps).toEqual(['codes-unsealed', 'delivery-recorded']);
    expect(till.service.seen).toHaveLength(asked);
    const cards = codes.map(({ soldCardId }) => soldCardId);
    for (const subject of ids)
      expect(
        till.counter.localRecords.journal.events({ subject, kind: 'codes-shown' }).map(({ body }) => body),
      ).toEqual([{ soldCardIds: cards }]);
  });

  it('come out without those of an order that has none, which is named with the reason', async () => {
    const till = await Till.open();
    const open = till.place();
    till.service.script(processing(open));
    expect(await till.resume(open)).toBe('accepted');
    const ids = [await bought(till), await bought(till, { soldCards: [] })];
    till.service.script(refusal(403, 'reveal_not_allowed'));
    const [whole, empty] = ids;
    const { shown, failed } = value(await till.counter.reveals.showSeveral([open, ...ids], always, asIs));
    expect(shown.map(({ operationId }) => operationId)).toEqual([whole]);
    expect(failed.map(({ operationId, failure }) => [operationId, failure.code])).toEqual([
      [open, 'codes_unavailable'],
      [empty, 'reveal_not_allowed'],
    ]);
    expect([open, ...ids].map((id) => timesShown(till, id))).toEqual([0, 1, 0]);
  });

  it('are asked for where they lie with the service, before any comes out', async () => {
    const till = await Till.open();
    const ids = [await bought(till), await bought(till, { soldCards: [] })];
    till.service.script({ status: 200, body: { items: codes } });
    const { shown, failed } = value(await till.counter.reveals.showSeveral(ids, always, asIs));
    expect([shown.length, failed]).toEqual([2, []]);
    const [first, second] = ids.map((id) => till.counter.localRecords.journal.events({ subject: id }));
    const shownSeq = first?.find(({ kind }) => kind === 'codes-shown')?.seq ?? 0;
    expect(shownSeq).toBeGreaterThan(second?.find(({ kind }) => kind === 'codes-revealed')?.seq ?? Infinity);
  });

  it('that do not come at all give the first reason, and nothing is given out', async () => {
    const till = await Till.open();
    const ids = [await bought(till, { soldCards: [] }), await bought(till, { soldCards: [] })];
    till.service.script(refusal(403, 'reveal_not_allowed'), refusal(409, 'wallet_disabled'));
    const handed: unknown[] = [];
    const none = await till.counter.reveals.showSeveral(ids, always, (together) => handed.push(together));
    expect(none).toMatchObject({ ok: false, error: { code: 'reveal_not_allowed', operationId: ids[0] } });
    expect(handed).toEqual([]);
  });

  it('are none where no order is named', async () => {
    const till = await Till.open();
    expect(value(await till.counter.reveals.showSeveral([], always, asIs))).toEqual({ shown: [], failed: [] });
  });

  it('stay where nobody watches: no request, no record, no codes', async () => {
    const till = await Till.open();
    const ids = [await bought(till), await bought(till, { soldCards: [] })];
    const asked = till.service.seen.length;
    const left = await till.counter.reveals.showSeveral(ids, () => false, asIs);
    expect(left).toEqual({ ok: false, error: { code: 'not_allowed', detail: 'locked' } });
    expect([till.service.seen.length, ...ids.map((id) => timesShown(till, id))]).toEqual([asked, 0, 0]);
  });

  it('stay where everybody left while the service was asked, and what came is kept', async () => {
    const till = await Till.open();
    const ids = [await bought(till, { soldCards: [] }), await bought(till, { soldCards: [] })];
    till.service.script({ status: 200, body: { items: codes } });
    let looks = 0;
    const left = await till.counter.reveals.showSeveral(ids, () => (looks += 1) === 1, asIs);
    expect(left).toEqual({ ok: false, error: { code: 'not_allowed', detail: 'locked' } });
    expect(ids.map((id) => till.kinds(id).includes('codes-revealed'))).toEqual([true, false]);
    expect(ids.map((id) => timesShown(till, id))).toEqual([0, 0]);
  });
});
