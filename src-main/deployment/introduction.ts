import { jwkThumbprint, parsePublicJwk } from '../signatures/jwk.ts';
import { keySetUrl } from './profile.ts';
import { readsAs } from './schema/host-script.ts';
import { profileSchema, type DeploymentProfile } from './schema/profile.ts';

/**
 * One choice that asks less than the counter does by itself. `field` is its place in the profile; `says` what stands or
 * is missing there.
 */
export interface Weakness {
  readonly kind: 'unbound' | 'uncovered' | 'unsigned' | 'undated' | 'tolerance' | 'notBoughtProof';
  readonly field: string;
  readonly says: string;
}

/**
 * Who signed the file, beside who signed the one before (RFC 7638 thumbprints). `missing`: the one before was signed
 * and this one is not. `changed`: it is the one before with changes that nobody signed. `unknown`: who signed the one
 * before cannot be read any more; `signer` is who signed this one, or null.
 */
export type FileSignature =
  | { readonly state: 'none' }
  | { readonly state: 'new' | 'same'; readonly signer: string }
  | { readonly state: 'other'; readonly signer: string; readonly before: string }
  | { readonly state: 'missing' | 'changed'; readonly before: string }
  | { readonly state: 'unknown'; readonly signer: string | null };

/** What is known of who signed the file before. */
export type SignedBefore =
  | { readonly state: 'none' | 'unknown' }
  | { readonly state: 'signed'; readonly signer: string };

/** What a person is shown of a deployment before it is taken. */
export interface Introduction {
  /** Where requests go: the host with its port, as in an address. */
  readonly host: string;
  /** The same in the letters that it stands for, where those are others. */
  readonly hostReads: string | null;
  readonly address: string;
  /** What the deployment calls itself. */
  readonly name: string;
  /** RFC 7638 thumbprints of the keys that are trusted from the start. */
  readonly thumbprints: readonly string[];
  /** Where the service publishes its keys, where that is another host. */
  readonly keysFrom: string | null;
  readonly weaker: readonly Weakness[];
  readonly signature: FileSignature;
}

export function fileSignature(signer: string | null, known: SignedBefore): FileSignature {
  if (known.state === 'unknown') return { state: 'unknown', signer };
  const before = known.state === 'signed' ? known.signer : null;
  if (signer === null) return before === null ? { state: 'none' } : { state: 'missing', before };
  if (before === null) return { state: 'new', signer };
  return signer === before ? { state: 'same', signer } : { state: 'other', signer, before };
}

/** The same for a change, which nobody signs. */
export function changeSignature(known: SignedBefore): FileSignature {
  if (known.state === 'signed') return { state: 'changed', before: known.signer };
  return fileSignature(null, known);
}

export function introductionOf(profile: DeploymentProfile, signature: FileSignature = { state: 'none' }): Introduction {
  const { baseUrl, serviceKeys, name } = profile;
  const { host, href } = new URL(baseUrl);
  const keys = 'jwks' in serviceKeys ? serviceKeys.jwks.keys.flatMap((jwk) => thumbprintOf(jwk)) : serviceKeys.pins;
  const keysHost = 'url' in serviceKeys ? new URL(keySetUrl(profile, serviceKeys.url)).host : host;
  return {
    host,
    hostReads: readsAs(host),
    address: href,
    name,
    thumbprints: keys,
    keysFrom: keysHost === host ? null : keysHost,
    weaker: weakerThanUsual(profile),
    signature,
  };
}

function thumbprintOf(jwk: unknown): string[] {
  const key = parsePublicJwk(jwk);
  return key.ok ? [jwkThumbprint(key.value)] : [];
}

/** What asks less than a profile that says nothing. */
function weakerThanUsual(profile: DeploymentProfile): readonly Weakness[] {
  const usual = profileSchema.parse({
    version: 1,
    name: 'usual',
    baseUrl: profile.baseUrl,
    serviceKeys: { jwks: { keys: [] } },
  });
  const { answer, fence } = profile;
  const kinds = Object.entries(answer.kinds).flatMap(([kind, lists]) =>
    listsWeaker(`answer.kinds.${kind}`, lists ?? {}, usual.answer),
  );
  const requests = Object.entries(profile.request.components).flatMap(([kind, names]) =>
    missing('unsigned', `request.components.${kind}`, names, membersOf(usual.request.components).get(kind)),
  );
  return [
    ...listsWeaker('answer', answer, usual.answer),
    ...kinds,
    ...requests,
    ...(answer.created === 'optional'
      ? [{ kind: 'undated', field: 'answer.created', says: answer.created } as const]
      : []),
    ...tolerances('answer', answer, usual.answer),
    ...tolerances('request', { expiresAfterSeconds: profile.request.expiresAfterSeconds }, usual.request),
    ...(fence === null || JSON.stringify(fence) === JSON.stringify(usual.fence) ? [] : [notBoughtTermsSaid(fence)]),
  ];
}

/** A word of the deployment that nothing but itself can be compared with: it is shown with its seconds. */
function notBoughtTermsSaid(fence: object): Weakness {
  return {
    kind: 'notBoughtProof',
    field: 'fence',
    says: Object.entries(fence)
      .map(([name, value]) => `${name} ${String(value)}`)
      .join(', '),
  };
}

/** Each of these numbers is how much it lets pass; every one of `answer` is. */
function tolerances(at: string, given: object, usual: object): Weakness[] {
  const limits = membersOf(usual);
  return Object.entries(given).flatMap(([name, value]: [string, unknown]) => {
    const limit = limits.get(name);
    return typeof value === 'number' && typeof limit === 'number' && value > limit
      ? [{ kind: 'tolerance', field: `${at}.${name}`, says: `${value} (${limit})` } as const]
      : [];
  });
}

interface Lists {
  readonly required?: readonly string[] | undefined;
  readonly requiredIfPresent?: readonly string[] | undefined;
  readonly binding?: readonly string[] | undefined;
}

function listsWeaker(at: string, lists: Lists, usual: DeploymentProfile['answer']): Weakness[] {
  return [
    ...missing('uncovered', `${at}.required`, lists.required, usual.required),
    ...missing(
      'uncovered',
      `${at}.requiredIfPresent`,
      [...(lists.requiredIfPresent ?? usual.requiredIfPresent), ...(lists.required ?? [])],
      usual.requiredIfPresent,
    ),
    ...missing('unbound', `${at}.binding`, lists.binding, usual.binding),
  ];
}

/** One component says as much as another: an address whole, or in its parts. */
function missing(
  kind: Weakness['kind'],
  field: string,
  names: readonly string[] | undefined,
  usual: unknown,
): Weakness[] {
  if (names === undefined || !Array.isArray(usual)) return [];
  const said = names.includes('@target-uri') ? [...names, '@authority', '@path', '@query', '@scheme'] : names;
  const gone = usual.filter((name): name is string => typeof name === 'string' && !said.includes(name));
  return gone.length === 0 ? [] : [{ kind, field, says: gone.join(', ') }];
}

function membersOf(value: object): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(value));
}
