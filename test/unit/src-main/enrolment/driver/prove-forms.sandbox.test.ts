import { describe, expect, it } from 'vitest';
import { changedProfile, type ProfileChange } from '../../../../../src-main/deployment/change.ts';
import type { DeploymentProfile } from '../../../../../src-main/deployment/profile.ts';
import { Installation, value, type Counter } from '../counter.ts';
import { inputOf, ownService } from '../shared-service.ts';

const deployment = {
  version: 1,
  name: 'Prefixed',
  enrolment: { proof: 'prefixed', proofEncoding: 'der-base64', signatureField: 'proof' },
};

function withForms(profile: DeploymentProfile, forms: Readonly<Record<string, unknown>>): DeploymentProfile {
  const changes = Object.entries(forms).map(([name, to]): ProfileChange => ({ path: `enrolment.${name}`, to }));
  const changed = changedProfile(profile, changes);
  if (changed === null) throw new Error('no profile');
  return changed;
}

function posts(counter: Counter, end: string): number {
  return counter.wire.filter(({ request }) => request.method === 'POST' && request.url.endsWith(end)).length;
}

describe('a proof in another form than the service wants', () => {
  it.each([
    ['the text that is signed', { proof: 'challenge-utf8' }, 'key_proof_invalid'],
    ['another text', { proofPrefix: '{keyId}:{challenge}' }, 'key_proof_invalid'],
    ['how the signature is written', { proofEncoding: 'p1363-base64url' }, 'key_proof_invalid'],
    ['the name it has', { signatureField: 'signature' }, 'validation_failed'],
    ['what stands beside it', { proofFields: ['challenge', 'signature'] }, 'validation_failed'],
    ['a JWS', { proof: 'jws' }, 'key_proof_invalid'],
  ])('keeps the challenge and the key, and is made again in the right one: %s', async (_name, wrong, code) => {
    const service = await ownService({ deployment });
    const installation = new Installation(service.profile);
    const mistaken = await installation.open({ profile: withForms(service.profile, wrong) });
    expect(value(await mistaken.enrolment.begin(inputOf(service)))).toMatchObject({
      state: 'submitted',
      waitsFor: 'proofForm',
      refusal: { code },
    });
    const { thumbprint } = mistaken.keyring.entries()[0] ?? {};
    mistaken.close();
    const corrected = await installation.open();
    expect(value(await corrected.enrolment.resume())).toMatchObject({
      state: 'awaitingActivation',
      ownThumbprint: thumbprint,
    });
    expect(corrected.enrolment.status().waitsFor).toBeUndefined();
    expect(corrected.keyring.entries()).toHaveLength(1);
    await service.control('/activate');
    expect(value(await corrected.enrolment.check()).state).toBe('active');
  });

  it('is not sent again as it is, and the refusal of the key that is posted again is no end', async () => {
    const service = await ownService({ deployment });
    const installation = new Installation(service.profile);
    const counter = await installation.open({ profile: withForms(service.profile, { proof: 'challenge-utf8' }) });
    value(await counter.enrolment.begin(inputOf(service)));
    for (let time = 0; time < 2; time += 1)
      expect(value(await counter.enrolment.resume())).toMatchObject({ state: 'submitted', waitsFor: 'proofForm' });
    expect(value(await counter.enrolment.waitUntilActive(3_600_000))).toMatchObject({
      state: 'submitted',
      waitsFor: 'proofForm',
    });
    expect([posts(counter, '/proof'), posts(counter, '/keys')]).toEqual([1, 4]);
    counter.close();
    expect(value(await (await installation.open()).enrolment.resume()).state).toBe('awaitingActivation');
  });

  it('goes on with the next challenge and the same key where staff restarted the enrolment, also with another token', async () => {
    const service = await ownService({ deployment });
    const installation = new Installation(service.profile);
    const mistaken = await installation.open({ profile: withForms(service.profile, { proof: 'challenge-decoded' }) });
    value(await mistaken.enrolment.begin(inputOf(service)));
    expect(value(await mistaken.enrolment.begin({ ...inputOf(service), token: 'mistyped' }))).toMatchObject({
      state: 'submitted',
      waitsFor: 'proofForm',
    });
    await service.control('/restart-enrolment', { invitationId: service.invitationId });
    mistaken.close();
    const { enrolment, keyring, wire } = await installation.open();
    expect(value(await enrolment.begin(inputOf(service))).state).toBe('awaitingActivation');
    expect(keyring.entries()).toHaveLength(1);
    expect(wire.filter(({ request }) => request.url.endsWith('/proof'))).toHaveLength(1);
  });

  it('is no end either where records from before say that it was refused for good', async () => {
    const service = await ownService({ deployment });
    const installation = new Installation(service.profile);
    const before = await installation.open({
      crashAt: 'enrolment-proof-refused',
      profile: withForms(service.profile, { proof: 'challenge-utf8' }),
    });
    await expect(before.enrolment.begin(inputOf(service))).rejects.toThrow();
    before.journal.append({
      subject: `enrolment:${service.invitationId}`,
      kind: 'enrolment-refused',
      body: { failure: { code: 'key_proof_invalid' } },
    });
    before.close();
    const { enrolment } = await installation.open();
    expect(enrolment.status()).toMatchObject({ state: 'submitted', waitsFor: 'proofForm' });
    expect(value(await enrolment.resume()).state).toBe('awaitingActivation');
  });
});
