import { expect, it } from 'vitest';
import { afterPage } from '../../../../../src-main/reveals/machine/wallet-list.ts';

it('a list is not whole where entries of several of its pages could not be read', () => {
  const position = { cursor: 'b', followed: new Set(['b']), unreadable: 1, isFromEarlier: false };
  expect(afterPage(position, { skipped: 1 }).step).toEqual({
    kind: 'ended',
    failure: { code: 'answer_unreadable', detail: 'cards_unreadable' },
  });
});
