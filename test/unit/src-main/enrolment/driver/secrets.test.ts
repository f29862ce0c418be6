import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { canariesBelow, canariesIn } from '../../../../support/canaries.ts';
import { Installation, value, type Counter } from '../counter.ts';
import { startService, type Service } from '../service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

it('leaves neither token nor challenge, proof nor private key in any file of the data folder', async () => {
  const { installation, counter, secrets, known } = await enrolled();
  expect(canariesBelow(installation.directory, secrets)).toEqual([]);
  counter.close();
  expect(canariesBelow(installation.directory, secrets)).toEqual([]);
  // What is no secret is found: the search looks in the right place.
  expect(canariesBelow(installation.directory, known)).toEqual(
    expect.arrayContaining(['journal.db: invitation', 'keyring.json: thumbprint']),
  );
});

it('never names a secret in a failure, a view or an event', async () => {
  const { counter, secrets, known, outcomes } = await enrolled();
  const written = Buffer.from(JSON.stringify([outcomes, counter.journal.events(), counter.keyring.entries()]));
  expect(canariesIn(written, secrets)).toEqual([]);
  expect(canariesIn(written, known)).toEqual(['invitation', 'thumbprint']);
});

/** An enrolment with a lost answer, a refusal and bad input on its way. */
async function enrolled() {
  const { invitationId, token } = await service.furtherInvitation();
  const installation = new Installation(service.profile);
  const counter = await installation.open();
  const { enrolment } = counter;
  await service.fault('drop-after-commit', 'submitPartnerEnrollmentProof');
  const lost = await enrolment.begin({ invitationId, token });
  const waiting = await enrolment.resume();
  const invalid = await enrolment.begin({ invitationId, token: `${token} ` });
  expect(value(waiting).state).toBe('awaitingActivation');
  const scalar = privateScalarIn(installation, counter);
  const secrets = new Map<string, Uint8Array>([
    ['token', Buffer.from(token)],
    ['challenge', Buffer.from(memberOf(answerTo(counter, '/keys'), 'challenge'))],
    ['proof', Buffer.from(memberOf(requestTo(counter, '/proof'), 'signature'))],
    ['key', scalar],
    ['key as JWK', Buffer.from(scalar.toString('base64url'))],
  ]);
  const known = new Map<string, Uint8Array>([
    ['invitation', Buffer.from(invitationId)],
    ['thumbprint', Buffer.from(counter.keyring.entries()[0]?.thumbprint ?? '')],
  ]);
  return { installation, counter, secrets, known, outcomes: [lost, waiting, invalid] };
}

function answerTo({ wire }: Counter, path: string): Uint8Array {
  return wire.find(({ request }) => request.url.endsWith(path))?.answer?.body ?? new Uint8Array();
}

function requestTo({ wire }: Counter, path: string): Uint8Array {
  return wire.find(({ request }) => request.url.endsWith(path))?.request.body ?? new Uint8Array();
}

function memberOf(body: Uint8Array, name: string): string {
  return z
    .record(z.string(), z.unknown())
    .transform((record) => z.string().parse(record[name]))
    .parse(JSON.parse(Buffer.from(body).toString('utf8')));
}

/** The scalar itself, read the one way there is: with the vault. */
function privateScalarIn({ directory }: Installation, { vault }: Counter): Buffer {
  const sealed = z.object({ ciphertext: z.string(), wrappedKey: z.string() });
  const document = z.object({ keys: z.tuple([z.object({ localId: z.string(), sealedPrivateKey: sealed })]) });
  const [{ localId, sealedPrivateKey }] = document.parse(
    JSON.parse(readFileSync(join(directory, 'keyring.json'), 'utf8')),
  ).keys;
  const record = {
    ciphertext: Buffer.from(sealedPrivateKey.ciphertext, 'base64url'),
    wrappedKey: Buffer.from(sealedPrivateKey.wrappedKey, 'base64url'),
  };
  const jwk: unknown = JSON.parse(Buffer.from(value(vault.unseal(`key:${localId}`, record))).toString('utf8'));
  return Buffer.from(z.object({ d: z.string() }).parse(jwk).d, 'base64url');
}
