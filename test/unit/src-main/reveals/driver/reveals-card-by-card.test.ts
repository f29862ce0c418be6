import { describe, expect, it } from 'vitest';
import { codesStateOf } from '../../../../../src-main/orders/views/order-view.ts';
import { invoiceId, otherOperationId, soldCardId, walletId } from '../../orders/order-samples.ts';
import type { Turn } from '../../orders/scripted-service.ts';
import { codes, completedOrder, refusal, Till, value } from '../../orders/till.ts';

const [firstCode, secondCode] = codes;
const ownedCards = (...items: readonly object[]): Turn => ({ status: 200, body: { items } });
const card = (code: object | undefined): Turn => ({ status: 200, body: code });

/** An order of two cards that was bought without codes, and with this invoice. */
async function bought(onInvoice: string | undefined) {
  const till = await Till.open();
  const operationId = till.place();
  const body = completedOrder(operationId, { soldCards: undefined, invoiceId: onInvoice });
  till.service.script({ status: 201, body });
  expect(await till.resume(operationId)).toBe('completed');
  const before = till.service.seen.length;
  const targets = (): readonly string[] => till.service.seen.slice(before).map(({ target }) => target);
  return { till, operationId, targets };
}

const listTarget = `/v1/wallets/${walletId}/cards`;
const invoiceTarget = `/v1/wallets/${walletId}/invoices/${invoiceId}/cards/reveal`;
const cardTarget = (id: number): string => `${listTarget}/${soldCardId(id)}/reveal`;

describe('codes of an order that no invoice reveals', () => {
  it('come card by card where the order names no invoice', async () => {
    const { till, operationId, targets } = await bought(undefined);
    till.service.script(
      ownedCards(
        { soldCardId: soldCardId(9), operationId: otherOperationId },
        { soldCardId: soldCardId(1), operationId },
        { soldCardId: soldCardId(2), operationId },
      ),
      card(firstCode),
      card(secondCode),
    );
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
    expect(targets()).toEqual([listTarget, cardTarget(1), cardTarget(2)]);
    expect(codesStateOf(till.facts(operationId))).toBe('sealed');
    await till.run();
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
    expect(targets()).toHaveLength(3);
  });

  it.each([
    ['its operation', { invoiceId, operationId: 'its own' }],
    ['its invoice alone', { invoiceId }],
  ])('come card by card where the invoice holds too many, and the list names %s', async (_, named) => {
    const { till, operationId, targets } = await bought(invoiceId);
    const listed = 'operationId' in named ? { ...named, operationId } : named;
    till.service.script(
      refusal(422, 'invoice_reveal_limit_exceeded'),
      ownedCards({ soldCardId: soldCardId(1), ...listed }, { soldCardId: soldCardId(2), ...listed }),
      card(firstCode),
      card(secondCode),
    );
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
    expect(targets()).toEqual([invoiceTarget, listTarget, cardTarget(1), cardTarget(2)]);
  });

  it('stay where one card is refused, and only the others are asked for the next time', async () => {
    const { till, operationId, targets } = await bought(undefined);
    const listed = ownedCards({ soldCardId: soldCardId(1), operationId }, { soldCardId: soldCardId(2), operationId });
    till.service.script(listed, card(firstCode), refusal(403, 'reveal_not_allowed'), listed, card(secondCode));
    expect(value(await till.counter.reveals.show(operationId))).toEqual([firstCode]);
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
    expect(targets()).toEqual([listTarget, cardTarget(1), cardTarget(2), listTarget, cardTarget(2)]);
  });

  it('are asked for again where the answer for a card was lost', async () => {
    const { till, operationId } = await bought(undefined);
    const listed = ownedCards({ soldCardId: soldCardId(1), operationId }, { soldCardId: soldCardId(2), operationId });
    till.service.script(listed, 'drop', listed, card(firstCode), card(secondCode));
    expect(await till.counter.reveals.show(operationId)).toMatchObject({
      ok: false,
      error: { code: 'connection_lost', operationId },
    });
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
  });

  it('take no card that the answer names in the place of the one asked for', async () => {
    const { till, operationId } = await bought(undefined);
    till.service.script(ownedCards({ soldCardId: soldCardId(1), operationId }), card(secondCode));
    expect(await till.counter.reveals.show(operationId)).toMatchObject({
      ok: false,
      error: { code: 'codes_unavailable', detail: 'other_cards' },
    });
    expect(till.facts(operationId).sealedCodes.size).toBe(0);
  });

  it('are none where the list does not say which of the cards on the invoice are its own', async () => {
    const { till, operationId, targets } = await bought(invoiceId);
    till.service.script(
      refusal(422, 'invoice_reveal_limit_exceeded'),
      ownedCards(...[1, 2, 9].map((id) => ({ soldCardId: soldCardId(id), invoiceId }))),
    );
    expect(await till.counter.reveals.show(operationId)).toMatchObject({
      ok: false,
      error: { code: 'invoice_reveal_limit_exceeded' },
    });
    expect(targets()).toEqual([invoiceTarget, listTarget]);
  });

  it('say why the list could not be read', async () => {
    const { till, operationId } = await bought(undefined);
    till.service.script(refusal(403, 'insufficient_scope'));
    expect(await till.counter.reveals.show(operationId)).toMatchObject({
      ok: false,
      error: { code: 'insufficient_scope', operationId },
    });
  });
});
