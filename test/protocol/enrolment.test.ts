import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newKeyPair, publicJwk, read, serviceKeyOf, verifyReply, type Partner } from './client.ts';
import { enrolmentCall, keyRequest, prove, stateOfEnrolment, submittedSchema, tokenOf } from './enrolled.ts';
import { startSandbox, freshFolder, type Sandbox } from './sandbox-process.ts';
import { codeOf, firstFieldOf } from './shop.ts';
import { calculateJwkThumbprint } from './thumbprint.ts';

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await startSandbox(freshFolder(), '--activate', 'manual');
});

afterEach(() => sandbox.end());

const submit = (body: unknown) => enrolmentCall(sandbox.address, 'POST', '/keys', body);

describe('enrolment', () => {
  it('leads from the invitation over key and proof to a key that staff activate', async () => {
    const { address } = sandbox;
    const { publicKey, privateKey } = newKeyPair();
    expect(await stateOfEnrolment(address)).toBe('open');
    const submitted = await submit(keyRequest(publicKey));
    await verifyReply(submitted, serviceKeyOf(address));
    expect(submitted.headers['cache-control']).toBe('no-store');
    const { keyId, challenge, thumbprint } = submittedSchema.parse(submitted.json);
    expect(thumbprint).toBe(calculateJwkThumbprint(publicJwk(publicKey)));
    expect(await stateOfEnrolment(address)).toBe('keySubmitted');
    const proof = prove(privateKey, keyId, challenge);
    for (const attempt of [
      await enrolmentCall(address, 'POST', '/proof', proof),
      await enrolmentCall(address, 'POST', '/proof', proof),
    ]) {
      expect([attempt.status, attempt.json]).toEqual([200, { status: 'awaitingActivation', keyId }]);
    }
    const partner: Partner = { baseUrl: address.baseUrl, keyId, privateKey, serviceKey: serviceKeyOf(address) };
    expect([await stateOfEnrolment(address), codeOf(await read(partner, '/v1/profile'))]).toEqual([
      'awaitingActivation',
      'invalid_credentials',
    ]);
    expect((await sandbox.control('/activate', {})).json).toEqual({ activated: 1 });
    expect([await stateOfEnrolment(address), (await read(partner, '/v1/profile')).status]).toEqual(['active', 200]);
  });

  it('takes exactly one key for an invitation, also not the same key twice', async () => {
    const body = keyRequest(newKeyPair().publicKey);
    await submit(body);
    for (const again of [await submit(body), await submit(keyRequest(newKeyPair().publicKey))]) {
      expect([again.status, codeOf(again)]).toEqual([409, 'key_duplicate']);
    }
  });

  it('refuses another token, another invitation, and a call without a token', async () => {
    const replies = [
      await enrolmentCall(sandbox.address, 'GET', '', undefined, randomBytes(32).toString('base64url')),
      await enrolmentCall({ ...sandbox.address, invitationId: '00000000-0000-4000-8000-000000000000' }, 'GET', ''),
      await enrolmentCall(
        sandbox.address,
        'POST',
        '/keys',
        keyRequest(newKeyPair().publicKey),
        `${tokenOf(sandbox.address)} `.trim().slice(1),
      ),
    ];
    for (const reply of replies) expect([reply.status, codeOf(reply)]).toEqual([401, 'invitation_invalid']);
  });

  it('names the field of a key request that is not right', async () => {
    const { publicKey, privateKey } = newKeyPair();
    const good = keyRequest(publicKey);
    const bodies: readonly [unknown, string][] = [
      [{ ...good, publicJwk: { ...good.publicJwk, d: privateKey.export({ format: 'jwk' }).d } }, '/publicJwk/d'],
      [{ ...good, publicJwk: { ...good.publicJwk, kid: 'mine' } }, '/publicJwk/kid'],
      [{ ...good, publicJwk: { ...good.publicJwk, x: good.publicJwk.y, y: good.publicJwk.x } }, '/publicJwk'],
      [{ ...good, publicJwk: { ...good.publicJwk, crv: 'P-384' } }, '/publicJwk/crv'],
      [keyRequest(publicKey, 0.9), '/expiresAt'],
      [keyRequest(publicKey, 740), '/expiresAt'],
      [{ ...good, expiresAt: 'tomorrow' }, '/expiresAt'],
      [{ ...good, cidrs: ['10.0.0.0/33'] }, '/cidrs/0'],
      [{ ...good, cidrs: ['10.0.0.0/8', 'anywhere'] }, '/cidrs/1'],
      [{ ...good, comment: 'x' }, '/comment'],
    ];
    for (const [body, pointer] of bodies) {
      const reply = await submit(body);
      expect([reply.status, codeOf(reply), firstFieldOf(reply)], pointer).toEqual([422, 'validation_failed', pointer]);
    }
    expect((await submit(keyRequest(publicKey, 1))).status).toBe(200);
  });

  it('refuses a proof by another key, of another challenge, or with a member too many', async () => {
    const { publicKey, privateKey } = newKeyPair();
    const { keyId, challenge } = submittedSchema.parse((await submit(keyRequest(publicKey))).json);
    const other = prove(newKeyPair().privateKey, keyId, challenge);
    for (const proof of [
      other,
      prove(privateKey, keyId, `${challenge}x`),
      { ...prove(privateKey, keyId, challenge), signature: '' },
    ]) {
      const reply = await enrolmentCall(sandbox.address, 'POST', '/proof', proof);
      expect([reply.status, codeOf(reply)]).toEqual([422, 'key_proof_invalid']);
    }
    const more = await enrolmentCall(sandbox.address, 'POST', '/proof', {
      ...prove(privateKey, keyId, challenge),
      note: 'x',
    });
    expect([codeOf(more), firstFieldOf(more)]).toEqual(['validation_failed', '/note']);
    expect(await stateOfEnrolment(sandbox.address)).toBe('keySubmitted');
  });
});
