import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Signing } from '../../wire/answers.ts';
import { impostorSigningKey, strangerSigningKey } from '../../wire/service-keys.ts';
import { faultKind, noParameters, type Alteration, type Behaviour, type FaultKind } from './behaviour.ts';

const seconds = z.int().min(1).default(600);
const largestReadBytes = 8 * 1024 * 1024;
const omitted = z.union([z.string(), z.array(z.string()).min(1)]).default('content-digest');

/** How an answer is signed, and over what. */
export const answerFaults: readonly FaultKind[] = [
  faultKind('unsigned', 'Leaves the signature out.', noParameters, () =>
    signed((signing) => ({ ...signing, key: undefined })),
  ),
  faultKind('bad-digest', 'Signs the digest of other bytes.', noParameters, () =>
    signed((signing) => ({ ...signing, digestedBytes: withBlank })),
  ),
  faultKind('bad-signature', "Signs with another key under the service's own key id.", noParameters, () =>
    signed((signing, { serviceKeys }) => ({
      ...signing,
      key: impostorSigningKey(serviceKeys.current.kid),
    })),
  ),
  faultKind('unknown-key', 'Signs with a key that the service never publishes.', noParameters, () =>
    signed((signing) => ({ ...signing, key: strangerSigningKey() })),
  ),
  faultKind(
    'rotated-key',
    'Signs with a new key, published from now on; the old one stays published or is removed.',
    z.strictObject({ old: z.enum(['kept', 'removed']).default('kept') }),
    ({ old }) => signed((signing, { serviceKeys }) => ({ ...signing, key: serviceKeys.rotate(old) })),
  ),
  faultKind(
    'der-signature',
    'Encodes the signature as DER where r||s is due, and the other way round.',
    noParameters,
    () =>
      signed((signing) => ({
        ...signing,
        encoding: signing.profile.answer.encoding === 'der' ? 'p1363' : 'der',
      })),
  ),
  faultKind('expired-signature', 'The signature expired so many seconds ago.', z.strictObject({ seconds }), (given) =>
    signed((signing) => ({
      ...signing,
      nowMs: signing.nowMs - (given.seconds + 60) * 1000,
      expiresAfterSeconds: 60,
    })),
  ),
  faultKind(
    'created-in-future',
    'The signature is created so many seconds ahead.',
    z.strictObject({ seconds }),
    (given) => createdOffBy(given.seconds),
  ),
  faultKind(
    'clock-off',
    "The clock that dates this one answer is off by so many seconds, either way; /clock moves the service's own.",
    z.strictObject({ seconds: z.int().default(-600) }),
    (given) => createdOffBy(given.seconds),
  ),
  faultKind(
    'stripped-components',
    'Signs validly without components that are required: names, or `binding` for all that bind it to its request.',
    z.strictObject({ without: omitted }),
    ({ without }) => signed((signing) => ({ ...signing, omitted: [without].flat() })),
  ),
  faultKind(
    'gzip',
    'Codes the body with gzip, signed, its digest over the coded bytes or over the plain ones.',
    z.strictObject({ digestOf: z.enum(['coded', 'plain']).default('coded') }),
    ({ digestOf }) =>
      signed((signing) => ({
        ...signing,
        coding: { headers: { 'content-encoding': 'gzip' }, encode: (plain) => gzipSync(plain) },
        digestedBytes: (sent, plain) => (digestOf === 'coded' ? sent : plain),
      })),
  ),
  faultKind(
    'huge-body',
    'A valid, signed answer padded with blanks to so many bytes, more than 8 MiB unless said otherwise.',
    z.strictObject({
      bytes: z
        .int()
        .min(1)
        .max(8 * largestReadBytes)
        .default(largestReadBytes + 1024),
    }),
    ({ bytes }) =>
      signed((signing) => ({
        ...signing,
        coding: {
          headers: {},
          encode: (plain) => Buffer.concat([plain, Buffer.alloc(Math.max(0, bytes - plain.length), ' ')]),
        },
      })),
  ),
];

function signed(signing: NonNullable<Alteration['signing']>): Behaviour {
  return { point: 'answer', alteration: { signing } };
}

function createdOffBy(offsetSeconds: number): Behaviour {
  return signed((signing: Signing) => ({ ...signing, nowMs: signing.nowMs + offsetSeconds * 1000 }));
}

function withBlank(sent: Buffer): Buffer {
  return Buffer.concat([sent, Buffer.from(' ')]);
}
