import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { languages } from '../../src-shared/words/languages.ts';
import { within } from '../support/within.ts';
import { CounterWindow } from '../ui/pages/counter-window.ts';
import { enrolCounter, wanted } from '../ui/pages/first-sale-story.ts';
import { whyNoElectron } from './electron-runtime.ts';
import { startCounter } from './running-counter.ts';

const obstacle = whyNoElectron();
const because = obstacle === null ? '' : ` (${obstacle})`;

describe.skipIf(obstacle !== null)(`a counter that the system ends, in Electron${because}`, () => {
  it.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)(
    'asks nobody about codes that nobody has, and ends in order at %s',
    async (signal) => {
      const running = await startCounter();
      try {
        const counter = new CounterWindow(running.page);
        await enrolCounter(counter, 'en');
        await counter.enrolment.startSelling();
        await counter.sell.waitForCards();
        await counter.sell.pick(wanted[languages.en.service].card);
        await counter.sell.buy();
        await counter.codes.waitFor();
        const exit = once(running.app.process(), 'exit');
        running.app.process().kill(signal);
        expect(await within('The end of the counter', exit)).toEqual([0, null]);
      } finally {
        await running.stop();
      }
    },
  );
});
