import { describe, expect, it, vi } from 'vitest';
import { value } from '../counter.ts';
import { invitationId } from '../samples.ts';
import {
  across,
  invitationRead,
  isActive,
  notActive,
  otherInvitationId,
  token,
  wayToActivation,
  type Across,
} from '../scripted.ts';

/** A counter whose key waits for its activation. */
async function waiting(): Promise<Across> {
  const desk = await across();
  desk.service.script(...wayToActivation);
  value(await desk.counter.enrolment.begin({ invitationId, token }));
  desk.asked();
  return desk;
}

describe('a key that is tried', () => {
  it('counts as active from the time at which it was asked with, however long the answer took', async () => {
    const { counter, service, clock } = await waiting();
    const askedAtMs = clock.nowMs();
    service.script(() => {
      clock.skip(20_000);
      return isActive();
    });
    value(await counter.enrolment.check());
    const activeAtMs = counter.journal.events({ kind: 'enrolment-active' })[0]?.body['activeAtMs'];
    expect(activeAtMs).toBe(askedAtMs);
  });

  it('is written to the keyring only where that does not know its name', async () => {
    const { counter, service } = await waiting();
    const bind = vi.spyOn(counter.keyring, 'bindKeyId');
    service.script(notActive, invitationRead);
    value(await counter.enrolment.check());
    expect(bind).not.toHaveBeenCalled();
  });

  it('is not tried under another name where its own cannot be written', async () => {
    const { counter, asked } = await waiting();
    const failure = { code: 'vault_unavailable', detail: 'keyring_not_written' } as const;
    value(counter.keyring.bindKeyId(counter.keyring.entries()[0]?.localId ?? '', otherInvitationId));
    vi.spyOn(counter.keyring, 'bindKeyId').mockReturnValueOnce({ ok: false, error: failure });
    expect(await counter.enrolment.check()).toEqual({ ok: false, error: failure });
    expect(asked()).toEqual([]);
  });
});
