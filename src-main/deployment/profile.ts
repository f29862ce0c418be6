import { sha256Base64url } from '../core/hash.ts';
import { err, ok, type Result } from '../core/result.ts';
import { documentFaults } from './schema/document.ts';
import { allFaults } from './schema/faults.ts';
import { isLoopback } from './schema/forms.ts';
import { profileSchema, type DeploymentProfile } from './schema/profile.ts';
import { faultsBetween, type ProfileFault } from './schema/rules.ts';

export type { DeploymentProfile } from './schema/profile.ts';
export { unsaidIn, warningsOf } from './schema/rules.ts';
export type { ProfileFault } from './schema/rules.ts';

/**
 * The profile with its defaults, or every fault at once, each with its path. `text` is the JSON document; one that was
 * `taken` before opens as it did then.
 */
export function parseProfile(text: string, { taken = false } = {}): Result<DeploymentProfile, readonly ProfileFault[]> {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return err([{ field: '', allowed: 'a JSON document' }]);
  }
  const unclear = taken ? [] : documentFaults(text);
  const parsed = profileSchema.safeParse(document);
  if (!parsed.success) return err([...unclear, ...allFaults(document, parsed.error)]);
  const { $schema, ...profile } = parsed.data;
  const between = faultsBetween(profile).filter(({ ofForm }) => !taken || ofForm === undefined);
  const faults = [...unclear, ...between.map(({ field, allowed }) => ({ field, allowed }))];
  return faults.length === 0 ? ok(profile) : err(faults);
}

/** SHA-256 of the profile with all defaults, base64url: kept with every attempt. */
export function profileHash(value: DeploymentProfile): string {
  return sha256Base64url(JSON.stringify(value));
}

/** What an operation is pinned to: the service it was meant for, whatever the file is called. */
export function deploymentIdentity(value: DeploymentProfile): string {
  return baseAddress(value);
}

/**
 * How far ahead of the service's clock a request may be dated; a profile from before it had a field of its own has one
 * for both.
 */
export function requestSkewSeconds({ request, answer }: DeploymentProfile): number {
  return request.maxSkewSeconds ?? answer.maxSkewSeconds;
}

/** How far back requests are dated: never so far that one has used up more than half of its life before it leaves. */
export function datedBackSeconds({ request: { createdBackSeconds, expiresAfterSeconds } }: DeploymentProfile): number {
  return Math.min(createdBackSeconds, Math.floor(expiresAfterSeconds / 2));
}

/** Whether the service runs on this computer, as one for practice does: a key there is none that a shop sells with. */
export function isForPractice({ baseUrl }: DeploymentProfile): boolean {
  return isLoopback(new URL(baseUrl).hostname);
}

/** The absolute address of an API path that starts with `/`. */
export function serviceUrl(value: DeploymentProfile, pathAndQuery: string): string {
  return baseAddress(value) + pathAndQuery;
}

/** Where the key set is published, given the address in the profile: a path below the service's, or one of its own. */
export function keySetUrl(value: DeploymentProfile, url: string): string {
  return url.startsWith('/') ? serviceUrl(value, url) : url;
}

/** An address of ours as the service sees it (`request.seenAs`): what is signed and what an answer is bound to. */
export function seenUrl(value: DeploymentProfile, url: string): string {
  const { scheme, authority, pathPrefix } = value.request.seenAs;
  const address = baseAddress(value);
  if ((scheme === null && authority === null && pathPrefix === null) || !url.startsWith(`${address}/`)) return url;
  const base = new URL(address);
  const path = url.slice(address.length);
  const prefix = pathPrefix ?? base.pathname.replace(/\/$/, '');
  return `${scheme ?? base.protocol.slice(0, -1)}://${authority ?? base.host}${prefix}${path}`;
}

/**
 * In the one form that a parser gives it: what is signed, what is sent and what an order is pinned to must be the same
 * text.
 */
function baseAddress({ baseUrl }: DeploymentProfile): string {
  if (lastAddress?.baseUrl === baseUrl) return lastAddress.address;
  const { href } = new URL(baseUrl);
  const address = href.endsWith('/') ? href.slice(0, -1) : href;
  lastAddress = { baseUrl, address };
  return address;
}

/** Asked for many times in a sale, always of the one profile in use. */
let lastAddress: { readonly baseUrl: string; readonly address: string } | null = null;
