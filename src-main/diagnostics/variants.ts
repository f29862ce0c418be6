import { valueAt, type ProfileChange } from '../deployment/change.ts';
import type { DeploymentProfile } from '../deployment/profile.ts';
import { dateField, diagnosticLists, readLists, usualReadLists } from './component-lists.ts';
import type { SignatureShape } from './signature-shape.ts';

/** Another way to write a request, or to read an answer, that a service might expect. */
export interface Variant {
  /** The field it is about. A second change only keeps the profile possible. */
  readonly field: string;
  readonly changes: readonly ProfileChange[];
}

/** What the service may see of an address: the only variants that an answer bound to its request can decide offline. */
export function addressVariants(profile: DeploymentProfile): readonly Variant[] {
  const { hostname, pathname, port } = new URL(profile.baseUrl);
  const prefix = pathname.replace(/\/$/, '');
  return [
    ...oneOf(profile, 'request.seenAs.authority', [null, ...(port === '' ? [] : [hostname])]),
    ...oneOf(profile, 'request.seenAs.pathPrefix', [null, ...(prefix === '' ? [] : ['', ...outerPaths(prefix)])]),
    ...oneOf(profile, 'request.seenAs.scheme', [null, 'http', 'https']),
    ...oneOf(profile, 'request.emptyQuery', ['?', '', 'omitted']),
  ];
}

/**
 * What every request has in common, the most usual mistakes first. A list of components that is wrong by itself shows
 * in one kind alone, so that of reads only stands in for all of them.
 */
export function sharedVariants(profile: DeploymentProfile, shape: SignatureShape | null): readonly Variant[] {
  const {
    components: { safeRead },
    expiresAfterSeconds,
  } = profile.request;
  const seesScheme = safeRead.includes('@scheme') || safeRead.includes('@target-uri');
  return [
    ...addressVariants(profile)
      .filter(({ field }) => seesScheme || field !== 'request.seenAs.scheme')
      .map((each) => (each.field === 'request.emptyQuery' ? withUncoveredQuery(profile, shape, each) : each)),
    ...oneOf(profile, 'request.encoding', ['p1363', 'der']),
    ...dateVariants(profile),
    ...oneOf(profile, 'request.label', [...(shape === null ? [] : [shape.label]), 'sig1', 'sig', 'signature']),
    ...oneOf(
      profile,
      'request.expiresAfterSeconds',
      [300, 120, 60, 30, 10].filter((seconds) => seconds < expiresAfterSeconds),
    ),
    // A life of a few seconds would also date requests less far back.
    ...oneOf(profile, 'request.createdBackSeconds', [0]),
    ...oneOf(
      profile,
      'request.expiresAfterSeconds',
      [5, 1].filter((seconds) => seconds < expiresAfterSeconds),
    ),
    ...parameterVariants(profile, shape),
    ...oneOf(profile, 'request.components.safeRead', usualReadLists(safeRead)),
    ...(safeRead.includes('accept-language') ? languageVariants(profile) : []),
  ];
}

/**
 * Where the file leaves an absent query out and answers do not name it, requests may have to cover it all the same:
 * then answers to the calls that are tried are asked for it no more.
 */
function withUncoveredQuery(
  profile: DeploymentProfile,
  shape: SignatureShape | null,
  { field, changes }: Variant,
): Variant {
  const { binding, kinds } = profile.answer;
  const isNamed = shape === null || shape.bound.includes('@query') || shape.bound.includes('@target-uri');
  if (isNamed || profile.request.emptyQuery !== 'omitted') return { field, changes };
  const ofAnswers = (['safeRead', 'diagnostic'] as const).map((kind) => ({
    path: `answer.kinds.${kind}.binding`,
    to: (kinds[kind]?.binding ?? binding).filter((name) => name !== '@query'),
  }));
  return { field, changes: [...changes, ...ofAnswers] };
}

/** Forms that the service's own answers have, where requests have another: most services write both alike. */
export function hintedVariants(profile: DeploymentProfile, shape: SignatureShape | null): readonly Variant[] {
  if (shape === null) return [];
  const { request, answer } = profile;
  const {
    parameters,
    components: { safeRead },
  } = request;
  const withAlg = shape.parameters.includes('alg');
  const named = withAlg ? [...parameters, 'alg'] : parameters.filter((name) => name !== 'alg');
  const date = safeRead.filter((name) => !name.startsWith('@'));
  const isWhole = shape.bound.includes('@target-uri') && !safeRead.includes('@target-uri');
  const isParts =
    shape.bound.includes('@path') && !shape.bound.includes('@target-uri') && safeRead.includes('@target-uri');
  const target = isWhole ? ['@method', '@target-uri'] : isParts ? ['@method', '@authority', '@path', '@query'] : null;
  return [
    ...oneOf(profile, 'request.label', [shape.label]),
    ...(answer.encoding === request.encoding ? [] : oneOf(profile, 'request.encoding', [answer.encoding])),
    ...(parameters.includes('alg') === withAlg ? [] : oneOf(profile, 'request.parameters', [named])),
    ...(target === null ? [] : oneOf(profile, 'request.components.safeRead', [[...target, ...date]])),
  ];
}

/** What only reads have, where the diagnostic is accepted. */
export function readVariants(profile: DeploymentProfile): readonly Variant[] {
  const { safeRead, diagnostic } = profile.request.components;
  return [
    ...(safeRead.includes('accept-language') ? languageVariants(profile) : []),
    ...(safeRead.includes('@scheme') || safeRead.includes('@target-uri')
      ? oneOf(profile, 'request.seenAs.scheme', [null, 'http', 'https'])
      : []),
    ...oneOf(profile, 'request.components.safeRead', readLists(safeRead, diagnostic)),
  ];
}

/** What only the diagnostic has, where reads are accepted. */
export function diagnosticVariants(profile: DeploymentProfile): readonly Variant[] {
  const {
    parameters,
    components: { diagnostic, safeRead },
  } = profile.request;
  const others = parameters.filter((name) => name !== 'nonce');
  return [
    ...oneOf(profile, 'request.digest', ['sha-256', 'sha-512', 'both']),
    ...oneOf(profile, 'request.parameters', [parameters.includes('nonce') ? others : [...others, 'nonce']]),
    ...oneOf(profile, 'request.components.diagnostic', diagnosticLists(diagnostic, safeRead)),
    ...nonceVariants(profile),
  ];
}

/**
 * Where the signature is accepted and a field of the request is not: other forms of that field, or of any where none is
 * named.
 */
export function fieldVariants(profile: DeploymentProfile, field: string): readonly Variant[] {
  const forms: Readonly<Record<string, () => readonly Variant[]>> = {
    nonce: () => nonceVariants(profile),
    [dateField]: () => dateVariants(profile),
    'content-digest': () => oneOf(profile, 'request.digest', ['sha-256', 'sha-512', 'both']),
    'accept-language': () => languageVariants(profile),
  };
  const named = forms[field.toLowerCase().split('.').at(-1) ?? ''];
  return named?.() ?? Object.values(forms).flatMap((variants) => variants());
}

function dateVariants(profile: DeploymentProfile): readonly Variant[] {
  return oneOf(profile, 'request.serviceDate', ['rfc3339-ms', 'rfc3339', 'imf-fixdate', 'unix', 'unix-ms']);
}

function nonceVariants(profile: DeploymentProfile): readonly Variant[] {
  const { nonce, nonceBytes } = profile.request;
  const lengths = [16, 24, 32, 64];
  return [
    ...(nonce === 'uuid'
      ? []
      : lengths.filter((bytes) => bytes !== nonceBytes).map((bytes) => variant('request.nonceBytes', bytes))),
    ...oneOf(profile, 'request.nonce', ['uuid', 'base64url', 'hex']),
    ...(['base64url', 'hex'] as const)
      .filter((form) => form !== nonce)
      .flatMap((form) =>
        lengths
          .filter((bytes) => bytes !== nonceBytes)
          .map((bytes) => ({
            field: 'request.nonce',
            changes: [
              { path: 'request.nonce', to: form },
              { path: 'request.nonceBytes', to: bytes },
            ],
          })),
      ),
  ];
}

function languageVariants(profile: DeploymentProfile): readonly Variant[] {
  return oneOf(profile, 'request.languages', usualLanguages);
}

const usualLanguages = [
  { ar: 'ar', en: 'en' },
  { ar: 'ar-SA', en: 'en-US' },
  { ar: 'ar', en: 'en-US' },
  { ar: 'ar-KW', en: 'en-GB' },
];

function parameterVariants(profile: DeploymentProfile, shape: SignatureShape | null): readonly Variant[] {
  const tag = profile.request.tag ?? shape?.tag ?? null;
  const lists = [
    ['created', 'expires', 'keyid', 'alg'],
    ['created', 'keyid', 'alg'],
    ['created', 'keyid'],
    ['created', 'expires', 'keyid'],
    ['keyid', 'alg'],
    ['keyid'],
  ];
  const named = [...lists, ...(tag === null ? [] : lists.slice(0, 4).map((names) => [...names, 'tag']))];
  const known = [...profile.request.parameters].toSorted().join(' ');
  // Their order is the signer's own (RFC 9421 section 2.3), and a read has no nonce among them.
  const others = named.filter((names) => names.toSorted().join(' ') !== known.replace('nonce ', ''));
  return [
    ...others.map((names): Variant => {
      const needed = names.includes('tag') ? tag : null;
      const change = { path: 'request.parameters', to: names };
      return {
        field: change.path,
        changes: needed === profile.request.tag ? [change] : [change, { path: 'request.tag', to: needed }],
      };
    }),
    ...(profile.request.tag !== null && shape?.tag !== undefined && shape.tag !== null
      ? oneOf(profile, 'request.tag', [shape.tag])
      : []),
  ];
}

/** What a proxy that takes off the first steps of a path leaves of it. */
function outerPaths(prefix: string): readonly string[] {
  const steps = prefix.split('/').slice(1);
  return steps.slice(1).map((_, index) => `/${steps.slice(index + 1).join('/')}`);
}

function oneOf(profile: DeploymentProfile, field: string, values: readonly unknown[]): readonly Variant[] {
  const now = JSON.stringify(valueAt(profile, field));
  const others = new Map(values.map((value) => [JSON.stringify(value), value]));
  others.delete(now);
  return [...others.values()].map((value) => variant(field, value));
}

/** A profile with one other member. */
export function variant(field: string, to: unknown): Variant {
  return { field, changes: [{ path: field, to }] };
}
