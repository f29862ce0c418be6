import { sign, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { newKeyPair, publicJwk, serviceKeyOf, transmit, type Partner, type Reply } from './client.ts';
import type { SandboxAddress } from './sandbox-process.ts';

const dayMs = 24 * 60 * 60 * 1000;
export const submittedSchema = z.object({
  keyId: z.uuid(),
  thumbprint: z.string(),
  challenge: z.string(),
  challengeGeneration: z.literal(1),
});

/** An enrolment call: the token instead of a signature. */
export function enrolmentCall(
  address: SandboxAddress,
  method: string,
  step: string,
  body?: unknown,
  token = tokenOf(address),
): Promise<Reply> {
  const path = `${new URL(address.baseUrl).pathname.replace(/\/$/, '')}/v1/enrollments/${address.invitationId}${step}`;
  const fields = [
    { name: 'host', value: new URL(address.baseUrl).host },
    { name: 'authorization', value: `Enrollment ${token}` },
    ...(body === undefined ? [] : [{ name: 'content-type', value: 'application/json' }]),
  ];
  return transmit(address.baseUrl, { method, path, fields, body: body === undefined ? '' : JSON.stringify(body) });
}

export function tokenOf(address: SandboxAddress): string {
  return readFileSync(address.enrollmentTokenFile, 'utf8').trim();
}

export function keyRequest(publicKey: KeyObject, days = 365) {
  const notBefore = new Date();
  return {
    publicJwk: publicJwk(publicKey),
    notBefore: notBefore.toISOString(),
    expiresAt: new Date(notBefore.getTime() + days * dayMs).toISOString(),
  };
}

export function prove(privateKey: KeyObject, keyId: string, challenge: string) {
  const signature = sign('sha256', Buffer.from(challenge), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString(
    'base64url',
  );
  return { keyId, challenge, signature };
}

export async function stateOfEnrolment(address: SandboxAddress): Promise<string> {
  return z.object({ state: z.string() }).parse((await enrolmentCall(address, 'GET', '')).json).state;
}

/** The whole enrolment, until the key is active. */
export async function enrol(
  address: SandboxAddress,
  cidrs: readonly string[] = [],
  activate: () => unknown = () => undefined,
): Promise<Partner> {
  const { publicKey, privateKey } = newKeyPair();
  const submitted = await enrolmentCall(address, 'POST', '/keys', { ...keyRequest(publicKey), cidrs });
  const { keyId, challenge } = submittedSchema.parse(submitted.json);
  await enrolmentCall(address, 'POST', '/proof', prove(privateKey, keyId, challenge));
  activate();
  while ((await stateOfEnrolment(address)) !== 'active') await new Promise((resolve) => setTimeout(resolve, 100));
  return { baseUrl: address.baseUrl, keyId, privateKey, serviceKey: serviceKeyOf(address) };
}
