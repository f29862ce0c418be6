import { describe, expect, it, vi } from 'vitest';
import { deploymentIdentity } from '../../../../../src-main/deployment/profile.ts';
import { jwkThumbprint } from '../../../../../src-main/signatures/keys.ts';
import { Installation, value, type Counter } from '../counter.ts';
import { invitationId, keyId } from '../samples.ts';
import {
  across,
  invitationRead,
  isActive,
  keyTaken,
  otherInvitationId,
  otherKeyId,
  proofTaken,
  token,
  wayToActivation,
} from '../scripted.ts';

const input = { invitationId, token };
const further = { invitationId: otherInvitationId, token };
const draftsOf = ({ journal }: Counter, of = invitationId): number =>
  journal.events({ subject: `enrolment:${of}`, kind: 'enrolment-drafted' }).length;

describe('a beginning', () => {
  it('that cannot make its key goes on as it was drafted', async () => {
    const { counter, service } = await across();
    const failure = { code: 'vault_unavailable', detail: 'keyring_not_written' } as const;
    vi.spyOn(counter.keyring, 'make').mockReturnValueOnce({ ok: false, error: failure });
    expect(await counter.enrolment.begin(input)).toEqual({ ok: false, error: failure });
    service.script(...wayToActivation);
    expect(value(await counter.enrolment.begin(input)).state).toBe('awaitingActivation');
    expect(draftsOf(counter)).toBe(1);
  });

  it('that sent nothing yet goes on under the same token, and is drafted anew under another', async () => {
    const { counter, service } = await across();
    service.script('drop', 'drop', 'drop');
    await counter.enrolment.begin(input);
    await counter.enrolment.begin(input);
    expect(draftsOf(counter)).toBe(1);
    await counter.enrolment.begin({ ...input, token: 'another-token' });
    expect(draftsOf(counter)).toBe(2);
  });

  it('takes up an invitation again from which a person had turned to another, with its key', async () => {
    const { counter, service } = await across();
    service.script('drop', 'drop', ...wayToActivation);
    await counter.enrolment.begin(input);
    const key = counter.enrolment.latest()?.publicJwk;
    await counter.enrolment.begin(further);
    expect(value(await counter.enrolment.begin(input))).toMatchObject({ state: 'awaitingActivation', invitationId });
    expect(counter.enrolment.latest()?.publicJwk).toEqual(key);
    expect(counter.keyring.entries()).toHaveLength(2);
  });

  it('goes on with the token that came with a restart', async () => {
    const { counter, service } = await across();
    const usedUp = { status: 409, body: { code: 'key_duplicate' } };
    service.script(invitationRead, 'drop', invitationRead, usedUp);
    await counter.enrolment.begin(input);
    expect(value(await counter.enrolment.resume()).waitsFor).toBe('restart');
    const from = service.seen.length;
    service.script(...wayToActivation);
    expect(value(await counter.enrolment.begin({ ...input, token: 'restarted' })).state).toBe('awaitingActivation');
    expect(service.seen[from]?.headers['authorization']).toBe('Enrollment restarted');
    expect(counter.keyring.entries()).toHaveLength(1);
  });

  it('is as good as done where the key is proved, whatever keeps it from being tried', async () => {
    const { counter, service } = await across();
    service.script(invitationRead, keyTaken(), proofTaken, 'drop', 'drop');
    expect(value(await counter.enrolment.begin(input)).state).toBe('awaitingActivation');
    expect(value(await counter.enrolment.resume()).state).toBe('awaitingActivation');
    service.script('drop');
    expect(await counter.enrolment.check()).toMatchObject({ ok: false, error: { code: 'connection_lost' } });
  });

  it('replaces a key of which no enrolment is on record', async () => {
    const { counter, service } = await across();
    const { localId } = value(counter.keyring.make(deploymentIdentity(service.profile)));
    value(counter.keyring.bindKeyId(localId, otherKeyId));
    value(counter.keyring.activate(localId));
    service.script(invitationRead, keyTaken(), proofTaken, isActive());
    expect(value(await counter.enrolment.begin(input))).toMatchObject({ state: 'active', keyId });
    expect(counter.keyring.entries().map(({ status }) => status)).toEqual(['retired', 'active']);
  });

  it('wipes the token from memory once that is sealed', async () => {
    const { counter, service } = await across();
    const seal = vi.spyOn(counter.vault, 'seal');
    service.script('drop');
    await counter.enrolment.begin(input);
    const [, sealed] = seal.mock.calls[0] ?? [];
    expect(sealed).toEqual(new Uint8Array(token.length));
  });
});

describe('the keys of the service', () => {
  const keysAt = (...pins: readonly string[]) => ({ serviceKeys: { url: '/v1/keys', pins } });

  it('have to be confirmed before anything is kept', async () => {
    const { counter, service, asked } = await across(keysAt());
    service.publishKeys({ ...service.publicKey, kid: 'service-1' });
    expect(await counter.enrolment.begin(input)).toEqual({ ok: false, error: { code: 'service_keys_unconfirmed' } });
    expect([draftsOf(counter), asked()]).toEqual([0, []]);
  });

  it('are looked up once where one of them is pinned', async () => {
    const { service, clock } = await across();
    service.publishKeys({ ...service.publicKey, kid: 'service-1' });
    const profile = service.profileWith(keysAt(jwkThumbprint(service.publicKey)));
    const { enrolment, session } = await new Installation(profile).open({ clock });
    const look = vi.spyOn(session.serviceKeys, 'look');
    service.script('drop', 'drop');
    await enrolment.begin(input);
    expect(enrolment.status().state).toBe('keyMade');
    await enrolment.begin(input);
    expect(look).toHaveBeenCalledTimes(1);
  });
});
