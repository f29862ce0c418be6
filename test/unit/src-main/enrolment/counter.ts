import { onTestFinished } from 'vitest';
import { journalRules } from '../../../../src-main/app/counter/journal-rules.ts';
import type { Clock, RawAnswer, Sealer, WireRequest } from '../../../../src-main/core/ports.ts';
import { journalKeyMemory } from '../../../../src-main/deployment/key-memory.ts';
import { deploymentIdentity, profileHash, type DeploymentProfile } from '../../../../src-main/deployment/profile.ts';
import { createServiceKeys, type ServiceKeys } from '../../../../src-main/deployment/service-keys.ts';
import type { EnrolmentContext } from '../../../../src-main/enrolment/driver/context.ts';
import { createEnrolmentDriver, type EnrolmentDriver } from '../../../../src-main/enrolment/driver/driver.ts';
import { openEnrolmentRecords } from '../../../../src-main/enrolment/records/enrolment-records.ts';
import { createBackground } from '../../../../src-main/exchange/background.ts';
import { createRequestBudget } from '../../../../src-main/exchange/budget.ts';
import type { PartnerSession } from '../../../../src-main/exchange/session.ts';
import { createHttpTransport } from '../../../../src-main/hosts/http-transport.ts';
import { systemClock, systemRandomness } from '../../../../src-main/hosts/system-ports.ts';
import type { NewEvent } from '../../../../src-main/journal/event.ts';
import type { Journal } from '../../../../src-main/journal/journal.ts';
import { openJournal } from '../../../../src-main/journal/open-journal.ts';
import { openKeyring, type Keyring } from '../../../../src-main/keyring/keyring.ts';
import { createServiceClock } from '../../../../src-main/partner-api/service-clock.ts';
import { memorySealer } from '../../../../src-main/vault/memory-sealer.ts';
import { openVault, type Vault } from '../../../../src-main/vault/vault.ts';
import { methodsOf } from '../../../support/journal-methods.ts';
import { tempFolder } from '../../../support/temp.ts';

/** Where a process is made to die: at the moment it would write the first event of this kind. */
export class Crash extends Error {}

export interface CounterOptions {
  readonly crashAt?: string;
  readonly clock?: Clock;
  /** In place of the one of the installation, as when somebody has changed the file. */
  readonly profile?: DeploymentProfile;
  /** The service's keys are known for so many answers, then forgotten. */
  readonly keysKnownFor?: number;
}

/** One run of the counter on a data folder. */
export interface Counter {
  readonly enrolment: EnrolmentDriver;
  readonly journal: Journal;
  readonly keyring: Keyring;
  readonly vault: Vault;
  readonly session: PartnerSession;
  /** What left the machine and what came back. */
  readonly wire: readonly { readonly request: WireRequest; readonly answer: RawAnswer | null }[];
  close(): void;
}

export interface InstallationOptions {
  /** How many orders are said to be pinned to every key. */
  readonly pendingOrders?: number;
}

/** A data folder that outlives the runs on it. */
export class Installation {
  readonly directory = tempFolder();
  readonly #sealer: Sealer = memorySealer(systemRandomness);
  readonly #profile: DeploymentProfile;
  readonly #pendingOrders: number;

  constructor(profile: DeploymentProfile, { pendingOrders = 0 }: InstallationOptions = {}) {
    this.#profile = profile;
    this.#pendingOrders = pendingOrders;
  }

  async open(options: CounterOptions = {}): Promise<Counter> {
    const profile = options.profile ?? this.#profile;
    const clock = options.clock ?? systemClock;
    const { directory } = this;
    const opened = value(
      openJournal({ rules: journalRules, directory, clock, randomness: systemRandomness, answerRoomBytes: 4_096 }),
    );
    const journal = options.crashAt === undefined ? opened : crashing(opened, options.crashAt);
    const vault = value(await openVault({ directory, sealer: this.#sealer, randomness: systemRandomness }));
    const keyring = value(openKeyring({ directory, vault, randomness: systemRandomness, clock }));
    const http = createHttpTransport();
    const wire: Counter['wire'][number][] = [];
    const session: PartnerSession = {
      profile,
      profileHash: profileHash(profile),
      transport: {
        exchange: async (request, limits) => {
          const answer = await http.exchange(request, limits);
          wire.push({ request, answer: answer.ok ? answer.value : null });
          return answer;
        },
      },
      clock,
      serviceClock: createServiceClock(clock, 0, () => undefined),
      randomness: systemRandomness,
      serviceKeys: forgetting(
        createServiceKeys(profile, http, clock, journalKeyMemory(opened, deploymentIdentity(profile))),
        options.keysKnownFor,
      ),
      language: () => 'en',
      budget: createRequestBudget(),
      arrivals: new Map(),
      heard: () => undefined,
      signingKey: (pinned) =>
        (pinned === undefined ? null : keyring.pinned(deploymentIdentity(profile), pinned)) ??
        keyring.active(deploymentIdentity(profile))?.key ??
        null,
    };
    const background = createBackground((error) => {
      throw error;
    });
    const enrolment = createEnrolmentDriver({
      session,
      background,
      journal,
      vault,
      keyring,
      deployment: deploymentIdentity(profile),
      pendingOrders: () => this.#pendingOrders,
      isPinnedTo: () => this.#pendingOrders > 0,
    });
    let closed = false;
    const close = (): void => {
      if (!closed) {
        background.close();
        opened.close();
      }
      closed = true;
    };
    onTestFinished(close);
    return { enrolment, journal, keyring, vault, session, wire, close };
  }
}

/** The value of a result that has to be there. */
export function value<T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown },
): T {
  if (!result.ok) throw new Error(`failed: ${JSON.stringify(result.error)}`);
  return result.value;
}

/** What the steps of an enrolment work with, to take one of them by itself. */
export function contextOf({ session, journal, vault, keyring }: Counter): EnrolmentContext {
  const deployment = deploymentIdentity(session.profile);
  return {
    session,
    journal,
    vault,
    keyring,
    deployment,
    pendingOrders: () => 0,
    isPinnedTo: () => false,
    background: createBackground(() => undefined),
    records: openEnrolmentRecords(journal, vault, systemRandomness, deployment),
    askedToWait: () => undefined,
  };
}

function forgetting(keys: ServiceKeys, answers: number | undefined): ServiceKeys {
  if (answers === undefined) return keys;
  let left = answers;
  const lookup: ServiceKeys['lookup'] = (kid) => (left-- > 0 ? keys.lookup(kid) : undefined);
  return { ...keys, lookup, lookupAt: () => lookup };
}

function crashing(journal: Journal, kind: string): Journal {
  const dieAt = (event: NewEvent): void => {
    if (event.kind === kind) throw new Crash(kind);
  };
  const transaction: Journal['transaction'] = (write) =>
    journal.transaction((tx) =>
      write({
        append: (event) => {
          dieAt(event);
          return tx.append(event);
        },
        fileSealed: (id, record) => tx.fileSealed(id, record),
        fileText: (id, record) => tx.fileText(id, record),
        purgeSealed: (id) => tx.purgeSealed(id),
        project: (row) => tx.project(row),
        setMeta: (key, text) => tx.setMeta(key, text),
      }),
    );
  return {
    ...methodsOf(journal),
    transaction,
    append: (...events) => transaction((tx) => events.map((event) => tx.append(event))),
  };
}
