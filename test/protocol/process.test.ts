import { createPublicKey, verify } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { read, send, transmit } from './client.ts';
import { enrol, enrolmentCall, tokenOf } from './enrolled.ts';
import { freshFolder, runSandboxToItsEnd, startSandbox } from './sandbox-process.ts';
import { calculateJwkThumbprint } from './thumbprint.ts';

const publishing = z.object({ serviceKeys: z.object({ jwks: z.object({ keys: z.array(z.looseObject({})) }) }) });

function profileFile(profile: unknown): string {
  const file = join(freshFolder(), 'profile.json');
  writeFileSync(file, JSON.stringify(profile));
  return file;
}

describe('the sandbox process', () => {
  it('prints one line that says where everything is, and ends with 0 when it is told to', async () => {
    const sandbox = await startSandbox();
    const { address, dir } = sandbox;
    expect(address.deploymentFile).toBe(join(dir, 'deployment.json'));
    expect(statSync(address.enrollmentTokenFile).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(address.deploymentFile, 'utf8'))).toMatchObject({
      version: 1,
      name: 'Training',
      baseUrl: address.baseUrl,
      serviceKeys: { jwks: { keys: [{ kid: 'service-1' }] } },
      fence: { visibleWithinSeconds: 300 },
    });
    expect(await sandbox.end('SIGINT')).toBe(0);
    expect(sandbox.lines).toHaveLength(1);
  });

  it('writes the same file signed beside it, as a JWS that carries the key it publishes, and anew at a rotation', async () => {
    const sandbox = await startSandbox();
    const signed = () => {
      const {
        payload,
        protected: head,
        signature,
      } = z
        .strictObject({ payload: z.string(), protected: z.string(), signature: z.string() })
        .parse(JSON.parse(readFileSync(join(sandbox.dir, 'deployment.signed.json'), 'utf8')));
      const header: unknown = JSON.parse(Buffer.from(head, 'base64url').toString());
      const { jwk } = z
        .strictObject({
          alg: z.literal('ES256'),
          typ: z.literal('counterfoil-deployment+json'),
          jwk: z.strictObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() }),
        })
        .parse(header);
      const fits = verify(
        'sha256',
        Buffer.from(`${head}.${payload}`),
        { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      );
      return { fits, text: Buffer.from(payload, 'base64url').toString(), jwk };
    };
    const first = signed();
    const { serviceKeys } = publishing.parse(JSON.parse(first.text));
    expect([first.fits, first.text]).toEqual([true, readFileSync(sandbox.address.deploymentFile, 'utf8')]);
    expect(serviceKeys.jwks.keys[0]).toMatchObject(first.jwk);
    await sandbox.control('/rotate', {});
    const second = signed();
    expect([second.fits, second.text]).toEqual([true, readFileSync(sandbox.address.deploymentFile, 'utf8')]);
    expect(second.jwk).not.toEqual(first.jwk);
    await sandbox.end();
  });

  it('keeps its keys to its owner', async () => {
    const sandbox = await startSandbox();
    await sandbox.end();
    expect(statSync(join(sandbox.dir, 'service.sqlite')).mode & 0o077).toBe(0);
    expect(readFileSync(join(sandbox.dir, 'service.sqlite')).includes(tokenOf(sandbox.address))).toBe(false);
  });

  it('refuses a folder that another service runs on', async () => {
    const sandbox = await startSandbox();
    const second = await runSandboxToItsEnd('--port', '0', '--data', sandbox.dir);
    expect([second.exitCode, second.stderr]).toEqual([2, expect.stringContaining('another service runs on')]);
    await sandbox.end();
  });

  it('refuses bad arguments and bad profiles with 2, naming the field', async () => {
    const data = ['--data', freshFolder()];
    const table: readonly [readonly string[], string][] = [
      [['--port', '0'], '--data'],
      [[...data, '--port', '70000'], 'port'],
      [[...data, '--activate', 'never'], '--activate'],
      [[...data, '--what'], '--what'],
      [[...data, '--cards', '0'], '--cards'],
      [[...data, '--cards', '1e5'], '--cards'],
      [[...data, '--deployment', '/no/such/file'], '/no/such/file'],
      [[...data, '--deployment', profileFile({ version: 2 })], 'version'],
      [[...data, '--deployment', profileFile({ request: { digest: 'md5' } })], 'request.digest'],
      [[...data, '--deployment', profileFile({ answer: { extra: 1 } })], 'answer.extra'],
      [[...data, '--deployment', profileFile({ baseUrl: 'http://example.com' })], 'baseUrl'],
    ];
    const results = await Promise.all(table.map(([args]) => runSandboxToItsEnd(...args)));
    for (const [index, { exitCode, stderr }] of results.entries()) {
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(table[index]?.[1] ?? '')]);
    }
  });

  it('runs under another profile: its own components and forms, a path prefix, pinned keys, unsigned enrolment', async () => {
    const order = ['@query', '@path', '@method', 'x-service-date'];
    const deployment = profileFile({
      name: 'Other',
      baseUrl: 'https://shop.example/partner/',
      serviceKeys: { url: '/v1/keys', pins: [] },
      enrolment: { answersSigned: false },
      request: { components: { safeRead: order }, parameters: ['created', 'keyid'], serviceDate: 'unix' },
      answer: { binding: ['@path'] },
    });
    const folder = freshFolder();
    const first = await startSandbox(folder, '--deployment', deployment);
    expect(first.address.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/partner$/);
    const enrolmentAnswer = await enrolmentCall(first.address, 'GET', '');
    expect([enrolmentAnswer.status, enrolmentAnswer.headers['signature']]).toEqual([200, undefined]);
    await first.control('/faults', { name: 'bad-signature' });
    expect((await enrolmentCall(first.address, 'GET', '')).headers['signature-input']).toContain('keyid="service-1"');
    const host = { name: 'host', value: new URL(first.address.baseUrl).host };
    const published = await transmit(first.address.baseUrl, {
      method: 'GET',
      path: '/partner/v1/keys',
      fields: [host],
      body: '',
    });
    const [key] = z.object({ keys: z.array(z.object({ x: z.string(), y: z.string() })) }).parse(published.json).keys;
    const written: unknown = JSON.parse(readFileSync(first.address.deploymentFile, 'utf8'));
    expect(written).toMatchObject({
      name: 'Other',
      serviceKeys: { url: '/v1/keys', pins: [calculateJwkThumbprint(key ?? {}), expect.any(String)] },
    });
    await first.end();

    const again = await startSandbox(folder);
    expect(again.address.baseUrl).toMatch(/\/partner$/);
    expect(JSON.parse(readFileSync(again.address.deploymentFile, 'utf8'))).toMatchObject({ name: 'Other' });
    await again.end();
  });

  it('accepts what another profile says, and refuses what the default says', async () => {
    const order = ['@query', '@path', '@method', 'x-service-date'];
    const deployment = profileFile({
      request: {
        components: { safeRead: order },
        parameters: ['keyid', 'created'],
        serviceDate: 'unix',
        emptyQuery: '',
      },
    });
    const sandbox = await startSandbox(freshFolder(), '--deployment', deployment);
    const partner = await enrol(sandbox.address);
    expect((await read(partner, '/v1/profile')).status).toBe(401);
    const created = Math.floor(Date.now() / 1000);
    const choices = {
      components: order,
      parameters: { keyid: partner.keyId, created },
      fields: { 'x-service-date': String(created) },
    };
    const marked = await send(partner, 'safeRead', 'GET', '/v1/profile', '', choices);
    expect(marked.status).toBe(401);
    const withQuery = await send(partner, 'safeRead', 'GET', '/v1/profile?x=1', '', choices);
    expect(withQuery.status).toBe(200);
    await sandbox.end();
  });
});
