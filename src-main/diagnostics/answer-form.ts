import type { EvidenceKind } from '../../src-shared/contract/diagnosis-codes.ts';
import type { RawAnswer } from '../core/ports.ts';
import { lastSecond } from '../partner-api/judge.ts';
import { readDictionary } from '../signatures/dictionary.ts';
import { fieldValue } from '../signatures/message.ts';
import { ALGORITHM } from '../signatures/sign.ts';
import { shapeOf, type SignatureShape } from './signature-shape.ts';

interface Form {
  readonly evidence: EvidenceKind;
  readonly holds: (
    field: (name: string) => string | null,
    shape: SignatureShape | null,
    status: RawAnswer['status'],
  ) => boolean;
}

/**
 * How services write answers that no profile can read, and no proxy makes of right ones. The first that holds is what
 * to say.
 */
const forms: readonly Form[] = [
  {
    evidence: 'olderSignature',
    holds: (field) => field('signature-input') === null && /keyid *= *"/i.test(field('signature') ?? ''),
  },
  {
    evidence: 'nothingSigned',
    holds: (field) =>
      ['signature', 'signature-input', 'content-digest', 'digest'].every((name) => field(name) === null),
  },
  { evidence: 'olderDigest', holds: (field) => field('content-digest') === null && field('digest') !== null },
  // RFC 8941 section 3.3.5: base64, and not base64url.
  { evidence: 'signatureUnreadable', holds: (field) => /:[\w+/-]*[-_][\w+/-]*=*:/.test(field('signature') ?? '') },
  { evidence: 'keyIdMissing', holds: (_, shape) => shape !== null && !shape.parameters.includes('keyid') },
  { evidence: 'createdMissing', holds: (_, shape) => shape !== null && !shape.parameters.includes('created') },
  {
    evidence: 'createdNoSeconds',
    holds: (_, shape) => shape !== null && (shape.created === null || shape.created > lastSecond),
  },
  {
    evidence: 'signatureOver',
    holds: (_, shape) => (shape?.expires ?? Number.POSITIVE_INFINITY) < (shape?.created ?? 0),
  },
  {
    evidence: 'otherAlgorithm',
    holds: (_, shape) => shape !== null && shape.algorithm !== null && shape.algorithm !== ALGORITHM,
  },
  { evidence: 'noContent', holds: (_, shape, status) => shape !== null && status === 204 },
  { evidence: 'inputUnreadable', holds: isInputUnreadable },
  {
    evidence: 'signatureNoBytes',
    holds: (field) => membersOf(field('signature')).some(([, octets]) => octets === null),
  },
  { evidence: 'labelUnpaired', holds: isUnpaired },
  { evidence: 'requestUnmarked', holds: (_, shape) => shape?.own.some((name) => ofRequest.includes(name)) === true },
  {
    evidence: 'coversTooLittle',
    holds: (_, shape) => shape !== null && !['@status', 'content-digest'].every((name) => shape.own.includes(name)),
  },
  { evidence: 'digestUnreadable', holds: isDigestUnreadable },
];

const ofRequest: readonly string[] = ['@method', '@target-uri', '@authority', '@scheme', '@path', '@query'];

/** A header that was cut on the way is not whole, and says nothing of how it was written. */
function isInputUnreadable(field: (name: string) => string | null, shape: SignatureShape | null): boolean {
  const text = field('signature-input');
  return text?.includes(')') === true && (shape === null ? !isDoubled(text) : !shape.isReadable);
}

function isUnpaired(field: (name: string) => string | null, shape: SignatureShape | null): boolean {
  const signatures = membersOf(field('signature'));
  return shape !== null && signatures.length > 0 && signatures.every(([label]) => label !== shape.label);
}

/** No digest in it is one that a counter can compare, though it is whole. */
function isDigestUnreadable(field: (name: string) => string | null): boolean {
  const text = field('content-digest') ?? '';
  if (text === '' || isDoubled(text) || text.split(':').length === 2) return false;
  return !membersOf(text).some(([name, octets]) => octets !== null && octets === digestOctets.get(name));
}

const digestOctets: ReadonlyMap<string, number> = new Map([
  ['sha-256', 32],
  ['sha-512', 64],
]);

/** Null where the value is no octets at all. */
function membersOf(text: string | null): readonly (readonly [name: string, octets: number | null])[] {
  const reading = readDictionary(text ?? '');
  return reading.ok
    ? [...reading.members].map(([name, [value]]) => [name, value instanceof ArrayBuffer ? value.byteLength : null])
    : [];
}

function isDoubled(text: string): boolean {
  const reading = readDictionary(text);
  return !reading.ok && reading.reason === 'duplicate';
}

/** What is odd about how this answer is written; null where nothing is that is known here. */
export function oddFormOf(raw: RawAnswer): EvidenceKind | null {
  const shape = shapeOf(raw);
  const field = (name: string): string | null => fieldValue(raw.headers, name);
  return forms.find(({ holds }) => holds(field, shape, raw.status))?.evidence ?? null;
}
