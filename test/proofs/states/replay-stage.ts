import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCounter, openLocalRecords, type Counter } from '../../../src-main/app/counter/counter.ts';
import { journalRules } from '../../../src-main/app/counter/journal-rules.ts';
import { knownId, type CardId, type OperationId, type WalletId } from '../../../src-main/core/ids.ts';
import { parseAmount } from '../../../src-main/core/money.ts';
import type { RawAnswer, Transport } from '../../../src-main/core/ports.ts';
import { err, ok, type Result } from '../../../src-main/core/result.ts';
import { parseProfile } from '../../../src-main/deployment/profile.ts';
import { createHttpTransport } from '../../../src-main/hosts/http-transport.ts';
import { systemRandomness } from '../../../src-main/hosts/system-ports.ts';
import { restoreJournal } from '../../../src-main/journal/restore.ts';
import type { PurchaseStep } from '../../../src-main/orders/records/steps.ts';
import { memorySealer } from '../../../src-main/vault/memory-sealer.ts';
import type { RunningService } from '../../../src-sandbox/control/service.ts';
import { fastFolder } from '../chaos/folder.ts';
import { aheadBy, invitationOf, profileWith, sharedTime, startServiceIn, textWith, type Fields } from '../stage.ts';
import type { NewSale } from './under-proof.ts';

/** The end of the process, thrown at the step where it ends. */
class Ended extends Error {}

/** What becomes of the next exchange, on its way. */
export type Way = 'through' | 'notSent' | 'answerHeld' | 'requestHeld';

/** A whole counter on its own folder, across from a practice service; nothing happens there but what a replay does. */
export class ReplayStage {
  readonly service: RunningService;
  aheadSeconds = 0;
  way: Way = 'through';
  /** Lets go of what is held on its way. */
  arrive: () => Promise<void> = () => Promise.resolve();
  endAt: PurchaseStep | null = null;
  /** What happens while the next request is on its way. */
  meanwhile: () => Promise<void> = nothing;
  /** Whether the service's keys can be read: where they cannot, nobody believes a new one. */
  areKeysThere = true;
  /** What the counter's profile says that the service's does not. */
  fields: Fields = { 'answer.binding': [] };
  readonly #root: string;
  readonly #time: ReturnType<typeof sharedTime>;
  readonly #sealer = memorySealer(systemRandomness);
  readonly #transport = createHttpTransport();
  #folder: string;
  #counter: Counter | null = null;
  #sales: readonly NewSale[] = [];

  private constructor(root: string, time: ReturnType<typeof sharedTime>, service: RunningService) {
    this.#root = root;
    this.#folder = join(root, 'counter');
    this.#time = time;
    this.service = service;
  }

  /** Enrols, and sells one card, so that an order is known that can be read beside another. */
  static async open(): Promise<ReplayStage> {
    const root = fastFolder();
    const time = sharedTime();
    const deploymentFile = join(root, 'given.json');
    const fence = { maxRequestAgeSeconds: 60, visibleWithinSeconds: 300 };
    const serviceKeys = { url: '/v1/keys', pins: [] };
    writeFileSync(deploymentFile, profileWith({ fence, safeResendHours: 24, serviceKeys }));
    const service = await startServiceIn({
      dir: join(root, 'service'),
      deploymentFile,
      activation: 'automatic',
      clock: time.clock,
    });
    const stage = new ReplayStage(root, time, service);
    mkdirSync(stage.#folder, { recursive: true });
    await stage.run();
    await stage.#enrol();
    const placed = stage.place('other');
    if (!placed.ok) throw new Error(placed.error.code);
    await stage.counter.orders.resume(placed.value, 60_000, 'asAsked');
    return stage;
  }

  get counter(): Counter {
    if (this.#counter === null) throw new Error('no counter runs');
    return this.#counter;
  }

  get serviceMs(): number {
    return this.#time.clock.nowMs();
  }

  /** Starts the counter on its folder. */
  async run(): Promise<void> {
    const profile = parseProfile(textWith(readFileSync(this.service.address.deploymentFile, 'utf8'), this.fields));
    if (!profile.ok) throw new Error('the service has no profile');
    const clock = { ...this.#time.clock, nowMs: () => aheadBy(this.#time.clock, this.aheadSeconds).nowMs() };
    const ports = { directory: this.#folder, clock, randomness: systemRandomness, answerRoomBytes: 65_536 };
    const localRecords = openLocalRecords(ports);
    if (!localRecords.ok) throw new Error(localRecords.error.code);
    const opened = await openCounter(localRecords.value, profile.value, {
      ...ports,
      transport: { exchange: (request, options) => this.#exchange(request, options) },
      sealer: this.#sealer,
      language: () => 'en',
      step: (step) => {
        if (step === this.endAt) throw new Ended();
      },
    });
    if (!opened.ok) throw new Error(opened.error.code);
    this.#counter = opened.value;
  }

  /** What a call of the counter gives; where its process ends over it, the counter is started again. */
  async during(work: Promise<unknown>): Promise<void> {
    try {
      await work;
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
      this.endAt = null;
      this.counter.close();
      await this.run();
    }
  }

  /** A new sale of the one card or of the other. */
  place(
    which: 'one' | 'other',
    changes: Partial<NewSale> = {},
    besidesPending = true,
  ): Result<OperationId, { readonly code: string }> {
    const sale = this.#sales[which === 'one' ? 0 : 1];
    if (sale === undefined) throw new Error('nothing can be bought yet');
    const operationId = knownId<OperationId>(randomUUID());
    const placed = this.counter.orders.place(operationId, { ...sale, ...changes }, { besidesPending });
    return placed.ok ? ok(operationId) : placed;
  }

  /** An order of another counter. */
  soldElsewhere(): string {
    const walletId = this.#sales[0]?.walletId;
    const { operationId } = this.service.controls.changeUnseen({ what: 'soldElsewhere', walletId });
    if (operationId === undefined) throw new Error('no order came of it');
    return operationId;
  }

  /** The counter is closed, and starts again after that. */
  async between(work: () => void): Promise<void> {
    this.counter.close();
    work();
    await this.run();
  }

  backup(): void {
    const made = this.counter.localRecords.journal.backup(this.#backup);
    if (!made.ok) throw new Error(made.error.code);
  }

  restore(): void {
    const clock = aheadBy(this.#time.clock, this.aheadSeconds);
    const restored = restoreJournal({
      rules: journalRules,
      directory: this.#folder,
      file: this.#backup,
      clock,
      randomness: systemRandomness,
    });
    if (!restored.ok) throw new Error(restored.error.code);
  }

  get #backup(): string {
    return join(this.#root, 'backup.db');
  }

  pass(ms: number): void {
    this.#time.pass(ms);
  }

  /** From now on the counter runs on a copy of its folder, and `elsewhere` is done on the original. */
  async copy(): Promise<(elsewhere: (counter: Counter) => Promise<unknown>) => Promise<void>> {
    this.counter.close();
    const original = this.#folder;
    const copy = join(this.#root, 'copy');
    cpSync(original, copy, { recursive: true });
    this.#folder = copy;
    await this.run();
    return async (elsewhere) => {
      const here = this.counter;
      this.#folder = original;
      await this.run();
      await elsewhere(this.counter);
      this.counter.close();
      [this.#folder, this.#counter] = [copy, here];
    };
  }

  async close(): Promise<void> {
    this.counter.close();
    await this.service.stop();
    rmSync(this.#root, { recursive: true, force: true });
  }

  async #exchange(...[request, options]: Parameters<Transport['exchange']>): ReturnType<Transport['exchange']> {
    if (request.url.endsWith('/keys')) {
      if (!this.areKeysThere) return err({ code: 'not_sent' });
      return this.#transport.exchange(request, options);
    }
    const { way, meanwhile } = this;
    [this.way, this.meanwhile] = ['through', nothing];
    await meanwhile();
    if (way === 'notSent') return err({ code: 'not_sent' });
    if (way === 'through') return this.#transport.exchange(request, options);
    if (way === 'requestHeld') {
      this.arrive = async () =>
        void (await this.#transport.exchange(request, { ...options, onWritten: () => undefined }));
      return err({ code: 'answer_timeout' });
    }
    const answer = await this.#transport.exchange(request, options);
    this.arrive = () => this.#takeLate(answer.ok ? answer.value : null, options.late?.take);
    return err({ code: 'answer_timeout' });
  }

  async #takeLate(answer: RawAnswer | null, take: ((answer: RawAnswer) => void) | undefined): Promise<void> {
    if (answer !== null) take?.(answer);
    // Late answers are taken in the background, which tells nobody when it has ended.
    await new Promise((resolve) => setTimeout(resolve, lateAnswerMs));
  }

  async #enrol(): Promise<void> {
    const begun = await this.counter.enrolment.begin(invitationOf(this.service.address));
    const active = await this.counter.enrolment.waitUntilActive(60_000);
    if (!begun.ok || !active.ok || active.value.state !== 'active') throw new Error('the counter cannot be enrolled');
    const wallets = await this.counter.catalogue.wallets();
    const walletId = knownId<WalletId>(wallets.ok ? (wallets.value.items[0]?.id ?? '') : '');
    const catalogue = await this.counter.catalogue.sync(walletId);
    const cards = catalogue.ok ? catalogue.value.cards : [];
    this.#sales = cards.flatMap(({ id, available, unitPrice }): NewSale[] => {
      const amount = parseAmount(unitPrice?.amount ?? '');
      if (!available || unitPrice === undefined || amount === null || Number(amount) >= 3) return [];
      const expectedUnitPrice = { amount, currency: unitPrice.currency };
      return [{ walletId, cardId: knownId<CardId>(id), quantity: 1, expectedUnitPrice, useAllowedDebt: false }];
    });
    if (this.#sales.length < 2) throw new Error('no two cards can be bought');
  }
}

function nothing(): Promise<void> {
  return Promise.resolve();
}

const lateAnswerMs = 300;
