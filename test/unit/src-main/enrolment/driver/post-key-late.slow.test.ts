import { describe, expect, it } from 'vitest';
import { handTimers } from '../../../../support/hand-timers.ts';
import type { Reply, Turn } from '../../orders/scripted-service.ts';
import { value } from '../counter.ts';
import { invitationId } from '../samples.ts';
import { across, invitationRead, keyTaken, notActive, proofTaken, token, type Across } from '../scripted.ts';

const input = { invitationId, token };
const usedUp: Reply = { status: 409, body: { code: 'key_duplicate' } };

/** An enrolment whose answer to the key comes when nobody waits for it any more, as soon as `release` is called. */
async function unanswered(answer: Turn = keyTaken()): Promise<Across & { readonly release: () => void }> {
  const parts = await across({ answerWaitSeconds: 1 });
  const { service, counter, asked } = parts;
  const held = Promise.withResolvers<undefined>();
  const late: Turn = async (request) => {
    await held.promise;
    return typeof answer === 'function' ? answer(request) : answer;
  };
  service.script(invitationRead, late);
  const timers = handTimers();
  const begun = counter.enrolment.begin(input);
  await expect.poll(() => service.seen.length).toBe(2);
  timers.pass(1_000);
  expect(await begun).toEqual({ ok: false, error: { code: 'answer_timeout' } });
  asked();
  return { ...parts, release: () => held.resolve(undefined) };
}

const sealedIn = ({ counter }: Across): number => counter.journal.events({ kind: 'enrolment-answer-sealed' }).length;

describe('an answer to the key that comes when nobody waits for it any more', () => {
  it('is sealed, and its challenge is used by the next step', async () => {
    const late = await unanswered();
    late.release();
    await expect.poll(() => sealedIn(late)).toBe(1);
    late.service.script(proofTaken, notActive, invitationRead);
    expect(value(await late.counter.enrolment.resume()).state).toBe('awaitingActivation');
    expect(late.asked()).toEqual(['proof', 'signature', 'invitation']);
  });

  it('brings the challenge also where the invitation was found used up meanwhile', async () => {
    const late = await unanswered();
    late.service.script(invitationRead, usedUp);
    expect(value(await late.counter.enrolment.resume()).waitsFor).toBe('restart');
    late.release();
    await expect.poll(() => sealedIn(late)).toBe(2);
    late.service.script(proofTaken, notActive, invitationRead);
    expect(value(await late.counter.enrolment.resume()).state).toBe('awaitingActivation');
  });

  it('is not passed over where another posting is on its way', async () => {
    const late = await unanswered();
    const once: Turn = async () => {
      late.release();
      await expect.poll(() => sealedIn(late)).toBe(1);
      return usedUp;
    };
    late.service.script(invitationRead, once);
    expect(value(await late.counter.enrolment.resume()).waitsFor).toBe('restart');
    late.service.script(proofTaken, notActive, invitationRead);
    expect(value(await late.counter.enrolment.resume()).state).toBe('awaitingActivation');
  });

  it('is asked for again where it made no decision', async () => {
    const late = await unanswered({ status: 503, body: { code: 'dependency_unavailable' } });
    late.release();
    await expect.poll(() => sealedIn(late)).toBe(1);
    late.service.script(invitationRead, keyTaken(), proofTaken, notActive, invitationRead);
    expect(value(await late.counter.enrolment.resume()).state).toBe('awaitingActivation');
  });

  it('is let go when the counter closes', async () => {
    const late = await unanswered();
    late.counter.close();
    const again = await late.installation.open({ clock: late.clock });
    late.release();
    late.service.script(invitationRead, usedUp);
    expect(value(await again.enrolment.resume()).waitsFor).toBe('restart');
    expect(again.journal.events({ kind: 'enrolment-answer-sealed' })).toHaveLength(1);
  });
});
