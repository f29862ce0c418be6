import type { Clock, Transport } from '../core/ports.ts';
import { parsePublicJwk } from '../signatures/jwk.ts';
import { jwkThumbprint, verifyingKey } from '../signatures/keys.ts';
import type { VerifyingKey } from '../signatures/keys.ts';
import { keysInForce, noKeyMemory, sameKeys } from './key-memory.ts';
import type { KeyMemory } from './key-memory.ts';
import { keySetUrl } from './profile.ts';
import type { DeploymentProfile } from './profile.ts';

/** The service's own keys: inline in the profile, or fetched from its address and believed only where pinned. */
export interface ServiceKeys {
  readonly lookup: (kid: string) => VerifyingKey | undefined;
  /** For an answer that came at `receivedAtMs`: the same keys, and those that were retired only after that. */
  readonly lookupAt: (receivedAtMs: number) => ServiceKeys['lookup'];
  /** Fetches the key set where the profile names an address; at most once in `refreshIntervalMs`. True when keys were read. */
  refresh(): Promise<boolean>;
  /** Hears of every refresh that read keys: what nobody could believe before may be believed now. */
  onRefreshed(listener: () => void): void;
}

const refreshIntervalMs = 60_000;
const keySetMaxBytes = 262_144;
const keySetWaitMs = 15_000;
const maximumKeys = 100;

export function createServiceKeys(profile: DeploymentProfile, transport: Transport, clock: Clock, memory: KeyMemory = noKeyMemory): ServiceKeys {
  const source = profile.serviceKeys;
  const keys = new Map('jwks' in source ? keysOf(source.jwks, null) : pinnedBefore(memory, new Set(source.pins)));
  const keep = (): void => {
    if (!sameKeys(memory.sets().at(-1)?.keys ?? [], [...keys.values()])) memory.keep([...keys.values()]);
  };
  keep();
  const lookup: ServiceKeys['lookup'] = (kid) => keys.get(kid);
  const lookupAt: ServiceKeys['lookupAt'] = (receivedAtMs) => (kid) => keys.get(kid) ?? keysInForce(memory.sets(), receivedAtMs).find((key) => key.kid === kid);
  if ('jwks' in source) return { lookup, lookupAt, refresh: () => Promise.resolve(false), onRefreshed: () => undefined };
  const listeners: (() => void)[] = [];
  let refreshedAtMs = Number.NEGATIVE_INFINITY;
  let underWay: Promise<boolean> | null = null;
  const fetchKeys = async (): Promise<boolean> => {
    const fetched = keysOf(await fetchKeySet(keySetUrl(profile, source.url), transport), new Set(source.pins));
    // What is pinned is believed also after the service withdrew it from its set.
    for (const [kid, key] of fetched) keys.set(kid, key);
    if (fetched.size === 0) return false;
    keep();
    listeners.forEach((listener) => listener());
    return true;
  };
  return {
    lookup, lookupAt,
    onRefreshed: (listener) => void listeners.push(listener),
    refresh: async () => {
      // Answers that arrive together wait for the same keys: whoever found none would be left unverified.
      if (underWay !== null) return underWay;
      if (clock.monotonicMs() - refreshedAtMs < refreshIntervalMs) return false;
      refreshedAtMs = clock.monotonicMs();
      underWay = fetchKeys().finally(() => {
        underWay = null;
      });
      return underWay;
    },
  };
}

/** The keys of the last run that the profile still pins: they are known before the service can be reached. */
function pinnedBefore(memory: KeyMemory, pins: ReadonlySet<string>): ReadonlyMap<string, VerifyingKey> {
  const last = memory.sets().at(-1)?.keys ?? [];
  return new Map(last.filter(({ jwk }) => pins.has(jwkThumbprint(jwk))).map((key) => [key.kid, key]));
}

async function fetchKeySet(url: string, transport: Transport): Promise<unknown> {
  const answer = await transport.exchange(
    { method: 'GET', url, headers: [['Accept', 'application/json'], ['Accept-Encoding', 'identity']], body: null },
    { waitMs: keySetWaitMs, maxBytes: keySetMaxBytes },
  );
  return answer.ok && answer.value.status === 200 ? parseJson(answer.value.body) : null;
}

/** The usable P-256 signing keys of a JWK set; others are ignored (RFC 7517 section 5), a kid that stands twice is not believed. */
function keysOf(document: unknown, pins: ReadonlySet<string> | null): ReadonlyMap<string, VerifyingKey> {
  const keys = new Map<string, VerifyingKey>();
  const doubled = new Set<string>();
  for (const member of membersOf(document).slice(0, maximumKeys)) {
    const { kid, use } = namesOf(member);
    if (kid === null || (use !== null && use !== 'sig')) continue;
    const jwk = parsePublicJwk(member);
    if (!jwk.ok || (pins !== null && !pins.has(jwkThumbprint(jwk.value)))) continue;
    if (keys.has(kid)) doubled.add(kid);
    keys.set(kid, verifyingKey(kid, jwk.value));
  }
  for (const kid of doubled) keys.delete(kid);
  return keys;
}

function membersOf(document: unknown): readonly unknown[] {
  if (typeof document !== 'object' || document === null || !('keys' in document)) return [];
  return Array.isArray(document.keys) ? document.keys : [];
}

function namesOf(member: unknown): { readonly kid: string | null; readonly use: string | null } {
  if (typeof member !== 'object' || member === null) return { kid: null, use: null };
  return {
    kid: 'kid' in member && typeof member.kid === 'string' ? member.kid : null,
    use: 'use' in member && typeof member.use === 'string' ? member.use : null,
  };
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return null;
  }
}
