import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCounterApp } from '../../src-main/app/app.ts';
import { createDispatch, type Dispatch } from '../../src-main/app/calls/registrar.ts';
import type { CounterApp } from '../../src-main/app/counter/ports.ts';
import type { Clock } from '../../src-main/core/ports.ts';
import { err, ok } from '../../src-main/core/result.ts';
import { createHttpTransport } from '../../src-main/hosts/http-transport.ts';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { memorySealer } from '../../src-main/vault/memory-sealer.ts';
import { finalStates } from '../../src-shared/contract/codes.ts';
import { callNames } from '../../src-shared/contract/names.ts';
import { notices, type CallHandlers, type OrderView } from '../../src-shared/contract/schemas.ts';
import { check, done, StepOff } from './telling.ts';

/** The counter takes its pauses so much shorter: the clocks are the machine's own. */
export const shorterPauses = 10;

const quickClock: Clock = { ...systemClock, sleep: (ms, signal) => systemClock.sleep(ms / shorterPauses, signal) };

/** This ends what hangs, and no sale of a busy machine. */
const patienceMs = 120_000;

export interface TillPorts {
  readonly dataDirectory: string;
  /** Where reports are saved. */
  readonly reports: string;
}

/** The whole counter without a screen: its calls go the way of a page's. */
export class Till {
  readonly calls: CallHandlers;
  readonly #app: CounterApp;
  readonly #latest = new Map<string, OrderView>();

  private constructor(app: CounterApp, calls: CallHandlers) {
    this.#app = app;
    this.calls = calls;
    app.onNotice((notice, payload) => {
      if (notice === 'orderChanged') this.#note(notices.orderChanged.parse(payload));
    });
  }

  static async open({ dataDirectory, reports }: TillPorts): Promise<Till> {
    const sealer = memorySealer(systemRandomness);
    const app = await createCounterApp({
      host: 'electron',
      dataDirectory,
      clock: quickClock,
      randomness: systemRandomness,
      transport: createHttpTransport(),
      sealerFor: () => ok(sealer),
      clipboard: null,
      // No code gets onto paper here.
      printer: null,
      startSandbox: () => Promise.resolve(err({ code: 'sandbox_failed' })),
      version: '0.0.0',
      trainingOnly: false,
      reportBug: reportBug,
      saveFile: (name, content) => {
        writeFileSync(join(reports, name), content, { flag: 'wx' });
        return Promise.resolve(true);
      },
    });
    return new Till(app, callsThrough(createDispatch(app.handlers, reportBug)));
  }

  /** The order once it has its result; who waits for it too long asks the service. */
  async settled(operationId: string): Promise<OrderView> {
    const askedFromMs = performance.now();
    for (let tries = 1; performance.now() - askedFromMs < patienceMs; tries += 1) {
      const order = this.#latest.get(operationId);
      if (order !== undefined && finalStates.includes(order.state)) return this.read(operationId);
      check(order?.state !== 'attention', 'A sale needs a decision that nobody expected.');
      if (tries % 30 === 0) this.#note(done('Asking for a result', await this.calls.orders.resume({ operationId })));
      await sleep(10);
    }
    const { state = 'unheard', attempts = [] } = this.#latest.get(operationId) ?? {};
    const judged = attempts.map(({ judgement }) => judgement).join(', ');
    throw new StepOff(`A sale did not get its result: it is ${state} after ${judged}.`);
  }

  /** The order as soon as it is so. */
  async untilState(operationId: string, state: OrderView['state']): Promise<void> {
    const askedFromMs = performance.now();
    while (this.#latest.get(operationId)?.state !== state) {
      check(performance.now() - askedFromMs < patienceMs, `A sale did not come to be ${state}.`);
      await sleep(10);
    }
  }

  async read(operationId: string): Promise<OrderView> {
    return done('Reading a sale', await this.calls.orders.read({ operationId })).order;
  }

  /** Draws the codes of these orders as the page's frame would, and gives of how many cards. */
  async show(operationIds: string[]): Promise<number> {
    const shown = done('Showing codes', await this.calls.reveals.showSeveral({ operationIds }));
    check(shown.failed.length === 0, 'Codes did not come.');
    check(this.#app.page(shown.frame) !== null, 'The page with the codes was not drawn.');
    return shown.cards.length;
  }

  close(): Promise<void> {
    return this.#app.close();
  }

  #note(order: OrderView): void {
    this.#latest.set(order.operationId, order);
  }
}

function reportBug(error: unknown): void {
  process.stderr.write(`A bug in the counter: ${error instanceof Error ? error.name : 'unknown'}.\n`);
  process.exitCode = 1;
}

/** Every call by its name through `dispatch`, as the bridge of a page has them. */
function callsThrough(dispatch: Dispatch): CallHandlers {
  const calls: unknown = Object.fromEntries(
    Object.entries(callNames).map(([domain, names]) => [
      domain,
      Object.fromEntries(names.map((name) => [name, (input: unknown) => dispatch(domain, name, input)])),
    ]),
  );
  if (!areCalls(calls)) throw new Error('a call is missing');
  return calls;
}

function areCalls(value: unknown): value is CallHandlers {
  return typeof value === 'object' && value !== null && Object.keys(callNames).every((domain) => domain in value);
}
