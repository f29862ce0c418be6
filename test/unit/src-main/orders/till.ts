import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openCounter, openLocalRecords, type Counter } from '../../../../src-main/app/counter/counter.ts';
import { journalRules, isExportable } from '../../../../src-main/app/counter/journal-rules.ts';
import { knownId, type OperationId } from '../../../../src-main/core/ids.ts';
import type { Randomness, Sealer, StepMark } from '../../../../src-main/core/ports.ts';
import { deploymentIdentity, type DeploymentProfile } from '../../../../src-main/deployment/profile.ts';
import { createHttpTransport } from '../../../../src-main/hosts/http-transport.ts';
import { systemRandomness } from '../../../../src-main/hosts/system-ports.ts';
import type { StoredEvent } from '../../../../src-main/journal/event.ts';
import type { Journal } from '../../../../src-main/journal/journal.ts';
import { openJournal } from '../../../../src-main/journal/open-journal.ts';
import type { NewSale } from '../../../../src-main/orders/machine/new-sale.ts';
import type { Hurry } from '../../../../src-main/orders/machine/next-step.ts';
import { stateOf, type Order } from '../../../../src-main/orders/machine/order.ts';
import { openOrderRecords } from '../../../../src-main/orders/records/order-records.ts';
import { openOrderTexts } from '../../../../src-main/orders/records/order-text.ts';
import type { PurchaseStep } from '../../../../src-main/orders/records/steps.ts';
import { isDue } from '../../../../src-main/orders/scheduler/schedule.ts';
import { memorySealer } from '../../../../src-main/vault/memory-sealer.ts';
import type { OrderState } from '../../../../src-shared/contract/codes.ts';
import { SkippingClock } from '../../../support/skipping-clock.ts';
import { tempFolder } from '../../../support/temp.ts';
import { amount, cardId, invoiceId, soldCardId, walletId } from './order-samples.ts';
import { startScriptedService, type ScriptedService, type ScriptedAnswer } from './scripted-service.ts';

export interface TillOptions {
  readonly profile?: DeploymentProfile;
  readonly step?: StepMark<PurchaseStep>;
}

/** A data folder with an enrolled counter on it, across from a scripted service. It outlives the runs on it. */
export class Till {
  /** Where the counter runs; a test may move on to a copy of it. */
  directory = tempFolder();
  readonly clock: SkippingClock;
  readonly service: ScriptedService;
  /**
   * Every random value of a key's length that was drawn here: private keys and the keys that records are sealed under.
   */
  readonly secrets: Uint8Array[] = [];
  readonly #randomness: Randomness = {
    uuid: () => systemRandomness.uuid(),
    bytes: (length) => {
      const bytes = systemRandomness.bytes(length);
      // A copy: the owner wipes its own after use.
      if (length === 32) this.secrets.push(Uint8Array.from(bytes));
      return bytes;
    },
  };
  readonly #copied = tempFolder();
  #copies = 0;
  readonly #sealer: Sealer = memorySealer(this.#randomness);
  #running: Counter | null = null;

  private constructor(service: ScriptedService, clock: SkippingClock) {
    this.service = service;
    this.clock = clock;
  }

  static async open(options: TillOptions = {}): Promise<Till> {
    const clock = new SkippingClock();
    const service = await startScriptedService(clock);
    const till = new Till(service, clock);
    onTestFinished(async () => {
      till.close();
      await service.close();
    });
    await till.run(options);
    return till;
  }

  get counter(): Counter {
    if (this.#running === null) throw new Error('no counter runs');
    return this.#running;
  }

  /** Starts the counter on the folder, anew where one ran before: as after a restart. */
  async run({ profile = this.service.profile, step = () => undefined }: TillOptions = {}): Promise<Counter> {
    this.close();
    const ports = {
      directory: this.directory,
      clock: this.clock,
      randomness: this.#randomness,
      answerRoomBytes: 4_096,
    };
    const localRecords = value(openLocalRecords(ports));
    this.#running = value(
      await openCounter(localRecords, profile, {
        ...ports,
        transport: createHttpTransport(),
        sealer: this.#sealer,
        language: () => 'en',
        step,
      }),
    );
    if (this.#running.session.signingKey() === null) this.newKey(profile);
    return this.#running;
  }

  /** Puts a new signing key to use and ends the one before it, as where that one is lost. */
  newKey(profile: DeploymentProfile = this.service.profile): void {
    const { keyring } = this.counter;
    const before = keyring.active(deploymentIdentity(profile));
    this.rotateKey(profile);
    if (before !== null) value(keyring.retire(before.localId));
  }

  /** Puts a new signing key to use, as an enrolment would. */
  rotateKey(profile: DeploymentProfile = this.service.profile): void {
    const { keyring } = this.counter;
    const { localId } = value(keyring.make(deploymentIdentity(profile)));
    value(keyring.bindKeyId(localId, systemRandomness.uuid()));
    value(keyring.activate(localId));
  }

  close(): void {
    this.#running?.close();
    this.#running = null;
  }

  /** Copies the whole folder as it is on the disk, without starting anything on it. */
  copyFolder(): string {
    this.#copies += 1;
    const copy = join(this.#copied, String(this.#copies));
    cpSync(this.directory, copy, { recursive: true });
    return copy;
  }

  /** No two in the same millisecond: orders are listed by the time of their intent. */
  place(changes: Partial<NewSale> = {}): OperationId {
    this.clock.skip(1);
    const operationId = newOperationId();
    value(this.counter.orders.place(operationId, saleWith(changes), { besidesPending: true }));
    return operationId;
  }

  /** Goes on with an order, at once where no time is given, and gives the state that it is in then. */
  async resume(
    operationId: OperationId,
    waitMs = 0,
    how: Hurry = waitMs === 0 ? 'now' : 'asAsked',
  ): Promise<OrderState> {
    value(await this.counter.orders.resume(operationId, waitMs, how));
    return this.stateOf(operationId);
  }

  facts(operationId: OperationId): Order {
    const facts = this.counter.localRecords.records.find(operationId);
    if (facts === null) throw new Error('an unknown operation');
    return facts;
  }

  stateOf(operationId: OperationId): OrderState {
    return stateOf(this.facts(operationId), this.clock.nowMs());
  }

  /** What goes on by itself so much later from now on. */
  dueAfter(ms = 0): readonly OperationId[] {
    const scheduled = this.counter.localRecords.records.scheduled(null, 100);
    return scheduled.filter((order) => isDue(order, this.clock.nowMs() + ms)).map(({ operationId }) => operationId);
  }

  /** What happened to it; not what is kept beside that, so that it is found. */
  kinds(operationId: string): readonly string[] {
    const events = this.counter.localRecords.journal.events({ subject: operationId }).filter(isExportable);
    return events.map(({ kind }) => kind);
  }

  lastVerdict(operationId: OperationId) {
    const progress = this.facts(operationId).attempts.at(-1)?.progress;
    return progress?.stage === 'judged' ? progress.verdict : (progress?.stage ?? null);
  }

  /**
   * What the disk would give back of operations if the process ended now: a copy of the files, opened as a journal of
   * its own.
   */
  durableEvents(): readonly StoredEvent[] {
    return this.#inDurable((journal) => journal.events().filter(({ subject }) => subject !== ''));
  }

  /** The body of an order, which lies sealed there. */
  durableBody(operationId: OperationId): string | undefined {
    const { vault } = this.counter;
    return this.#inDurable((journal) => {
      const records = openOrderRecords(journal, () => undefined);
      records.openTexts(openOrderTexts(journal, vault));
      return records.find(operationId)?.intent.body;
    });
  }

  #inDurable<T>(work: (journal: Journal) => T): T {
    const copy = tempFolder();
    for (const name of readdirSync(this.directory).filter((file) => /^journal\.db(-wal)?$/.test(file)))
      cpSync(join(this.directory, name), join(copy, name));
    const journal = value(
      openJournal({ rules: journalRules, directory: copy, clock: this.clock, randomness: systemRandomness }),
    );
    const found = work(journal);
    journal.close();
    return found;
  }
}

export function newOperationId(): OperationId {
  return knownId<OperationId>(systemRandomness.uuid());
}

export function saleWith(changes: Partial<NewSale> = {}): NewSale {
  return {
    walletId,
    cardId,
    quantity: 2,
    expectedUnitPrice: { amount: amount('1.250'), currency: 'KWD' },
    useAllowedDebt: false,
    ...changes,
  };
}

export function value<T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown },
): T {
  if (!result.ok) throw new Error(`failed: ${JSON.stringify(result.error)}`);
  return result.value;
}

export const codes = [1, 2].map((index) => ({
  soldCardId: soldCardId(index),
  serialNumber: `SERIAL-NUMBER-${index}`,
  voucher: `VOUCHER-TEXT-${index}`,
}));

export function completedOrder(operationId: string, changes: object = {}) {
  return {
    operationId,
    status: 'completed',
    invoiceId,
    walletId,
    cardId,
    quantity: 2,
    total: { amount: '2.500', currency: 'KWD' },
    soldCards: codes,
    ...changes,
  };
}

export function completed(operationId: string, changes: object = {}): ScriptedAnswer {
  return { status: 201, body: completedOrder(operationId, changes) };
}

export function processing(
  operationId: string,
  headers: Readonly<Record<string, string>> = { 'retry-after': '3' },
): ScriptedAnswer {
  return { status: 202, body: { operationId, status: 'processing' }, headers };
}

export function refusal(status: number, code: string): ScriptedAnswer {
  return { status, body: { code } };
}
