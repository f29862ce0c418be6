import { expect, it } from 'vitest';
import { cardsMeant } from '../../../../../src-main/reveals/machine/subject.ts';
import { soldCardId } from '../../orders/order-samples.ts';
import { orderSubject, soldOrder } from './samples.ts';

it('an order of which nobody said that it was bought gets no more cards than were meant', () => {
  const subject = orderSubject(soldOrder([], { completed: null }));
  expect(cardsMeant(subject, [1, 2].map(soldCardId))).toEqual([1, 2].map(soldCardId));
  expect(cardsMeant(subject, [1, 2, 3].map(soldCardId))).toEqual([]);
});
