import type { Failure } from '../../src-shared/contract/codes.ts';
import type { ServiceKeysView, ServiceKeyView } from '../../src-shared/contract/schemas.ts';
import type { Clock, Transport } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import { createSingleFlight } from '../core/single-flight.ts';
import { jwkThumbprint, type VerifyingKey } from '../signatures/keys.ts';
import { keysInForce, noKeyMemory, sameKeys, type KeyMemory } from './key-memory.ts';
import { fetchKeySet, namedOnce, usableKeys, type SetKey } from './key-set.ts';
import { keySetUrl, type DeploymentProfile } from './profile.ts';

/**
 * The service's own keys: inline in the profile, or fetched from its address and trusted only where pinned or
 * confirmed by a person.
 */
export interface ServiceKeys {
  readonly lookup: (kid: string) => VerifyingKey | undefined;
  /** For an answer that came at `receivedAtMs`: the same keys, and those that were retired only after that. */
  readonly lookupAt: (receivedAtMs: number) => ServiceKeys['lookup'];
  /**
   * Fetches the key set where the profile names an address; at most once in `refreshIntervalMs`. True when keys were
   * read.
   */
  refresh(): Promise<boolean>;
  /** Hears of every time that keys came to be trusted: what could not be verified before may be verified now. */
  onRefreshed(listener: () => void): void;
  /** What a person may have to decide about; null where the profile holds the keys themselves. */
  view(): ServiceKeysView | null;
  /** Reads the set now, because a person asks. */
  look(): Promise<Result<ServiceKeysView | null, Failure>>;
  /**
   * A person compared this thumbprint with what the service's support says. Errors: `input_invalid` where no such key
   * is published.
   */
  confirm(thumbprint: string): Promise<Result<ServiceKeysView | null, Failure>>;
  /** A person takes a confirmation back. Errors: `input_invalid` where nobody confirmed such a key. */
  withdraw(thumbprint: string): Result<ServiceKeysView | null, Failure>;
  /** Hears of every set that was read. */
  onRead(listener: (view: ServiceKeysView) => void): void;
}

const refreshIntervalMs = 60_000;
/** More than these nobody compares, and no service has them. */
const offeredMost = 20;

export function createServiceKeys(
  profile: DeploymentProfile,
  transport: Transport,
  clock: Clock,
  memory: KeyMemory = noKeyMemory,
): ServiceKeys {
  const source = profile.serviceKeys;
  if ('jwks' in source) return keysInProfile(usableKeys(source.jwks), memory);
  return new KeysAtAddress(
    new Set(source.pins),
    () => fetchKeySet(keySetUrl(profile, source.url), transport),
    clock,
    memory,
  );
}

function keysInProfile(keys: readonly SetKey[], memory: KeyMemory): ServiceKeys {
  const known = mapOf(namedOnce(keys));
  remember(memory, known);
  return {
    ...lookups(() => known, memory),
    refresh: () => Promise.resolve(false),
    onRefreshed: () => undefined,
    view: () => null,
    look: () => Promise.resolve(ok(null)),
    confirm: () => Promise.resolve(err({ code: 'not_allowed', field: 'thumbprint' })),
    withdraw: () => err({ code: 'not_allowed', field: 'thumbprint' }),
    onRead: () => undefined,
  };
}

/**
 * Keys that the service publishes. One that leaves its set is retired with the reading that shows it: it proves what
 * came before.
 */
class KeysAtAddress implements ServiceKeys {
  readonly lookup: ServiceKeys['lookup'];
  readonly lookupAt: ServiceKeys['lookupAt'];
  readonly #pins: ReadonlySet<string>;
  readonly #fetch: () => ReturnType<typeof fetchKeySet>;
  readonly #clock: Clock;
  readonly #memory: KeyMemory;
  readonly #refreshed: (() => void)[] = [];
  readonly #wasRead: ((view: ServiceKeysView) => void)[] = [];
  #keys: ReadonlyMap<string, VerifyingKey>;
  #published: readonly SetKey[] = [];
  #readAtMs = Number.NEGATIVE_INFINITY;
  readonly #reads = createSingleFlight<'keys', Result<boolean, Failure>>();

  constructor(pins: ReadonlySet<string>, fetch: () => ReturnType<typeof fetchKeySet>, clock: Clock, memory: KeyMemory) {
    this.#pins = pins;
    this.#fetch = fetch;
    this.#clock = clock;
    this.#memory = memory;
    // The keys of the last run are known before the service can be reached.
    const last = memory.sets().at(-1)?.keys ?? [];
    this.#keys = new Map(last.filter(({ jwk }) => this.#mayTrust(jwkThumbprint(jwk))).map((key) => [key.kid, key]));
    remember(memory, this.#keys);
    ({ lookup: this.lookup, lookupAt: this.lookupAt } = lookups(() => this.#keys, memory));
  }

  async refresh(): Promise<boolean> {
    // Answers that arrive together wait for the same keys: whoever found none would be left unverified.
    if (!this.#reads.isUnderWay('keys') && this.#clock.monotonicMs() - this.#readAtMs < refreshIntervalMs) return false;
    const read = await this.#read();
    return read.ok && read.value;
  }

  onRefreshed(listener: () => void): void {
    this.#refreshed.push(listener);
  }

  onRead(listener: (view: ServiceKeysView) => void): void {
    this.#wasRead.push(listener);
  }

  view(): ServiceKeysView {
    return {
      believed: [...this.#keys.values()].map(({ kid, jwk }) => this.#trustedView(kid, jwkThumbprint(jwk))),
      offered: this.#offered()
        .slice(0, offeredMost)
        .map(({ kid, thumbprint }): ServiceKeyView => ({ kid, thumbprint })),
    };
  }

  async look(): Promise<Result<ServiceKeysView, Failure>> {
    const read = await this.#read();
    return read.ok ? ok(this.view()) : read;
  }

  async confirm(given: string): Promise<Result<ServiceKeysView, Failure>> {
    const thumbprint = ungrouped(given);
    if (this.#published.every((key) => key.thumbprint !== thumbprint)) {
      const looked = await this.look();
      if (!looked.ok) return looked;
    }
    const offered = this.#offered().find((key) => key.thumbprint === thumbprint);
    if (offered === undefined)
      return this.#mayTrust(thumbprint) ? ok(this.view()) : err({ code: 'input_invalid', field: 'thumbprint' });
    const kept = this.#memory.confirm(offered);
    if (!kept.ok) return kept;
    this.#trustPublished();
    return ok(this.view());
  }

  /** What is published stays to be looked at; a set that holds nothing else is one that nobody trusts. */
  withdraw(given: string): Result<ServiceKeysView, Failure> {
    const thumbprint = ungrouped(given);
    if (!this.#memory.isConfirmed(thumbprint)) return err({ code: 'input_invalid', field: 'thumbprint' });
    const taken = this.#memory.withdraw(thumbprint);
    if (!taken.ok) return taken;
    this.#keys = new Map([...this.#keys].filter(([, { jwk }]) => this.#mayTrust(jwkThumbprint(jwk))));
    remember(this.#memory, this.#keys);
    return ok(this.view());
  }

  #trustedView(kid: string, thumbprint: string): ServiceKeysView['believed'][number] {
    return { kid, thumbprint, confirmed: this.#memory.isConfirmed(thumbprint) };
  }

  #read(): Promise<Result<boolean, Failure>> {
    this.#readAtMs = this.#clock.monotonicMs();
    return this.#reads.run('keys', async () => {
      const fetched = await this.#fetch();
      if (!fetched.ok) return fetched;
      this.#published = fetched.value;
      const trusted = this.#trustPublished();
      this.#wasRead.forEach((listener) => listener(this.view()));
      return ok(trusted);
    });
  }

  /**
   * Takes up what is published and may be trusted. A set with nothing of that is no word on the keys that are known.
   */
  #trustPublished(): boolean {
    const trusted = namedOnce(this.#published.filter(({ thumbprint }) => this.#mayTrust(thumbprint)));
    if (trusted.length === 0) return false;
    this.#keys = mapOf(trusted);
    remember(this.#memory, this.#keys);
    this.#refreshed.forEach((listener) => listener());
    return true;
  }

  #offered(): readonly SetKey[] {
    return namedOnce(this.#published).filter(({ thumbprint }) => !this.#mayTrust(thumbprint));
  }

  #mayTrust(thumbprint: string): boolean {
    return this.#pins.has(thumbprint) || this.#memory.isConfirmed(thumbprint);
  }
}

function lookups(
  keys: () => ReadonlyMap<string, VerifyingKey>,
  memory: KeyMemory,
): Pick<ServiceKeys, 'lookup' | 'lookupAt'> {
  const lookup: ServiceKeys['lookup'] = (kid) => keys().get(kid);
  return {
    lookup,
    lookupAt: (receivedAtMs) => (kid) =>
      lookup(kid) ??
      keysInForce(memory.sets(), receivedAtMs).find(
        (key) => key.kid === kid && !memory.isWithdrawn(jwkThumbprint(key.jwk)),
      ),
  };
}

/** A thumbprint is read out and shown in groups. */
function ungrouped(thumbprint: string): string {
  return thumbprint.replaceAll(/\s/g, '');
}

function mapOf(keys: readonly SetKey[]): ReadonlyMap<string, VerifyingKey> {
  return new Map(keys.map(({ kid, key }) => [kid, key]));
}

function remember(memory: KeyMemory, keys: ReadonlyMap<string, VerifyingKey>): void {
  if (!sameKeys(memory.sets().at(-1)?.keys ?? [], [...keys.values()])) memory.keep([...keys.values()]);
}
