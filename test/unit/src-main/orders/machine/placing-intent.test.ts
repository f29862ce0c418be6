import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ok } from '../../../../../src-main/core/result.ts';
import type { NewSale } from '../../../../../src-main/orders/machine/new-sale.ts';
import { wantedForMs } from '../../../../../src-main/orders/machine/order.ts';
import { intentOf, isSameSale } from '../../../../../src-main/orders/machine/placing.ts';
import { pinnedOf } from '../../../../../src-main/orders/records/dispatch.ts';
import { profileOf } from '../../partner-api/partner.ts';
import { amount, cardId, operationId, otherOperationId, walletId } from '../order-samples.ts';

const profile = profileOf({ baseUrl: 'https://Partner.example:443/' });
const countersigned = profileOf({ baseUrl: 'https://partner.example', countersignedJournal: true });
const keyId = '0f000000-0000-4000-8000-000000000001';
const head = 'aB-_'.repeat(10) + 'xyz';
const sale: NewSale = {
  walletId,
  cardId,
  quantity: 3,
  expectedUnitPrice: { amount: amount('0.335'), currency: 'JOD', asOf: '2026-11-20T10:00:00Z' },
  useAllowedDebt: false,
  externalReference: 'POS 7/#12',
};

function intended(changes: Partial<NewSale> = {}, under = profile) {
  const draft = intentOf({ ...sale, ...changes }, under, pinnedOf(operationId, walletId, under, keyId), 1_000);
  return draft.ok ? ok(draft.value(head)) : draft;
}

describe('the intent of a sale', () => {
  it('is the body as the API wants it: the price verbatim, the exact total, debt said out loud', () => {
    const made = intended();
    if (!made.ok) throw new Error(made.error.code);
    expect(JSON.parse(made.value.body)).toEqual({
      externalReference: 'POS 7/#12',
      cardId,
      quantity: 3,
      expectedUnitPrice: { amount: '0.335', currency: 'JOD', asOf: '2026-11-20T10:00:00Z' },
      expectedTotal: { amount: '1.005', currency: 'JOD' },
      useAllowedDebt: false,
    });
    expect(made.value.total).toEqual({ amount: '1.005', currency: 'JOD' });
    expect(made.value.wantedUntilMs).toBe(1_000 + wantedForMs);
    expect(wantedForMs).toBe(600_000);
  });

  it('gives the same bytes for the same sale', () => {
    expect(intended()).toEqual(intended());
  });

  it('leaves an absent reference out and never switches debt on', () => {
    const { externalReference: _, ...without } = sale;
    const draft = intentOf(without, profile, pinnedOf(operationId, walletId, profile, keyId), 0);
    expect(draft.ok && Object.keys(z.looseObject({}).parse(JSON.parse(draft.value(head).body)))).toEqual([
      'cardId',
      'quantity',
      'expectedUnitPrice',
      'expectedTotal',
      'useAllowedDebt',
    ]);
    const debt = intended({ useAllowedDebt: true });
    expect(debt.ok && debt.value.body).toContain('"useAllowedDebt":true');
  });

  it('pins all that a resend must not change', () => {
    const made = intended();
    expect(made.ok && made.value.pinned).toEqual({
      deployment: 'https://partner.example',
      url: `https://partner.example/v1/wallets/${walletId}/orders`,
      contentType: 'application/json',
      idempotencyKey: operationId,
      keyId,
    });
    const quoted = profileOf({ baseUrl: 'https://partner.example', request: { idempotencyKey: 'quoted' } });
    expect(pinnedOf(operationId, walletId, quoted, keyId).idempotencyKey).toBe(`"${operationId}"`);
  });

  it('names what it replaces', () => {
    const made = intended({ replaces: otherOperationId });
    expect(made.ok && made.value.replaces).toBe(otherOperationId);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 10_001])(
    'refuses a quantity of %d and names the field',
    (quantity) => {
      expect(intended({ quantity })).toEqual({ ok: false, error: { code: 'input_invalid', field: 'quantity' } });
    },
  );

  it.each(['', 'x'.repeat(101), 'مرجع', 'a\tb', 'a"b', 'a\n'])(
    'refuses the reference %j and names the field',
    (externalReference) => {
      expect(intended({ externalReference })).toMatchObject({
        ok: false,
        error: { code: 'input_invalid', field: 'reference' },
      });
    },
  );

  it.each(['a', 'x'.repeat(100), 'Aa 0-_.:/#'])('takes the reference %j', (externalReference) => {
    expect(intended({ externalReference }).ok).toBe(true);
  });
});

describe('the intent of a sale whose journal is countersigned', () => {
  const referenceIn = (changes: Partial<NewSale>): unknown => {
    const made = intended(changes, countersigned);
    return made.ok
      ? z.looseObject({ externalReference: z.unknown() }).parse(JSON.parse(made.value.body)).externalReference
      : made.error;
  };

  it("sends the head of the chain before the shop's own reference, and keeps them apart", () => {
    const made = intended({}, countersigned);
    expect(made.ok && made.value).toMatchObject({ externalReference: 'POS 7/#12', chainHead: head });
    expect(referenceIn({})).toBe(`${head}/POS 7/#12`);
  });

  it('sends the head alone where the shop has none', () => {
    const { externalReference: _, ...without } = sale;
    const draft = intentOf(without, countersigned, pinnedOf(operationId, walletId, countersigned, keyId), 0);
    expect(draft.ok && draft.value(head)).toMatchObject({ externalReference: null, chainHead: head });
    expect(draft.ok && draft.value(head).body).toContain(`"externalReference":"${head}"`);
  });

  it('fits the 100 characters of the API or is refused, and is never cut off', () => {
    expect(referenceIn({ externalReference: 'x'.repeat(56) })).toBe(`${head}/${'x'.repeat(56)}`);
    expect(`${head}/${'x'.repeat(56)}`).toHaveLength(100);
    expect(referenceIn({ externalReference: 'x'.repeat(57) })).toEqual({
      code: 'input_invalid',
      field: 'reference',
      detail: 'at_most_56',
    });
  });

  it('is the same sale whatever the head was', () => {
    const made = intended({}, countersigned);
    expect(made.ok && isSameSale(made.value, sale)).toBe(true);
  });
});

describe('the same sale', () => {
  const made = intended();
  if (!made.ok) throw new Error(made.error.code);
  const { value } = made;

  it("is the same at another price: the price is the service's", () => {
    expect(isSameSale(value, sale)).toBe(true);
  });

  it.each<Partial<NewSale>>([{ quantity: 4 }, { useAllowedDebt: true }, { externalReference: 'another' }])(
    'is another with %j',
    (change) => {
      expect(isSameSale(value, { ...sale, ...change })).toBe(false);
    },
  );
});
