import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useApproval, withApproval } from '../../../../../src-renderer/base/stores/approval-store.ts';
import type { CallResult } from '../../../../../src-shared/contract/schemas.ts';

type Answer = CallResult<string>;

const needs = (id: string): Answer => ({
  ok: false,
  error: { code: 'approval_required', approval: { id, kinds: ['codesAgain'] } },
});
const locked: Answer = { ok: false, error: { code: 'not_allowed', detail: 'locked' } };

beforeEach(() => {
  vi.stubGlobal('window', {
    counter: { staff: { list: () => Promise.resolve({ ok: true, value: { people: [], me: null } }) } },
  });
  useApproval.setState({ question: null });
});

/** A call that main wants a word for; each next answer comes when the test gives it. */
function aCall(id = 'first') {
  const waiting: ((answer: Answer) => void)[] = [];
  const ids: (string | undefined)[] = [];
  const result = withApproval<string>(({ approval }) => {
    ids.push(approval?.id);
    if (approval === undefined) return Promise.resolve(needs(id));
    return new Promise((resolve) => waiting.push(resolve));
  });
  return { result, ids, give: (answer: Answer) => waiting.shift()?.(answer) };
}

async function questionNow() {
  await vi.waitFor(() => expect(useApproval.getState().question).not.toBeNull());
  const { question } = useApproval.getState();
  if (question === null) throw new Error('nothing is asked');
  return question;
}

describe('a PIN that is answered while the counter locks', () => {
  it('ends with the lock: nothing is asked again, and the call is as it was refused', async () => {
    for (const answer of [locked, needs('second')]) {
      const { result, ids, give } = aCall();
      const question = await questionNow();
      const answered = question.answer('mona', '1234');
      question.leave();
      expect(useApproval.getState().question).toBeNull();
      give(answer);
      expect(await answered).toBeNull();
      expect(await result).toEqual(needs('first'));
      expect(await question.answer('mona', '1234')).toBeNull();
      expect(ids).toEqual([undefined, 'first']);
      expect(useApproval.getState().question).toBeNull();
    }
  });

  it('that had gone through before is what became of the call', async () => {
    const { result, give } = aCall();
    const question = await questionNow();
    const answered = question.answer('mona', '1234');
    question.leave();
    give({ ok: true, value: 'done' });
    await answered;
    expect(await result).toEqual({ ok: true, value: 'done' });
  });

  it('takes no other question from the screen', async () => {
    const { result, give } = aCall();
    const question = await questionNow();
    const answered = question.answer('mona', '1234');
    question.leave();
    const other = aCall('other');
    const asked = await questionNow();
    give(locked);
    await Promise.all([answered, result]);
    expect(useApproval.getState().question).toBe(asked);
    asked.leave();
    expect(await other.result).toEqual(needs('other'));
  });

  it('is one answer, however often it is pressed', async () => {
    const { ids, give, result } = aCall();
    const question = await questionNow();
    const first = question.answer('mona', '1234');
    expect(await question.answer('mona', '1234')).toBeNull();
    give({ ok: true, value: 'done' });
    await first;
    await result;
    expect(ids).toEqual([undefined, 'first']);
  });
});

it('asks anew for what it needs by now, and takes a next PIN after a wrong one', async () => {
  const { result, ids, give } = aCall();
  const question = await questionNow();
  const wrong = question.answer('mona', '1111');
  give({ ok: false, error: { code: 'pin_wrong' } });
  expect(await wrong).toEqual({ code: 'pin_wrong' });
  const more = question.answer('mona', '1234');
  give(needs('second'));
  await vi.waitFor(() => expect(useApproval.getState().question).not.toBe(question));
  const last = (await questionNow()).answer('mona', '1234');
  give({ ok: true, value: 'done' });
  await Promise.all([more, last]);
  expect(await result).toEqual({ ok: true, value: 'done' });
  expect(ids).toEqual([undefined, 'first', 'first', 'second']);
});
