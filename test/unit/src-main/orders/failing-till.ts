import { expect } from 'vitest';
import type { OperationId } from '../../../../src-main/core/ids.ts';
import { err, type Result } from '../../../../src-main/core/result.ts';
import { JournalUnavailable } from '../../../../src-main/journal/journal-failure.ts';
import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { eachStepFailing, failingStep, timeNoted, type FailingStep } from '../../../support/failing-step.ts';
import { SellingService } from './selling-service.ts';
import { newOperationId, saleWith, Till, value } from './till.ts';

/** When a call that failed is made once more. */
export type Again = 'in the same run' | 'after a new start';
export const eachAgain: readonly Again[] = ['in the same run', 'after a new start'];

/** More turns than a call leaves work for. */
const laterTurns = 5;

async function workLeftForLater(): Promise<void> {
  for (let turn = 0; turn < laterTurns; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
}

/** A till of which a durable step fails, across from a service that sells. */
export class FailingTill {
  readonly till: Till;
  readonly service: SellingService;
  readonly #again: Again;
  #step: FailingStep;
  #failures: readonly string[] = [];
  /** Whether anything was sent that was not recorded before. */
  #isUnrecorded = false;

  private constructor(till: Till, again: Again) {
    this.till = till;
    this.#again = again;
    this.#step = this.#count();
    let arrived = 0;
    this.service = new SellingService(till, () => {
      arrived += 1;
      const { journal } = till.counter.localRecords;
      const started = ['attempt-started', 'reveal-started'].flatMap((kind) => journal.events({ kind }));
      if (started.length < arrived) this.#isUnrecorded = true;
    });
  }

  static async open(again: Again): Promise<FailingTill> {
    return new FailingTill(await Till.open(), again);
  }

  /**
   * Does `work` again and again, each time with another of its durable steps failing, and with none that fails in
   * `before`. Gives the names of those whose failure no call told.
   */
  async withEachStepFailing(
    work: () => Promise<void>,
    before: () => Promise<void> = () => Promise.resolve(),
  ): Promise<readonly string[]> {
    const untold = new Set<string>();
    await eachStepFailing(async (which) => {
      await before();
      const step = this.#step;
      const done = await this.whileFailing(which, work);
      if (done?.isTold === false) untold.add(done.name);
      return step;
    });
    return [...untold];
  }

  /**
   * Does `work` while one durable step of it fails once. A call that fails has to answer with that failure, and nothing
   * may be sent that was not recorded before. Null where there was no such step.
   */
  async whileFailing(
    which: string | null,
    work: () => Promise<void>,
  ): Promise<{ readonly name: string; readonly isTold: boolean } | null> {
    this.#failures = [];
    const step = this.#step;
    await workLeftForLater();
    step.failAt(which);
    await work();
    await workLeftForLater();
    expect(this.#isUnrecorded).toBe(false);
    const failed = step.failed();
    if (failed === null) return null;
    const { name, failure } = failed;
    const isTold = this.#failures.length > 0;
    if (isTold) expect(this.#failures, name).toEqual([failure.code]);
    return { name, isTold: isTold || name === timeNoted };
  }

  /** One call, and once more where it failed. */
  async call<T>(call: (till: Till) => Promise<Result<T, Failure>> | Result<T, Failure>): Promise<T> {
    const first = await this.#try(call);
    if (first.ok) return first.value;
    this.#failures = [...this.#failures, first.error.code];
    if (this.#again === 'after a new start') await this.startAnew();
    return value(await call(this.till));
  }

  async startAnew(): Promise<void> {
    const before = this.till.counter.localRecords.journal.events();
    await this.till.run();
    expect(this.till.counter.localRecords.journal.events().slice(0, before.length)).toEqual(before);
    this.#step = this.#count();
  }

  /** Places a sale under an id that is kept, as whoever calls a counter does. */
  async place(changes: Parameters<typeof saleWith>[0] = {}): Promise<OperationId> {
    const operationId = newOperationId();
    this.till.clock.skip(1);
    await this.call(({ counter }) => counter.orders.place(operationId, saleWith(changes), { besidesPending: true }));
    return operationId;
  }

  /** As the boundary of the calls does: records that fail under a read are a failure too. */
  async #try<T>(call: (till: Till) => Promise<Result<T, Failure>> | Result<T, Failure>): Promise<Result<T, Failure>> {
    try {
      return await call(this.till);
    } catch (error) {
      if (!(error instanceof JournalUnavailable)) throw error;
      return err(error.failure);
    }
  }

  #count(): FailingStep {
    const { localRecords, keyring, vault, session } = this.till.counter;
    // A key that was opened once stays so: what is opened from here on is an answer.
    session.signingKey();
    return failingStep({ journal: localRecords.journal, keyring, vault });
  }
}
