import { describe, expect, it } from 'vitest';
import { askedCodesIn } from '../../../../../src-main/reveals/machine/asked-codes.ts';
import { soldCardId } from '../../orders/order-samples.ts';
import { recorded, sealedAs } from './samples.ts';

const kept = (seq: number, attempt: string) =>
  recorded(seq, 'reveal-answer-sealed', { attempt, sealed: sealedAs(`reveal:${attempt}`), bytes: 9, httpStatus: 200 });
const failed = (seq: number, attempt: string, reason: string) => recorded(seq, 'reveal-failed', { attempt, reason });
const revealed = (seq: number, attempt: string) =>
  recorded(seq, 'codes-revealed', {
    sealed: sealedAs(`reveal:${attempt}`),
    requestId: null,
    soldCardIds: [soldCardId(1)],
  });
const shown = (seq: number) => recorded(seq, 'codes-shown', { soldCardIds: [soldCardId(1)] });
const undecided = (attempt: string, reason: string | null) => ({
  attempt,
  sealed: sealedAs(`reveal:${attempt}`),
  sealedBytes: 9,
  reason,
});

describe('answers that brought no codes so far', () => {
  it('are those that were never judged, and those that could not be verified, each with the latest reason', () => {
    const events = [kept(1, 'a'), kept(2, 'b'), failed(3, 'b', 'unknown_key'), failed(4, 'b', 'stale')];
    expect(askedCodesIn(events).undecided).toEqual([undecided('a', null), undecided('b', 'stale')]);
  });

  it.each(['insufficient_scope', 'other_cards'])('are none that were verified and refused: %s', (reason) => {
    expect(askedCodesIn([kept(1, 'a'), failed(2, 'a', reason)]).undecided).toEqual([]);
  });

  it('are none that brought codes later, nor attempts that had no answer', () => {
    const events = [kept(1, 'a'), failed(2, 'a', 'unknown_key'), revealed(3, 'a'), failed(4, 'b', 'unknown_key')];
    expect(askedCodesIn(events).undecided).toEqual([]);
  });

  it('are those of other answers beside one that brought codes', () => {
    expect(askedCodesIn([kept(1, 'a'), kept(2, 'b'), revealed(3, 'a')]).undecided).toEqual([undecided('b', null)]);
  });
});

describe('codes that were not shown', () => {
  const unshown = (attempt: string) => ({ sealedId: `reveal:${attempt}`, soldCardIds: [soldCardId(1)] });

  it('are those of the latest answer, until they were shown', () => {
    expect(askedCodesIn([revealed(1, 'a'), revealed(2, 'b')]).unshown).toEqual(unshown('b'));
    expect(askedCodesIn([revealed(1, 'a'), shown(2)]).unshown).toBeNull();
    expect(askedCodesIn([revealed(1, 'a'), shown(2), revealed(3, 'b'), failed(4, 'c', 'stale')]).unshown).toEqual(
      unshown('b'),
    );
    expect(askedCodesIn([]).unshown).toBeNull();
  });
});
