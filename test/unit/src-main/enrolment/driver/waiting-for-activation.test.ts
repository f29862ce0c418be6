import { describe, expect, it } from 'vitest';
import { SkippingClock } from '../../../../support/skipping-clock.ts';
import type { Reply } from '../../orders/scripted-service.ts';
import { value } from '../counter.ts';
import { invitationId } from '../samples.ts';
import { across, invitationRead, isActive, notActive, token, wayToActivation, type Across } from '../scripted.ts';

const input = { invitationId, token };

/** A counter whose key waits for its activation. */
async function waiting(): Promise<Across & { readonly pauses: number[] }> {
  const desk = await across();
  desk.service.script(...wayToActivation);
  value(await desk.counter.enrolment.begin(input));
  desk.asked();
  const pauses: number[] = [];
  desk.clock.sleep = async (ms) => {
    pauses.push(ms);
    await SkippingClock.prototype.sleep.call(desk.clock, ms);
  };
  return { ...desk, pauses };
}

describe('waiting for a key to be active', () => {
  it('asks after two seconds, then slower, and never after its time', async () => {
    const { counter, service, pauses, asked } = await waiting();
    service.script(notActive, invitationRead, notActive, notActive, notActive);
    expect(value(await counter.enrolment.waitUntilActive(8_000)).state).toBe('awaitingActivation');
    expect(pauses).toEqual([2_000, 3_000, 3_000]);
    expect(asked()).toEqual(['signature', 'invitation', 'signature', 'signature', 'signature']);
  });

  it('asks once where there is no time to wait', async () => {
    const { counter, service, pauses } = await waiting();
    service.script(notActive, invitationRead);
    expect(value(await counter.enrolment.waitUntilActive(0)).state).toBe('awaitingActivation');
    expect(pauses).toEqual([]);
  });

  it('ends as soon as the key is active', async () => {
    const { counter, service, pauses } = await waiting();
    service.script(notActive, invitationRead, isActive());
    expect(value(await counter.enrolment.waitUntilActive(600_000)).state).toBe('active');
    expect(pauses).toEqual([2_000]);
  });

  it('ends where staff withdrew the invitation', async () => {
    const { counter, service } = await waiting();
    service.script(notActive, { status: 200, body: { state: 'revoked' } });
    expect(value(await counter.enrolment.waitUntilActive(600_000)).state).toBe('refused');
  });

  it('ends where nobody began', async () => {
    const { counter } = await across();
    expect(await counter.enrolment.waitUntilActive(600_000)).toEqual({ ok: false, error: { code: 'not_enrolled' } });
  });

  it('goes on where the service cannot be reached', async () => {
    const { counter, service } = await waiting();
    service.script('drop', isActive());
    expect(value(await counter.enrolment.waitUntilActive(600_000)).state).toBe('active');
  });

  it('ends when it is told to', async () => {
    const { counter, service, pauses } = await waiting();
    const ending = new AbortController();
    service.script(
      notActive,
      () => {
        ending.abort();
        return invitationRead;
      },
      notActive,
    );
    expect(value(await counter.enrolment.waitUntilActive(600_000, ending.signal)).state).toBe('awaitingActivation');
    expect(pauses).toEqual([]);
  });

  it('leaves the service alone as long as it asks with a key that is not active', async () => {
    const { counter, service, pauses } = await waiting();
    const asksForPause = { status: 401, body: { code: 'invalid_credentials' }, headers: { 'retry-after': '40' } };
    service.script(asksForPause, invitationRead, isActive());
    expect(value(await counter.enrolment.waitUntilActive(600_000)).state).toBe('active');
    expect(pauses[0]).toBe(40_000);
  });

  it('leaves it alone as long as it asks of the whole counter', async () => {
    const { counter, service, pauses } = await waiting();
    const busy: Reply = { status: 429, body: { code: 'rate_limited' }, headers: { 'retry-after': '120' } };
    service.script(busy, isActive());
    expect(value(await counter.enrolment.waitUntilActive(600_000)).state).toBe('active');
    expect(pauses).toEqual([120_000]);
  });

  it('is as quick again the next time', async () => {
    const { counter, service, pauses } = await waiting();
    service.script(notActive, invitationRead, notActive, notActive, notActive, invitationRead, notActive);
    await counter.enrolment.waitUntilActive(5_000);
    await counter.enrolment.waitUntilActive(2_000);
    expect(pauses).toEqual([2_000, 3_000, 2_000]);
  });
});
