import { createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { err, ok } from '../../../../src-main/core/result.ts';
import { parseProfile } from '../../../../src-main/deployment/profile.ts';
import { openDeploymentFile, thumbprintIn } from '../../../../src-main/deployment/signed-file.ts';
import { deploymentSigner, envelopeOf, inBase64url, signedFile } from '../../../support/signed-deployment.ts';

const signer = deploymentSigner();
const text = '{\n  "version": 1,\n  "name": "بطاقات"\n}\n';
const good = envelopeOf(text, signer);
const usualHeader = { alg: 'ES256', typ: 'counterfoil-deployment+json', jwk: signer.jwk };

function opened(envelope: object | string): ReturnType<typeof openDeploymentFile> {
  return openDeploymentFile(typeof envelope === 'string' ? envelope : JSON.stringify(envelope));
}

/** Signed all the same: what is wrong is the header alone. */
function withHeader(header: object | string): ReturnType<typeof openDeploymentFile> {
  return opened(envelopeOf(text, signer, header));
}

const wrongAt = (field: string): object =>
  err({ code: 'profile_invalid', field, faults: [{ field, allowed: expect.any(String) as string }] });
const doesNotFit = err({ code: 'profile_signature_invalid', field: 'signature' });

describe('a deployment file', () => {
  it('that is signed gives the very letters that were signed, and the thumbprint of the key in its header', () => {
    expect(opened(good)).toEqual(ok({ text, signer: signer.thumbprint }));
    expect(opened(JSON.stringify(good, null, 2))).toEqual(ok({ text, signer: signer.thumbprint }));
    const named = { ...signer.jwk, kid: 'service-1', use: 'sig', alg: 'ES256', key_ops: ['verify'] };
    expect(withHeader({ jwk: named })).toEqual(ok({ text, signer: signer.thumbprint }));
  });

  it.each(['{"version":1}', '[]', 'null', '"text"', 'no JSON', '', '\ufeff{"payload":"e30"}', 'eyJhIjoxfQ.e30.c2ln'])(
    'that is none of the three members is a bare profile, whatever it is worth: %j',
    (bare) => {
      expect(openDeploymentFile(bare)).toEqual(ok({ text: bare, signer: null }));
    },
  );

  it('says whose key signed it and nothing of whose that is: another key signs the same file as well', () => {
    const other = deploymentSigner();
    expect(openDeploymentFile(signedFile(text, other))).toEqual(ok({ text, signer: other.thumbprint }));
    expect(other.thumbprint).not.toBe(signer.thumbprint);
  });
});

describe('the signature of a deployment file', () => {
  it('fits no other payload, header, key or signature: each bit of each counts', () => {
    const parts = {
      payload: inBase64url(text.replace('1', '2')),
      protected: envelopeOf(text, deploymentSigner()).protected,
      signature: envelopeOf(text, signer, { jwk: { ...signer.jwk, kid: 'a' } }).signature,
    };
    for (const [member, other] of Object.entries(parts))
      expect(opened({ ...good, [member]: other })).toEqual(doesNotFit);
    for (const member of ['payload', 'signature'] as const) {
      const bytes = Buffer.from(good[member], 'base64url');
      for (let bit = 0; bit < bytes.length * 8; bit += 1) {
        const changed = Buffer.from(bytes);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(opened({ ...good, [member]: inBase64url(changed) }), `${member}, bit ${bit}`).toEqual(doesNotFit);
      }
    }
  });

  it('fits no file of which one letter is another: what is left says the same, or nothing', () => {
    const profile = JSON.stringify({
      version: 1,
      name: 'a',
      baseUrl: 'https://api.example.com',
      serviceKeys: { url: '/keys', pins: [] },
    });
    const file = signedFile(profile, signer);
    const outcomes = new Set<string>();
    for (let at = 0; at < file.length; at += 1)
      for (const letter of ['"', ' ', 'A', '_', '\\', '}', ',', '\u200b']) {
        const changed = openDeploymentFile(file.slice(0, at) + letter + file.slice(at + 1));
        if (!changed.ok) outcomes.add(changed.error.code);
        else if (changed.value.signer === null)
          outcomes.add(parseProfile(changed.value.text).ok ? 'taken' : 'no profile');
        else outcomes.add(changed.value.text === profile ? 'the same' : 'another');
      }
    expect([...outcomes].sort()).toEqual(['no profile', 'profile_invalid', 'profile_signature_invalid', 'the same']);
  });

  it('is one of 64 octets, neither empty, zero, cut short, longer nor in DER', () => {
    const bytes = Buffer.from(good.signature, 'base64url');
    const der = Buffer.concat([Buffer.of(0x30, 0x44, 0x02, 0x20), bytes.subarray(0, 32), Buffer.of(0x02, 0x20), bytes]);
    const order = Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551', 'hex');
    const [r, s, none] = [bytes.subarray(0, 32), bytes.subarray(32), Buffer.alloc(32)];
    const empty = [Buffer.alloc(0), Buffer.alloc(64), Buffer.concat([none, s]), Buffer.concat([r, none])];
    const outside = [Buffer.concat([order, order]), Buffer.concat([r, order]), Buffer.alloc(64, 0xff)];
    for (const other of [...empty, ...outside, bytes.subarray(1), Buffer.concat([bytes, bytes]), der])
      expect(opened({ ...good, signature: inBase64url(other) })).toEqual(doesNotFit);
  });

  it('cannot be left out, so that a file which lost a part of it is no bare profile', () => {
    const profile: object = JSON.parse(text) as object;
    for (const member of ['payload', 'protected', 'signature'] as const) {
      const { [member]: _, ...rest } = good;
      expect(opened(rest)).toEqual(wrongAt(member));
      for (const nothing of [null, 7, {}, [good[member]]])
        expect(opened({ ...good, [member]: nothing })).toEqual(wrongAt(member));
    }
    expect(opened({ ...profile, signature: good.signature })).toEqual(wrongAt('version'));
  });

  it('is in canonical base64url: no padding, no other alphabet, no blank, no spare bits', () => {
    const spare = (part: string): string =>
      part.slice(0, -1) + String.fromCharCode(part.charCodeAt(part.length - 1) + 1);
    for (const member of ['payload', 'protected', 'signature'] as const)
      for (const other of [`${good[member]}=`, `${good[member]} `, `${good[member]}\n`, `+${good[member]}`, 'a'])
        expect(opened({ ...good, [member]: other }), `${member}: ${other}`).toEqual(wrongAt(member));
    // 64 octets leave four bits of their last letter unused.
    expect(opened({ ...good, signature: spare(good.signature) })).toEqual(wrongAt('signature'));
  });

  it('stands in an envelope of three members, each once: no header that nobody signed, no second signature', () => {
    for (const [name, more] of Object.entries({ header: { alg: 'none' }, signatures: [good], version: 1, __proto: 1 }))
      expect(opened({ ...good, [name]: more })).toEqual(wrongAt(name));
    expect(opened(`${JSON.stringify(good).slice(0, -1)},"__proto__":{}}`)).toEqual(wrongAt('__proto__'));
    const twice = `${JSON.stringify(good).slice(0, -1)},"payload":"${inBase64url('{}')}"}`;
    expect(opened(twice)).toEqual(wrongAt('payload'));
    expect(opened(twice.replace('"payload":', '"p\\u0061yload":'))).toEqual(wrongAt('payload'));
  });
});

describe('the header of a signed deployment file', () => {
  it('names ES256 alone, whatever is signed with it', () => {
    for (const alg of [
      'none',
      'None',
      '',
      'HS256',
      'RS256',
      'ES384',
      'ES512',
      'ES256K',
      'EdDSA',
      'es256',
      null,
      0,
      ['ES256'],
    ])
      expect(withHeader({ alg }), String(alg)).toEqual(wrongAt('protected.alg'));
    expect(opened({ ...envelopeOf(text, signer, { alg: 'none' }), signature: '' })).toEqual(wrongAt('protected.alg'));
  });

  it('does not make the public key a secret of a code that anybody can make', () => {
    const confused = envelopeOf(text, signer, { alg: 'HS256' });
    const pem = createPublicKey(signer.privateKey).export({ type: 'spki', format: 'pem' });
    const code = createHmac('sha256', pem).update(`${confused.protected}.${confused.payload}`).digest();
    for (const signature of [code, Buffer.concat([code, code])])
      expect(opened({ ...confused, signature: inBase64url(signature) })).toEqual(wrongAt('protected.alg'));
  });

  it('says that a deployment file is signed: a signature for anything else is none', () => {
    for (const typ of [
      'JWT',
      'jose+json',
      'application/counterfoil-deployment+json',
      'counterfoil-update+json',
      undefined,
    ])
      expect(withHeader({ typ }), typ).toEqual(wrongAt('protected.typ'));
  });

  it('has nothing beyond its three members, critical or not, and each of them once', () => {
    const more = {
      crit: ['exp'],
      b64: false,
      kid: 'service-1',
      jku: 'https://example.com/keys',
      x5c: ['AAAA'],
      zip: 'DEF',
      cty: 'JSON',
    };
    for (const [name, member] of Object.entries(more))
      expect(withHeader({ [name]: member }), name).toEqual(wrongAt(`protected.${name}`));
    const json = JSON.stringify(usualHeader);
    expect(withHeader(json.replace('{', '{"alg":"none",'))).toEqual(wrongAt('protected.alg'));
    expect(withHeader(json.replace('"jwk":{', '"jwk":{"x":"AA",'))).toEqual(wrongAt('protected.jwk.x'));
  });

  it('is a JSON object in UTF-8', () => {
    for (const header of ['', '[]', 'null', '7', '"alg"', 'alg', '\ufeff{}'])
      expect(withHeader(header)).toEqual(wrongAt('protected'));
    expect(opened({ ...good, protected: inBase64url(Uint8Array.of(0x22, 0xff, 0x22)) })).toEqual(wrongAt('protected'));
    const { payload, ...rest } = envelopeOf(Uint8Array.of(0x7b, 0xff, 0x7d), signer);
    expect(opened({ payload, ...rest })).toEqual(wrongAt('payload'));
  });

  it('holds the public half of a key on P-256 for signing, and no private one', () => {
    const wide = deploymentSigner('P-384');
    const edwards = generateKeyPairSync('ed25519').publicKey;
    const { x = '', y = '' } = signer.jwk as { x?: string; y?: string };
    const { d } = signer.privateKey.export({ format: 'jwk' });
    const jwks: readonly unknown[] = [
      undefined,
      null,
      'text',
      {},
      wide.jwk,
      { ...wide.jwk, crv: 'P-256' },
      { ...signer.jwk, crv: 'secp256k1' },
      edwards.export({ format: 'jwk' }),
      { kty: 'oct', k: x },
      { ...signer.jwk, d },
      { ...signer.jwk, d: '' },
      { ...signer.jwk, x: y, y: x },
      { ...signer.jwk, x: inBase64url(Buffer.alloc(32)), y: inBase64url(Buffer.alloc(32)) },
      { ...signer.jwk, x: `${x}=` },
      { ...signer.jwk, x: x.slice(0, -2) },
      { ...signer.jwk, use: 'enc' },
      { ...signer.jwk, key_ops: ['sign'] },
    ];
    for (const [index, jwk] of jwks.entries())
      expect(withHeader({ jwk }), `key ${index}`).toEqual(wrongAt('protected.jwk'));
  });

  it('has nothing in its key beyond the key itself, its name and what it is for', () => {
    const more = {
      jku: 'https://example.com/keys',
      x5u: 'https://example.com/chain',
      x5c: ['AAAA'],
      x5t: 'AA',
      'x5t#S256': 'AA',
      ext: true,
      k: 'AA',
      n: 'AA',
      p: 'AA',
      oth: [],
      nbf: 0,
      KTY: 'EC',
      note: null,
    };
    for (const [name, member] of Object.entries(more))
      expect(withHeader({ jwk: { ...signer.jwk, [name]: member } }), name).toEqual(wrongAt(`protected.jwk.${name}`));
    const proto = JSON.stringify(usualHeader).replace('"jwk":{', '"jwk":{"__proto__":{},');
    expect(withHeader(proto)).toEqual(wrongAt('protected.jwk.__proto__'));
    const long = 'x'.repeat(5_000);
    expect(withHeader({ jwk: { ...signer.jwk, [long]: 1 } })).toEqual(wrongAt(`protected.jwk.${long.slice(0, 200)}`));
  });

  it('never repeats what a private key in it says', () => {
    const { d = '' } = signer.privateKey.export({ format: 'jwk' });
    expect(JSON.stringify(withHeader({ jwk: { ...signer.jwk, d } }))).not.toContain(d);
  });

  it('names a stray member no longer than a screen can show', () => {
    expect(withHeader({ ['x'.repeat(5_000)]: 1 })).toEqual(wrongAt(`protected.${'x'.repeat(200)}`));
  });
});

describe('a thumbprint as a person gives it', () => {
  it('may stand in groups, and is one of 43 letters', () => {
    const groups = (signer.thumbprint.match(/.{1,4}/g) ?? []).join(' ');
    expect([thumbprintIn(groups), thumbprintIn(` ${groups}\n`)]).toEqual([signer.thumbprint, signer.thumbprint]);
    for (const none of [
      '',
      'x',
      `${signer.thumbprint}A`,
      signer.thumbprint.slice(1),
      signer.thumbprint.replace(/^./, '+'),
    ])
      expect(thumbprintIn(none), none).toBeNull();
  });
});
