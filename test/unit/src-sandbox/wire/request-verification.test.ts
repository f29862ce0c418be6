import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseProfile, type Profile } from '../../../../src-sandbox/wire/profile.ts';
import { verifyRequest } from '../../../../src-sandbox/wire/request-verification.ts';
import type { SeenRequest } from '../../../../src-sandbox/wire/seen-request.ts';

const nowMs = Date.UTC(2026, 10, 21);
const created = nowMs / 1000;
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

function profileWith(request: object): Profile {
  const parsed = parseProfile(JSON.stringify({ request }));
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

/** A read signed by hand over a base that is written out, so that no library judges itself. */
function readSignedOver(
  lines: readonly string[],
  parameters: string,
  fields: readonly (readonly [string, string])[],
  dsaEncoding: 'ieee-p1363' | 'der',
): SeenRequest {
  const covered = lines.map((line) => line.slice(0, line.indexOf(':'))).join(' ');
  const base = [...lines, `"@signature-params": (${covered})${parameters}`].join('\n');
  const signature = sign('sha256', Buffer.from(base), { key: privateKey, dsaEncoding }).toString('base64');
  const all = [
    ...fields,
    ['signature-input', `sig1=(${covered})${parameters}`],
    ['signature', `sig1=:${signature}:`],
  ] as const;
  return {
    method: 'GET',
    scheme: 'http',
    host: 'Shop.example',
    target: '/v1/profile',
    fields: all.map(([name, value]) => ({ name, value })),
    body: new Uint8Array(),
    remoteAddress: '127.0.0.1',
  };
}

const verdict = async (seen: SeenRequest, profile: Profile) => {
  const verified = await verifyRequest(
    seen,
    'safeRead',
    profile,
    (keyId) => (keyId === 'k' ? publicKey : undefined),
    nowMs,
  );
  return verified.ok ? 'ok' : (verified.error.detail ?? verified.error.code);
};

const dateText = new Date(nowMs).toISOString();
const date = ['X-Service-Date', dateText] as const;
const linesWith = (query: string) => [
  '"@method": GET',
  '"@authority": shop.example',
  '"@path": /v1/profile',
  `"@query": ${query}`,
  `"x-service-date": ${dateText}`,
];
const parameters = `;created=${created};expires=${created + 60};keyid="k";alg="ecdsa-p256-sha256"`;

describe('verifying a request', () => {
  it('accepts a base written exactly as RFC 9421 has it, with ? for an absent query and the authority in lower case', async () => {
    expect(await verdict(readSignedOver(linesWith('?'), parameters, [date], 'ieee-p1363'), profileWith({}))).toBe('ok');
  });

  it('accepts an absent query as nothing only where the deployment says so', async () => {
    const seen = readSignedOver(linesWith(''), parameters, [date], 'ieee-p1363');
    expect(await verdict(seen, profileWith({ emptyQuery: '' }))).toBe('ok');
    expect(await verdict(seen, profileWith({}))).toBe('Signature verification failed');
  });

  it('accepts DER only where the deployment says so', async () => {
    const seen = readSignedOver(linesWith('?'), parameters, [date], 'der');
    expect(await verdict(seen, profileWith({ encoding: 'der' }))).toBe('ok');
    expect(await verdict(seen, profileWith({}))).toBe('Signature verification failed');
  });

  it('refuses a body whose digest is declared wrongly, also where the digest is not signed', async () => {
    const wrong = `sha-256=:${createHash('sha256').update('x').digest('base64')}:`;
    const seen = readSignedOver(linesWith('?'), parameters, [date, ['content-digest', wrong]], 'ieee-p1363');
    expect(await verdict(seen, profileWith({}))).toContain('Content-Digest');
  });

  it('refuses a second signature parameter list, a foreign label and a parameter too many', async () => {
    const seen = readSignedOver(linesWith('?'), parameters, [date], 'ieee-p1363');
    expect(await verdict(seen, profileWith({ label: 'other' }))).toContain('Label other');
    const tagged = readSignedOver(linesWith('?'), `${parameters};tag="x"`, [date], 'ieee-p1363');
    expect(await verdict(tagged, profileWith({}))).toBe('the signature parameters differ');
  });

  it('refuses a signature in the second after it expired', async () => {
    const expired = `;created=${created - 61};expires=${created - 1};keyid="k";alg="ecdsa-p256-sha256"`;
    expect(await verdict(readSignedOver(linesWith('?'), expired, [date], 'ieee-p1363'), profileWith({}))).not.toBe(
      'ok',
    );
    const last = `;created=${created - 60};expires=${created};keyid="k";alg="ecdsa-p256-sha256"`;
    expect(await verdict(readSignedOver(linesWith('?'), last, [date], 'ieee-p1363'), profileWith({}))).toBe('ok');
  });
});
