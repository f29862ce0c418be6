import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { extraCertificates, refusedVariables } from '../../../../src-main/hosts/environment.ts';
import { tempFolder } from '../../../support/temp.ts';

describe('the environment of a packaged counter', () => {
  it('names the certificates that it wants trusted, and none where it names nothing', () => {
    expect(extraCertificates({})).toEqual([]);
    expect(extraCertificates({ SSL_CERT_DIR: '/certs', SSL_CERT_FILE: '', NODE_EXTRA_CA_CERTS: '/ca.pem' })).toEqual([
      'NODE_EXTRA_CA_CERTS',
      'SSL_CERT_DIR',
    ]);
  });

  it('keeps it from starting where Node or Chromium took something that no line of ours can take back', () => {
    expect(
      refusedVariables(true, { NODE_DEBUG: 'http', NODE_USE_SYSTEM_CA: '1', PATH: '/bin', NODE_V8_COVERAGE: '' }),
    ).toEqual(['NODE_DEBUG', 'NODE_USE_SYSTEM_CA']);
    expect(refusedVariables(false, { NODE_DEBUG: 'http' })).toEqual([]);
  });
});

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const ask = `
const [, , module, url, roots] = process.argv;
const { createHttpTransport } = await import(module);
const transport = createHttpTransport({ isOwnRootsOnly: roots === 'own' });
const request = { method: 'GET', url, headers: [], body: null };
const answer = await transport.exchange(request, { waitMs: 10000, maxBytes: 1000 });
process.stdout.write(answer.ok ? 'trusted' : answer.error.code);
`;

describe.skipIf(!hasOpenssl)('a certificate that only the environment vouches for', () => {
  it.each([
    ['any', 'NODE_EXTRA_CA_CERTS', {}, 'trusted'],
    ['own', 'NODE_EXTRA_CA_CERTS', {}, 'not_sent'],
    ['any', 'SSL_CERT_FILE', { NODE_USE_SYSTEM_CA: '1' }, 'trusted'],
    ['own', 'SSL_CERT_FILE', { NODE_USE_SYSTEM_CA: '1' }, 'not_sent'],
  ])('is, to who takes %s roots, named by %s beside %j, %s', async (roots, variable, more, expected) => {
    const folder = tempFolder();
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '2'];
    execFileSync('openssl', [...made, '-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'], {
      stdio: 'ignore',
    });
    const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, response) => {
      response.end('{}');
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const script = join(folder, 'ask.mjs');
    writeFileSync(script, ask);
    const transport = join(import.meta.dirname, '../../../../src-main/hosts/http-transport.ts');
    const child = spawn(process.execPath, [script, transport, `https://127.0.0.1:${address.port}/`, roots], {
      env: { PATH: process.env['PATH'], [variable]: cert, ...more },
    });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    await new Promise((resolve) => child.once('close', resolve));
    expect(said).toBe(expected);
  });
});
