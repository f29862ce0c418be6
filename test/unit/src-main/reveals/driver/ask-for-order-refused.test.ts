import { describe, expect, it } from 'vitest';
import { soldCardId, walletId } from '../../orders/order-samples.ts';
import type { Turn } from '../../orders/scripted-service.ts';
import { codes, completedOrder, refusal, Till, value } from '../../orders/till.ts';

const [, secondCode] = codes;
const listTarget = `/v1/wallets/${walletId}/cards`;
const cardTarget = (id: number): string => `${listTarget}/${soldCardId(id)}/reveal`;

/** An order of two cards that was bought without codes and names no invoice: each card is asked for by itself. */
async function bought() {
  const till = await Till.open();
  const operationId = till.place();
  const body = completedOrder(operationId, { soldCards: undefined, invoiceId: undefined });
  till.service.script({ status: 201, body });
  expect(await till.resume(operationId)).toBe('completed');
  const before = till.service.seen.length;
  const targets = (): readonly string[] => till.service.seen.slice(before).map(({ target }) => target);
  const items = [1, 2].map((id) => ({ soldCardId: soldCardId(id), operationId }));
  const listed: Turn = { status: 200, body: { items } };
  return { till, operationId, targets, listed };
}

describe('a card whose codes the service refuses', () => {
  it.each([
    ['is not found', refusal(404, 'card_not_found')],
    ['may not be revealed', refusal(409, 'reveal_not_allowed')],
    ['has the codes of another', { status: 200, body: { soldCardId: soldCardId(9), voucher: 'v' } } satisfies Turn],
  ])('keeps back none after it where it %s', async (_, first) => {
    const { till, operationId, targets, listed } = await bought();
    till.service.script(listed, first, { status: 200, body: secondCode });
    expect(value(await till.counter.reveals.show(operationId))).toEqual([secondCode]);
    expect(targets()).toEqual([listTarget, cardTarget(1), cardTarget(2)]);
  });

  it('is named where no other came, and a refusal of all calls ends the asking', async () => {
    const both = await bought();
    both.till.service.script(both.listed, refusal(404, 'card_not_found'), refusal(409, 'reveal_not_allowed'));
    expect(await both.till.counter.reveals.show(both.operationId)).toMatchObject({
      ok: false,
      error: { code: 'card_not_found', operationId: both.operationId },
    });
    const all = await bought();
    all.till.service.script(all.listed, refusal(403, 'insufficient_scope'));
    expect(await all.till.counter.reveals.show(all.operationId)).toMatchObject({
      ok: false,
      error: { code: 'insufficient_scope' },
    });
    expect(all.targets()).toEqual([listTarget, cardTarget(1)]);
  });
});
