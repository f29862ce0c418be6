import { expect, it } from 'vitest';
import { askedCodesIn } from '../../../../../src-main/reveals/machine/asked-codes.ts';
import { soldCardId } from '../../orders/order-samples.ts';
import { recorded, sealedAs } from './samples.ts';

it('codes that came in one answer leave the others to be judged', () => {
  const kept = (seq: number, attempt: string) =>
    recorded(seq, 'reveal-answer-sealed', { attempt, sealed: sealedAs(attempt), bytes: 1, httpStatus: 200 });
  const body = { sealed: sealedAs('a'), requestId: null, soldCardIds: [soldCardId(1)] };
  const { undecided } = askedCodesIn([kept(1, 'a'), kept(2, 'b'), recorded(3, 'codes-revealed', body)]);
  expect(undecided.map(({ attempt }) => attempt)).toEqual(['b']);
});
