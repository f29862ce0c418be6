import { describe, expect, it } from 'vitest';
import type { Turn } from '../../orders/scripted-service.ts';
import { value, type InstallationOptions } from '../counter.ts';
import { invitationId, keyId } from '../samples.ts';
import {
  across,
  invitationRead,
  isActive,
  keyTaken,
  notActive,
  otherInvitationId,
  otherKeyId,
  proofTaken,
  token,
  wayToActivation,
  type Across,
} from '../scripted.ts';

const input = { invitationId, token };
const further = { invitationId: otherInvitationId, token };
const dayMs = 86_400_000;

const wayOfNext = (last: Turn): readonly Turn[] => [invitationRead, keyTaken({ keyId: otherKeyId }), proofTaken, last];
const nextIsActive = isActive({ keyId: otherKeyId });

/** A counter with a key in use. */
async function selling(options: InstallationOptions = {}): Promise<Across> {
  const desk = await across({}, options);
  desk.service.script(...wayToActivation, isActive());
  value(await desk.counter.enrolment.begin(input));
  value(await desk.counter.enrolment.check());
  desk.asked();
  return desk;
}

/** One whose key took the place of another, to which three orders are pinned. */
async function replaced(): Promise<Across> {
  const desk = await selling({ pendingOrders: 3 });
  desk.service.script(...wayOfNext(nextIsActive));
  value(await desk.counter.enrolment.begin(further));
  desk.asked();
  return desk;
}

const statusesOf = ({ counter }: Across): readonly string[] => counter.keyring.entries().map(({ status }) => status);

describe('a key that is to replace the one in use', () => {
  it('is shown beside it while it waits', async () => {
    const desk = await selling();
    desk.service.script(...wayOfNext(notActive), invitationRead);
    expect(value(await desk.counter.enrolment.begin(further))).toMatchObject({
      state: 'active',
      invitationId,
      keyId,
      next: { state: 'awaitingActivation', invitationId: otherInvitationId, keyId: otherKeyId },
    });
    expect(desk.counter.session.signingKey()?.keyId).toBe(keyId);
    expect(desk.counter.enrolment.latest()?.steps.state).toBe('awaitingActivation');
  });

  it('takes its place once the service accepts it, and the first is retired', async () => {
    const desk = await selling();
    desk.service.script(...wayOfNext(nextIsActive));
    const view = value(await desk.counter.enrolment.begin(further));
    expect(view).toMatchObject({ state: 'active', invitationId: otherInvitationId, keyId: otherKeyId });
    expect(view).not.toHaveProperty('next');
    expect(view).not.toHaveProperty('replaced');
    expect(statusesOf(desk)).toEqual(['retired', 'active']);
  });

  it('is refused where it belongs to another application', async () => {
    const desk = await selling();
    desk.service.script(...wayOfNext(isActive({ keyId: otherKeyId, applicationId: 'application-2' })));
    expect(value(await desk.counter.enrolment.begin(further))).toMatchObject({
      state: 'active',
      keyId,
      next: { state: 'refused', refusal: { code: 'key_of_another_application' } },
    });
    expect(statusesOf(desk)).toEqual(['active', 'submitted']);
  });

  it('is not waited for with what the key in use says', async () => {
    const desk = await selling();
    desk.service.script(...wayOfNext(notActive), invitationRead, nextIsActive);
    value(await desk.counter.enrolment.begin(further));
    expect(value(await desk.counter.enrolment.waitUntilActive(60_000)).keyId).toBe(otherKeyId);
  });

  it('is not enrolled under the invitation of the one in use, or of one before it', async () => {
    const desk = await replaced();
    expect(value(await desk.counter.enrolment.begin(further)).keyId).toBe(otherKeyId);
    expect(await desk.counter.enrolment.begin(input)).toEqual({
      ok: false,
      error: { code: 'already_enrolled', field: 'invitation' },
    });
    expect(desk.asked()).toEqual([]);
  });
});

describe('a key that was replaced', () => {
  it('signs for its orders until they are settled', async () => {
    const desk = await replaced();
    expect(desk.counter.enrolment.status().replaced).toEqual([{ keyId, pendingOrders: 3 }]);
    expect(statusesOf(desk)).toEqual(['replaced', 'active']);
    expect(desk.counter.session.signingKey(keyId)?.keyId).toBe(keyId);
  });

  it('is retired by nobody while the service still takes it', async () => {
    const desk = await replaced();
    desk.service.script(isActive());
    expect(await desk.counter.enrolment.retire()).toEqual({ ok: false, error: { code: 'key_pending_orders' } });
    expect(desk.service.seen.at(-1)?.headers['signature-input']).toContain(`keyid="${keyId}"`);
    expect(statusesOf(desk)).toEqual(['replaced', 'active']);
  });

  it('is retired by a person where the service refuses it in answer to this very call', async () => {
    const desk = await replaced();
    desk.service.script({ status: 401, body: { code: 'invalid_credentials' }, leftOut: ['nonce;req'] }, notActive);
    expect((await desk.counter.enrolment.retire()).ok).toBe(false);
    expect(statusesOf(desk)).toEqual(['replaced', 'active']);
    expect(value(await desk.counter.enrolment.retire())).not.toHaveProperty('replaced');
    expect(statusesOf(desk)).toEqual(['retired', 'active']);
  });

  it('stays where the service does not answer', async () => {
    const desk = await replaced();
    desk.service.script('drop');
    expect(await desk.counter.enrolment.retire()).toEqual({ ok: false, error: { code: 'connection_lost' } });
    expect(statusesOf(desk)).toEqual(['replaced', 'active']);
  });

  it('is retired once it has ended by both clocks', async () => {
    const desk = await replaced();
    const { counter, clock } = desk;
    const [first, second] = counter.keyring.entries().map(({ localId }) => localId);
    const hasEnded = (): readonly boolean[] =>
      [first, second, 'unknown'].map((localId) => counter.enrolment.hasEnded(localId ?? ''));
    counter.enrolment.retireIdle();
    expect([statusesOf(desk), hasEnded()]).toEqual([
      ['replaced', 'active'],
      [false, false, false],
    ]);
    // The service has said its time: this machine's clock alone ends nothing.
    clock.set(366 * dayMs);
    counter.enrolment.retireIdle();
    expect(statusesOf(desk)).toEqual(['replaced', 'active']);
    clock.skip(366 * dayMs);
    counter.enrolment.retireIdle();
    expect([statusesOf(desk), hasEnded()]).toEqual([
      ['retired', 'active'],
      [true, true, false],
    ]);
  });

  it('is shown with none of the other deployments', async () => {
    const { counter, service, installation, clock } = await replaced();
    counter.close();
    const other = await installation.open({ clock, profile: { ...service.profile, baseUrl: 'http://127.0.0.1:1' } });
    expect(other.enrolment.status()).toEqual({ state: 'none' });
  });
});
