import { describe, expect, it } from 'vitest';
import { mayBeOf, type RevealSubject } from '../../../../../src-main/reveals/machine/subject.ts';
import { invoiceId, operationId, otherOperationId, soldCardId } from '../../orders/order-samples.ts';
import { soldOrder } from './samples.ts';

const otherInvoiceId = '0d000000-0000-4000-8000-000000000002';
const order: RevealSubject = {
  kind: 'order',
  operationId,
  order: soldOrder([1, 2]),
  listed: null,
  insteadOf: [],
};
const withoutInvoice: RevealSubject = { ...order, order: soldOrder([], { completed: null }) };
const unsaid = { operationId: null, invoiceId: null };

describe('codes in an answer', () => {
  it.each([
    ['nobody', unsaid, true],
    ['the order', { ...unsaid, operationId }, true],
    ['another order', { ...unsaid, operationId: otherOperationId }, false],
    ['its invoice', { ...unsaid, invoiceId }, true],
    ['another invoice', { ...unsaid, invoiceId: otherInvoiceId }, false],
    ['the order and another invoice', { operationId, invoiceId: otherInvoiceId }, false],
    ['another order and its invoice', { operationId: otherOperationId, invoiceId }, false],
  ])('that says it is of %s may be of the order: %s', (_name, owner, isOfIt) => {
    expect(mayBeOf(order, owner)).toBe(isOfIt);
  });

  it('may be of an order whose invoice nobody knows yet, whatever invoice they are of', () => {
    expect(mayBeOf(withoutInvoice, { operationId, invoiceId: otherInvoiceId })).toBe(true);
  });

  it('are of an invoice by its number alone, in either case', () => {
    const subject = (id: string): RevealSubject => ({ kind: 'invoice', invoiceId: id });
    const said = { operationId: otherOperationId, invoiceId };
    expect([invoiceId, invoiceId.toUpperCase(), otherInvoiceId].map((id) => mayBeOf(subject(id), said))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('are not told from those of a card, which is known by its own id', () => {
    const card: RevealSubject = { kind: 'card', soldCardId: soldCardId(1) };
    expect(mayBeOf(card, { operationId: otherOperationId, invoiceId: otherInvoiceId })).toBe(true);
  });
});
