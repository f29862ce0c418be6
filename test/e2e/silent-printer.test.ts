import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { languages } from '../../src-shared/words/languages.ts';
import { within } from '../support/within.ts';
import { CounterWindow } from '../ui/pages/counter-window.ts';
import { enrolCounter, wanted } from '../ui/pages/first-sale-story.ts';
import { whyNoElectron } from './electron-runtime.ts';
import { startCounter, type RunningCounter } from './running-counter.ts';

const obstacle = whyNoElectron();
const because = obstacle === null ? '' : ` (${obstacle})`;

async function sold(running: RunningCounter): Promise<void> {
  const counter = new CounterWindow(running.page);
  await enrolCounter(counter, 'en');
  await counter.enrolment.startSelling();
  await counter.sell.waitForCards();
  await counter.sell.pick(wanted[languages.en.service].card);
  await counter.sell.buy();
  await counter.codes.waitFor();
}

/** A printer that takes each job and never says a word. Where `isOver`, the longest wait for that word ends then. */
function silence({ app }: RunningCounter, how: { readonly isOver: boolean }): Promise<void> {
  return app.evaluate(({ app: electron }, { isOver }) => {
    const jobs: string[] = [];
    const waits: (() => void)[] = [];
    const later = globalThis.setTimeout;
    const noted = (work: () => void, ms?: number): unknown => {
      if (ms === 60_000) waits.push(work);
      return later(work, ms);
    };
    Object.assign(globalThis, { jobs, setTimeout: noted });
    electron.on('web-contents-created', (_event, contents) => {
      contents.print = (options) => {
        jobs.push(options?.deviceName ?? '');
        if (isOver) waits.at(-1)?.();
      };
    });
  }, how);
}

const jobsOf = ({ app }: RunningCounter): Promise<string[]> =>
  app.evaluate(() => Reflect.get(globalThis, 'jobs') as string[]);

describe.skipIf(obstacle !== null)(`a printer that says nothing, in Electron${because}`, () => {
  it('keeps the counter from ending no longer than any other', async () => {
    const running = await startCounter();
    try {
      await sold(running);
      await silence(running, { isOver: false });
      const counter = new CounterWindow(running.page);
      await counter.button('receipt.print').click();
      await counter.button('receipt.send').click();
      await expect.poll(() => jobsOf(running)).toHaveLength(1);
      const exit = once(running.app.process(), 'exit');
      running.app.process().kill('SIGTERM');
      expect(await within('The end of the counter', exit)).toEqual([0, null]);
    } finally {
      await running.stop();
    }
  });

  it('is given up in time: the person says what came out, and the next receipt is printed', async () => {
    const running = await startCounter();
    try {
      await sold(running);
      await silence(running, { isOver: true });
      const printed = await running.page.evaluate(async () => {
        const bridge = window.counter;
        await bridge?.preferences.change({ printerName: 'Counter 1' });
        const orders = await bridge?.orders.list({ show: 'all' });
        const operationId = orders?.ok === true ? (orders.value.items[0]?.operationId ?? '') : '';
        const receipt = { operationIds: [operationId], language: 'en' as const, withCodes: false };
        const first = await bridge?.receipts.print(receipt);
        const second = await bridge?.receipts.print({ ...receipt, reason: 'not-printed' });
        const after = await bridge?.orders.read({ operationId });
        return [first?.ok, second?.ok, after?.ok === true && after.value.order.prints.unanswered !== undefined];
      });
      expect(printed).toEqual([true, true, true]);
      expect(await jobsOf(running)).toEqual(['Counter 1', 'Counter 1']);
    } finally {
      await running.stop();
    }
  });
});
