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

/** What Windows does, the window says here. */
async function end({ app }: RunningCounter, word: NodeJS.Signals | 'the end of a session of Windows'): Promise<void> {
  if (word !== 'the end of a session of Windows') {
    app.process().kill(word);
    return;
  }
  await app.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) setImmediate(() => window.emit('session-end'));
  });
}

describe.skipIf(obstacle !== null)(`a counter that the system ends, in Electron${because}`, () => {
  it.each(['SIGTERM', 'SIGHUP', 'SIGINT', 'the end of a session of Windows'] as const)(
    'asks nobody about codes that nobody has, and ends in order at %s',
    async (word) => {
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
        await end(running, word);
        expect(await within('The end of the counter', exit)).toEqual([0, null]);
      } finally {
        await running.stop();
      }
    },
  );
});
