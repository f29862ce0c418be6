import type { Failure } from '../../src-shared/contract/codes.ts';
import type { DeploymentProfile } from '../deployment/profile.ts';
import { variant, type Variant } from './variants.ts';

type Forms = DeploymentProfile['enrolment'];

/** Other forms of a proof, by what its refusal says: how its body is written, or what is signed and how. */
export function proofVariants({ enrolment }: DeploymentProfile, refusal: Failure | undefined): readonly Variant[] {
  const all =
    refusal?.code === 'validation_failed' ? bodyVariants(enrolment, refusal.field ?? '') : signedVariants(enrolment);
  const unique = new Map(all.map((each) => [JSON.stringify(each.changes), each]));
  return [...unique.values()].filter(({ changes }) =>
    changes.some(({ path, to }) => JSON.stringify(to) !== JSON.stringify(valueOf(enrolment, path))),
  );
}

const knownMembers = ['keyId', 'challenge', 'challengeGeneration', 'invitationId'] as const;
const usualNames = ['signature', 'proof', 'jws', 'proofSignature', 'value'];
const usualFields: readonly (readonly string[])[] = [
  ['keyId', 'challenge', 'signature'],
  ['signature'],
  ['keyId', 'signature'],
  ['challenge', 'signature'],
  ['keyId', 'challenge', 'challengeGeneration', 'signature'],
  ['invitationId', 'keyId', 'challenge', 'signature'],
  ['invitationId', 'keyId', 'challenge', 'challengeGeneration', 'signature'],
  ['challengeGeneration', 'signature'],
  ['invitationId', 'signature'],
  ['invitationId', 'challenge', 'signature'],
  ['keyId', 'challengeGeneration', 'signature'],
];

/**
 * The service names a member that it misses, or one that it does not know: the first tells what it is called, the
 * second which is too many.
 */
function bodyVariants({ proofFields, signatureField }: Forms, fieldPath: string): readonly Variant[] {
  const named = fieldPath.split('.').at(-1) ?? '';
  const member = knownMembers.find((each) => each === named);
  const fields: readonly string[] = proofFields;
  const lists =
    member === undefined
      ? []
      : [fields.includes(member) ? fields.filter((name) => name !== member) : [...fields, member]];
  const names = named === '' || member !== undefined || named === signatureField ? usualNames : [named, ...usualNames];
  const ofName = names.map((to) => variant('enrolment.signatureField', to));
  const ofFields = [...lists, ...usualFields].map((to) => variant('enrolment.proofFields', to));
  const both = names.slice(0, 2).flatMap((name) =>
    usualFields.slice(0, 3).map((to): Variant => ({
      field: 'enrolment.signatureField',
      changes: [
        { path: 'enrolment.signatureField', to: name },
        { path: 'enrolment.proofFields', to },
      ],
    })),
  );
  return member === undefined ? [...ofName, ...ofFields, ...both] : [...ofFields, ...ofName, ...both];
}

const proofs: readonly Forms['proof'][] = ['challenge-utf8', 'challenge-decoded', 'prefixed', 'jws'];
const encodings: readonly Forms['proofEncoding'][] = ['p1363-base64url', 'der-base64url', 'p1363-base64', 'der-base64'];
const templates = [
  'enrollment:v1:{invitationId}:{keyId}:{challenge}',
  '{invitationId}:{keyId}:{challenge}',
  '{keyId}:{challenge}',
  '{keyId}.{challenge}',
  '{challenge}.{keyId}',
];
const payloads: readonly (readonly string[])[] = [
  ['challenge', 'keyId'],
  ['challenge'],
  ['keyId', 'challenge'],
  ['invitationId', 'keyId', 'challenge'],
  ['challenge', 'keyId', 'invitationId', 'challengeGeneration'],
];

/** The encoding first where the text may be right, then the text, then both. */
function signedVariants({ proof, proofEncoding, jwsHeader, jwsPayload }: Forms): readonly Variant[] {
  const headers = (['kid', 'jwk'] as const).filter((form) => form !== jwsHeader);
  const ofJws = [
    ...headers.map((to) => variant('enrolment.jwsHeader', to)),
    ...payloads.map((to) => variant('enrolment.jwsPayload', to)),
    ...headers.flatMap((header) =>
      payloads.map((to): Variant => ({
        field: 'enrolment.jwsHeader',
        changes: [
          { path: 'enrolment.jwsHeader', to: header },
          { path: 'enrolment.jwsPayload', to },
        ],
      })),
    ),
  ];
  const ofTexts = proofs.filter((other) => other !== proof).map((to) => variant('enrolment.proof', to));
  const otherJws: readonly Variant[] =
    proof === 'jws'
      ? []
      : [
          {
            field: 'enrolment.proof',
            changes: [
              { path: 'enrolment.proof', to: 'jws' },
              { path: 'enrolment.jwsHeader', to: jwsHeader === 'kid' ? 'jwk' : 'kid' },
            ],
          },
          {
            field: 'enrolment.proof',
            changes: [
              { path: 'enrolment.proof', to: 'jws' },
              { path: 'enrolment.jwsPayload', to: [...(payloads[4] ?? jwsPayload)] },
            ],
          },
        ];
  const both = proofs
    .filter((other) => other !== proof && other !== 'jws')
    .flatMap((other) =>
      encodings
        .filter((form) => form !== proofEncoding)
        .map((to): Variant => ({
          field: 'enrolment.proof',
          changes: [
            { path: 'enrolment.proof', to: other },
            { path: 'enrolment.proofEncoding', to },
          ],
        })),
    );
  const ofEncodings = encodings
    .filter((form) => form !== proofEncoding)
    .map((to) => variant('enrolment.proofEncoding', to));
  const ofTemplates = templates.map((to) => variant('enrolment.proofPrefix', to));
  if (proof === 'jws') return [...ofJws, ...ofTexts, ...both];
  return proof === 'prefixed'
    ? [...ofEncodings, ...ofTemplates, ...ofTexts, ...otherJws, ...both]
    : [...ofEncodings, ...ofTexts, ...otherJws, ...both];
}

function valueOf(forms: Forms, path: string): unknown {
  return new Map<string, unknown>(Object.entries(forms)).get(path.replace('enrolment.', ''));
}
