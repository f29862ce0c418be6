import type { EvidenceKind } from '../../src-shared/contract/diagnosis-codes.ts';
import type { RawAnswer } from '../core/ports.ts';
import { lastSecond } from '../partner-api/judge.ts';
import { fieldValue } from '../signatures/message.ts';
import { shapeOf, type SignatureShape } from './signature-shape.ts';

interface Form {
  readonly evidence: EvidenceKind;
  readonly holds: (field: (name: string) => string | null, shape: SignatureShape | null) => boolean;
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
  { evidence: 'createdNoSeconds', holds: (_, shape) => (shape?.created ?? 0) > lastSecond },
];

/** What is odd about how this answer is written; null where nothing is that is known here. */
export function oddFormOf(raw: RawAnswer): EvidenceKind | null {
  const shape = shapeOf(raw);
  const field = (name: string): string | null => fieldValue(raw.headers, name);
  return forms.find(({ holds }) => holds(field, shape))?.evidence ?? null;
}
