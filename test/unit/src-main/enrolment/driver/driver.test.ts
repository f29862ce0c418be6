import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { deploymentIdentity } from '../../../../../src-main/deployment/profile.ts';
import { Crash, value, type Counter } from '../counter.ts';
import { invitationId, keyId } from '../samples.ts';
import {
  across,
  invitationRead,
  isActive,
  keyTaken,
  notActive,
  otherInvitationId,
  proofTaken,
  token,
  wayToActivation,
} from '../scripted.ts';

const input = { invitationId, token };
const kindsOf = ({ journal }: Counter): readonly string[] =>
  journal.events({ subject: `enrolment:${invitationId}` }).map(({ kind }) => kind.replace('enrolment-', ''));
const tokenIdOf = ({ journal }: Counter): string =>
  z.object({ id: z.string() }).parse(journal.events({ kind: 'enrolment-drafted' })[0]?.body['sealed']).id;

describe('a beginning', () => {
  it('goes as far as it can: to a key that waits for its activation', async () => {
    const { counter, service, asked } = await across();
    expect(counter.enrolment.status()).toEqual({ state: 'none' });
    service.script(...wayToActivation);
    const view = value(await counter.enrolment.begin(input));
    expect(view).toEqual({
      state: 'awaitingActivation',
      invitationId,
      keyId,
      ownThumbprint: counter.keyring.entries()[0]?.thumbprint,
      serviceThumbprint: counter.keyring.entries()[0]?.thumbprint,
      thumbprintsAgree: true,
    });
    expect(asked()).toEqual(['invitation', 'keys', 'proof', 'signature', 'invitation']);
    expect(kindsOf(counter)).toEqual([
      'drafted',
      'key-made',
      'attempt-started',
      'answer-sealed',
      'submitted',
      'proved',
      'attempt-started',
      'awaiting',
    ]);
  });

  it('shows its token at the three calls of an enrolment, and signs the one that tries the key', async () => {
    const { counter, service } = await across();
    service.script(...wayToActivation);
    await counter.enrolment.begin(input);
    const [read, posted, proved, tried] = service.seen.map(({ headers }) => headers);
    for (const headers of [read, posted, proved]) {
      expect(headers?.['authorization']).toBe(`Enrollment ${token}`);
      expect(headers).not.toHaveProperty('signature');
    }
    expect(tried).not.toHaveProperty('authorization');
    expect(tried?.['signature-input']).toContain(`keyid="${keyId}"`);
    expect(service.seen.map(({ target }) => target)).toEqual([
      `/v1/enrollments/${invitationId}`,
      `/v1/enrollments/${invitationId}/keys`,
      `/v1/enrollments/${invitationId}/proof`,
      '/v1/diagnostics/signature',
      `/v1/enrollments/${invitationId}`,
    ]);
    expect(service.seen[3]?.body.toString()).toBe('{}');
  });

  it('posts the public half of the key with the days and networks that were asked for', async () => {
    const { counter, service, clock } = await across();
    service.script(...wayToActivation);
    await counter.enrolment.begin({ ...input, validDays: 30, cidrs: ['10.0.0.0/8'] });
    const { kty, crv, x, y } = counter.keyring.entries()[0]?.publicJwk ?? {};
    expect(JSON.parse(service.seen[1]?.body.toString() ?? '')).toEqual({
      publicJwk: { kty, crv, x, y },
      notBefore: new Date(clock.nowMs()).toISOString(),
      expiresAt: new Date(clock.nowMs() + 30 * 86_400_000).toISOString(),
      cidrs: ['10.0.0.0/8'],
    });
  });

  it('names the deployment and its profile in what it records', async () => {
    const { counter, service } = await across();
    service.script(...wayToActivation);
    await counter.enrolment.begin(input);
    const bodies = counter.journal.events({ kind: 'enrolment-attempt-started' }).map(({ body }) => body);
    const { profileHash } = counter.session;
    expect(bodies).toEqual([
      { step: 'submit', profileHash },
      { step: 'proof', profileHash },
    ]);
    expect(counter.journal.events({ kind: 'enrolment-drafted' })[0]?.body).toMatchObject({
      deployment: deploymentIdentity(service.profile),
      validDays: 365,
      cidrs: [],
    });
  });

  it('shows where the service took another key than ours', async () => {
    const { counter, service } = await across();
    service.script(invitationRead, keyTaken({ thumbprint: 'of-another-key' }), proofTaken, notActive, invitationRead);
    expect(value(await counter.enrolment.begin(input))).toMatchObject({
      serviceThumbprint: 'of-another-key',
      thumbprintsAgree: false,
    });
  });

  it('is refused for its input before anything is kept', async () => {
    const { counter, asked } = await across();
    expect(await counter.enrolment.begin({ ...input, token: '' })).toEqual({
      ok: false,
      error: { code: 'input_invalid', field: 'token' },
    });
    expect([kindsOf(counter), asked()]).toEqual([[], []]);
    expect(await counter.enrolment.resume()).toEqual({ ok: false, error: { code: 'not_enrolled' } });
    expect(counter.enrolment.latest()).toBeNull();
  });

  it('changes nothing when it is repeated', async () => {
    const { counter, service } = await across();
    service.script(...wayToActivation, notActive, invitationRead);
    const first = value(await counter.enrolment.begin(input));
    const kinds = kindsOf(counter);
    expect(value(await counter.enrolment.begin(input))).toEqual(first);
    expect(kindsOf(counter)).toEqual(kinds);
  });

  it('keeps its key under another token, and makes a new one under another invitation', async () => {
    const { counter, service } = await across();
    service.script('drop', 'drop', 'drop');
    await counter.enrolment.begin(input);
    await counter.enrolment.begin({ ...input, token: 'another-token' });
    expect(service.seen[1]?.headers['authorization']).toBe('Enrollment another-token');
    expect(counter.keyring.entries()).toHaveLength(1);
    await counter.enrolment.begin({ ...input, invitationId: otherInvitationId });
    expect(counter.keyring.entries()).toHaveLength(2);
    expect(counter.enrolment.status()).toMatchObject({ invitationId: otherInvitationId, state: 'keyMade' });
    expect(counter.enrolment.latest()?.invitationId).toBe(otherInvitationId);
  });

  it('goes on from a token that does not open any more only with the one that is given', async () => {
    const { counter, service } = await across();
    service.script('drop', 'drop');
    await counter.enrolment.begin(input);
    value(counter.journal.transaction((tx) => tx.purgeSealed(tokenIdOf(counter))));
    expect(await counter.enrolment.resume()).toEqual({
      ok: false,
      error: { code: 'seal_failed', detail: 'record_missing' },
    });
    expect(counter.enrolment.latest()?.token).toBeNull();
    await counter.enrolment.begin(input);
    expect(counter.enrolment.latest()?.token).toBe(token);
    expect(service.seen).toHaveLength(2);
  });

  it('is none of another deployment', async () => {
    const { counter, service, installation, clock } = await across();
    service.script(...wayToActivation);
    await counter.enrolment.begin(input);
    counter.close();
    const other = await installation.open({ clock, profile: { ...service.profile, baseUrl: 'http://127.0.0.1:1' } });
    expect(other.enrolment.status()).toEqual({ state: 'none' });
    expect(other.enrolment.latest()).toBeNull();
    expect((await other.enrolment.begin(input)).ok).toBe(false);
    expect(other.keyring.entries().map(({ status }) => status)).toEqual(['submitted', 'made']);
  });
});

describe('a key that the service accepts', () => {
  it('is in use from then on, with what the service said of it', async () => {
    const { counter, service, clock } = await across();
    service.script(...wayToActivation);
    value(await counter.enrolment.begin(input));
    const beganMs = clock.nowMs();
    clock.skip(30_000);
    service.script(isActive({ effectiveScopes: ['orders:create'], policyVersion: 7 }));
    expect(value(await counter.enrolment.check())).toMatchObject({ state: 'active', keyId });
    expect(counter.journal.events({ kind: 'enrolment-active' })[0]?.body).toEqual({
      keyId,
      evidence: 'diagnosed',
      scopes: ['orders:create'],
      policyVersion: 7,
      applicationId: 'application-1',
      notActiveAtMs: beganMs,
      activeAtMs: beganMs + 30_000,
    });
    expect(counter.keyring.active(deploymentIdentity(service.profile))?.keyId).toBe(keyId);
    expect(counter.keyring.checkpoint()).toEqual(counter.journal.head());
  });

  it('has its end counted in whole days from the last refusal', async () => {
    const { counter, service, clock } = await across();
    service.script(...wayToActivation, isActive());
    value(await counter.enrolment.begin({ ...input, validDays: 20 }));
    const endsAt = new Date(clock.nowMs() + 20 * 86_400_000).toISOString();
    expect(value(await counter.enrolment.check()).validity).toEqual({ endsAt, daysLeft: 20, warning: 30 });
  });

  it('is counted from the minute in which the service last refused it', async () => {
    const { counter, service, clock } = await across();
    service.script(...wayToActivation);
    value(await counter.enrolment.begin(input));
    const beganMs = clock.nowMs();
    for (let poll = 0; poll < 3; poll += 1) {
      clock.skip(30_000);
      service.script(notActive, invitationRead);
      value(await counter.enrolment.check());
    }
    service.script(isActive());
    value(await counter.enrolment.check());
    expect(counter.journal.events({ kind: 'enrolment-active' })[0]?.body).toMatchObject({
      notActiveAtMs: beganMs + 60_000,
      activeAtMs: beganMs + 90_000,
    });
  });

  it('is not in use where the answer speaks of another key, or of none', async () => {
    const { counter, service } = await across();
    service.script(...wayToActivation);
    value(await counter.enrolment.begin(input));
    for (const [changes, error] of [
      [{ keyId: otherInvitationId }, { code: 'answer_unreadable', detail: 'another_key' }],
      [{ keyId: 'no id' }, { code: 'answer_unreadable' }],
    ] as const) {
      service.script(isActive(changes));
      expect(await counter.enrolment.check()).toEqual({ ok: false, error });
    }
    expect(counter.enrolment.status().state).toBe('awaitingActivation');
  });

  it('is in use where the answer leaves out what it may, or writes it in a way that nobody can read', async () => {
    const { counter, service } = await across();
    service.script(...wayToActivation, isActive({ effectiveScopes: 'all', policyVersion: 'first', applicationId: 7 }));
    value(await counter.enrolment.begin(input));
    expect(value(await counter.enrolment.check()).state).toBe('active');
    expect(counter.journal.events({ kind: 'enrolment-active' })[0]?.body).not.toHaveProperty('scopes');
  });

  it('is not in use by an answer that cannot be verified', async () => {
    const { counter, service } = await across();
    service.script(...wayToActivation, { ...(isActive() as object), status: 200, body: { keyId }, forged: true });
    value(await counter.enrolment.begin(input));
    expect(await counter.enrolment.check()).toEqual({
      ok: false,
      error: { code: 'answer_unverified', detail: 'signature_invalid' },
    });
  });

  it('is asked again at once where the refusal put our clock right', async () => {
    const { counter, service, clock, asked } = await across();
    service.script(...wayToActivation);
    value(await counter.enrolment.begin(input));
    asked();
    const late = { status: 401, body: { code: 'invalid_credentials' }, createdShiftSeconds: 3_600 };
    service.script(late, { ...late, status: 200, body: { keyId } });
    expect(value(await counter.enrolment.check()).state).toBe('active');
    expect(asked()).toEqual(['signature', 'signature']);
    expect(counter.journal.events({ kind: 'enrolment-active' })[0]?.body['activeAtMs']).toBeGreaterThan(
      clock.nowMs() + 3_590_000,
    );
  });

  it('gets its name again where the keyring is from before it had one', async () => {
    const { counter, service, installation, clock } = await across();
    service.script(...wayToActivation);
    value(await counter.enrolment.begin(input));
    value(counter.keyring.bindKeyId(counter.keyring.entries()[0]?.localId ?? '', otherInvitationId));
    counter.close();
    const { enrolment, keyring } = await installation.open({ clock });
    service.script(isActive());
    expect(value(await enrolment.check()).state).toBe('active');
    expect(keyring.entries()[0]?.keyId).toBe(keyId);
  });
});

describe('an enrolment whose key is lost', () => {
  it.each([
    ['before it was posted', [invitationRead, 'drop', invitationRead]],
    ['after it was posted', [invitationRead, keyTaken(), 'drop']],
    ['while it waits', wayToActivation],
  ] as const)('stays as it is: %s', async (_, turns) => {
    const { counter, service, installation, clock } = await across();
    service.script(...turns);
    await counter.enrolment.begin(input);
    counter.close();
    rmSync(join(installation.directory, 'keyring.json'));
    const { enrolment, journal } = await installation.open({ clock });
    const before = enrolment.status();
    const outcome = await enrolment.check();
    expect(outcome.ok).toBe(false);
    expect(enrolment.latest()?.publicJwk).toBeNull();
    expect(enrolment.status()).toEqual(before);
    expect(journal.events({ kind: 'enrolment-refused' })).toEqual([]);
  });

  it('is begun again with a new one where the first was written and cannot be read back', async () => {
    const { counter, service, installation, clock } = await across({}, { crashAt: 'enrolment-key-made' });
    await expect(counter.enrolment.begin(input)).rejects.toThrow(Crash);
    counter.close();
    const path = join(installation.directory, 'keyring.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace(/"ciphertext": ?"[^"]{8}/, '"ciphertext":"AAAAAAAA'));
    const { enrolment, keyring } = await installation.open({ clock });
    expect((await enrolment.resume()).ok).toBe(false);
    service.script(...wayToActivation);
    expect(value(await enrolment.begin(input)).state).toBe('awaitingActivation');
    expect(keyring.entries()).toHaveLength(2);
  });

  it('says so where it would be posted or tried', async () => {
    const { counter, service, installation, clock } = await across();
    service.script(...wayToActivation);
    await counter.enrolment.begin(input);
    counter.close();
    rmSync(join(installation.directory, 'keyring.json'));
    const { enrolment } = await installation.open({ clock });
    expect(await enrolment.check()).toEqual({ ok: false, error: { code: 'vault_unavailable', detail: 'key_missing' } });
    service.script(invitationRead, 'drop');
    await enrolment.begin(input);
    expect(enrolment.status()).toMatchObject({ state: 'keyMade' });
  });
});

describe('calls of an enrolment', () => {
  it('wait for each other', async () => {
    const { counter, service, asked } = await across();
    service.script(...wayToActivation, notActive, invitationRead);
    const both = await Promise.all([counter.enrolment.begin(input), counter.enrolment.check()]);
    expect(both.map((outcome) => value(outcome).state)).toEqual(['awaitingActivation', 'awaitingActivation']);
    expect(asked().slice(-3)).toEqual(['invitation', 'signature', 'invitation']);
  });

  it('do not wait for one that broke off', async () => {
    const { counter, service } = await across({}, { crashAt: 'enrolment-proved' });
    service.script(invitationRead, keyTaken());
    await expect(counter.enrolment.begin(input)).rejects.toThrow(Crash);
    expect(counter.enrolment.status().state).toBe('submitted');
    await expect(counter.enrolment.resume()).rejects.toThrow(Crash);
  });

  it('send nothing while the service rests, and say why', async () => {
    const { counter, service } = await across();
    const busy = { status: 429, body: { code: 'rate_limited' }, headers: { 'retry-after': '120' } };
    service.script(busy);
    const limited = { ok: false, error: { code: 'rate_limited', httpStatus: 429, requestId: 'request-1' } };
    expect(await counter.enrolment.begin(input)).toEqual(limited);
    expect(await counter.enrolment.resume()).toEqual(limited);
    expect(service.seen).toHaveLength(1);
  });
});
