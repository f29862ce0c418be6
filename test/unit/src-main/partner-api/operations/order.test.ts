import { describe, expect, it } from 'vitest';
import { readOperationId, readOrder } from '../../../../../src-main/partner-api/operations/order.ts';
import { readRevealed } from '../../../../../src-main/partner-api/operations/reveals.ts';

const id = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const order = { operationId: id(1), status: 'completed' };
const credential = {
  soldCardId: id(2),
  serialNumber: 'serial',
  voucher: 'voucher',
  revealedAt: '2026-01-01T00:00:00Z',
};

describe('an order', () => {
  it('is read with every member the API names', () => {
    const members = {
      invoiceId: id(3),
      walletId: id(4),
      cardId: id(5),
      quantity: 2,
      completedAt: '2026-01-01T00:00:00Z',
      total: { amount: '12.500', currency: 'KWD', asOf: '2026-01-01T00:00:00Z' },
    };
    expect(readOrder({ ...order, ...members, soldCards: [credential], later: 'addition' })).toEqual({
      ...order,
      ...members,
      soldCards: [credential],
      unusableSoldCards: 0,
      oddFields: [],
    });
  });

  it.each(['processing', 'recoveryExhausted', 'completed', 'failed'])('may be %s', (status) => {
    expect(readOrder({ ...order, status })?.status).toBe(status);
  });

  it.each(['2026-01-01T03:00:00+03:00', '2025-12-31T19:30:00-04:30', '2026-01-01T00:00:00.123456Z'])(
    'keeps a time as the service wrote it: %s',
    (completedAt) => {
      const total = { amount: '12.500', currency: 'KWD', asOf: completedAt };
      expect(readOrder({ ...order, completedAt, total })).toMatchObject({ completedAt, total, oddFields: [] });
    },
  );

  it.each(['COMPLETED', 'refunded'])('of the status %j, which nobody knows, is read and not guessed at', (status) => {
    expect(readOrder({ ...order, status })).toMatchObject({ operationId: order.operationId, status: 'unknown' });
  });

  it.each(['', null, 1])('of the status %j, which is no word, still names its operation', (status) => {
    expect(readOrder({ ...order, status })).toBeNull();
    expect(readOperationId({ ...order, status })).toBe(order.operationId);
  });

  it('is read past members whose length cannot even be compared', () => {
    const hostile = { length: [{ toString: 0 }] };
    expect(
      readOrder({ ...order, completedAt: hostile, soldCards: [credential, { soldCardId: id(3), voucher: hostile }] }),
    ).toMatchObject({ soldCards: [credential], unusableSoldCards: 1, oddFields: ['completedAt'] });
    expect(readOrder({ ...order, status: hostile })).toBeNull();
  });

  it.each([
    ['a status that is no word', { ...order, status: 5 }],
    ['no status', { operationId: id(1) }],
    ['an upper-case operation id', { ...order, operationId: id(1).replace('8000', 'ABCD') }],
    ['a list that holds an operation id', { ...order, operationId: [id(1)] }],
    ['an operation id with a line end', { ...order, operationId: `${id(1)}\n` }],
    ['a list', [order]],
    ['null', null],
    ['nothing', undefined],
    ['text', 'completed'],
  ])('is unreadable with %s', (_, body) => {
    expect(readOrder(body)).toBeNull();
  });

  it.each([
    ['total', { amount: '12.50', currency: 'KWD' }],
    ['total', { amount: 12.5, currency: 'KWD' }],
    ['total', { amount: '1e3.000', currency: 'KWD' }],
    ['total', '12.500'],
    ['invoiceId', 'INV-7'],
    ['quantity', '2'],
    ['quantity', 1.5],
    ['quantity', -1],
    ['completedAt', 1_700_000_000],
    ['completedAt', 'x'.repeat(41)],
    ['soldCards', { first: credential }],
    ['soldCards', 'none'],
  ])('is not lost for an odd %s: it is dropped and named', (name, value) => {
    const read = readOrder({ ...order, [name]: value });
    expect(read).toEqual({ ...order, soldCards: [], unusableSoldCards: 0, oddFields: [name] });
  });

  it('is found by ids in capitals, as some databases print them, which are named as odd', () => {
    const [invoice, card] = ['0000000a-0000-4000-8000-000000000003', '0000000b-0000-4000-8000-000000000002'];
    expect(readOrder({ ...order, invoiceId: invoice.toUpperCase() })).toEqual({
      ...order,
      invoiceId: invoice,
      soldCards: [],
      unusableSoldCards: 0,
      oddFields: ['invoiceId'],
    });
    const soldCards = [
      { ...credential, soldCardId: card.toUpperCase() },
      { soldCardId: id(3), voucher: 'fine' },
    ];
    expect(readOrder({ ...order, soldCards })).toMatchObject({
      soldCards: [
        { ...credential, soldCardId: card },
        { soldCardId: id(3), voucher: 'fine' },
      ],
      oddFields: ['soldCards'],
    });
  });

  it('takes null for an absent member', () => {
    expect(readOrder({ ...order, invoiceId: null, soldCards: null })).toEqual({
      ...order,
      soldCards: [],
      unusableSoldCards: 0,
      oddFields: [],
    });
  });

  it('keeps the usable codes and counts the others', () => {
    const soldCards = [
      credential,
      { soldCardId: id(6), serialNumber: 'only' },
      { soldCardId: id(7), voucher: 'only', serialNumber: '' },
      { soldCardId: id(8) },
      { soldCardId: id(9), serialNumber: '', voucher: '  ' },
      { soldCardId: id(10), serialNumber: 12345 },
      { soldCardId: 'unknown', voucher: 'codes' },
      { ...credential, voucher: 'another for the same card' },
      { ...credential, revealedAt: '2026-01-02T00:00:00Z' },
      null,
    ];
    const read = readOrder({ ...order, soldCards });
    expect(read?.soldCards).toEqual([
      credential,
      { soldCardId: id(6), serialNumber: 'only' },
      { soldCardId: id(7), voucher: 'only' },
      { ...credential, voucher: 'another for the same card' },
    ]);
    expect(read?.unusableSoldCards).toBe(6);
  });

  it('reads no more than ten thousand codes and counts the rest', () => {
    const soldCards = Array.from({ length: 10_005 }, (_, index) => ({ soldCardId: id(index), voucher: 'v' }));
    const read = readOrder({ ...order, soldCards });
    expect([read?.soldCards.length, read?.unusableSoldCards]).toEqual([10_000, 5]);
  });

  it('is not taken from the prototype of a body', () => {
    expect(readOrder(Object.create(order))).toBeNull();
    expect(readOrder(JSON.parse(`{"__proto__":${JSON.stringify(order)}}`))).toBeNull();
  });
});

describe('the operation that a body names', () => {
  it('is read whatever else the body is', () => {
    expect(readOperationId({ operationId: id(1), status: 'shipped' })).toBe(id(1));
  });

  it.each([[{}], [{ operationId: 'x' }], [[]], [null], ['x']])('is none in %j', (body) => {
    expect(readOperationId(body)).toBeNull();
  });
});

describe('the reveal of a card or an invoice', () => {
  const other = { soldCardId: id(12), voucher: 'other' };

  it.each([
    ['one credential', credential, [credential]],
    ['one under card', { card: credential }, [credential]],
    ['a bare list', [credential, other], [credential, other]],
    ['items', { items: [credential, other] }, [credential, other]],
    ['soldCards with the invoice', { invoiceId: id(3), soldCards: [credential, other] }, [credential, other]],
    ['one credential under another name', { revealed: credential }, [credential]],
    ['a list under another name', { invoiceId: id(3), codes: [other, 7] }, [other]],
    ['a list of wrapped cards', { items: [{ card: credential }, { card: other }] }, [credential, other]],
    ['an empty list', { items: [] }, []],
    ['a card without codes', { soldCardId: id(2) }, []],
    ['some unusable entries', [{ soldCardId: id(2) }, other, 7], [other]],
  ])('is read from %s', (_, body, expected) => {
    expect(readRevealed(body)).toEqual(expected);
  });

  it.each([
    ['an object without codes', { codes: ['voucher'], more: { deeper: { soldCardId: id(2) } } }],
    ['text', 'voucher'],
    ['null', null],
    ['nothing', undefined],
  ])('is unreadable from %s', (_, body) => {
    expect(readRevealed(body)).toBeNull();
  });
});
