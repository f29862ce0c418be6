import type { ElectronApplication } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Language } from '../../src-shared/words/languages.ts';
import { CounterWindow } from '../ui/pages/counter-window.ts';
import { enrolCounter, readStory, sellTwo } from '../ui/pages/first-sale-story.ts';
import { TrainingService } from '../ui/pages/training-service.ts';
import { TrainingStory } from '../ui/pages/training-story.ts';
import { whyNoElectron } from './electron-runtime.ts';
import { startCounter, type RunningCounter } from './running-counter.ts';

const obstacle = whyNoElectron();
const because = obstacle === null ? '' : ` (${obstacle})`;

/**
 * The days of a training counter in one language; each has a file, so that they run side by side: their time is what a
 * service takes.
 */
export function trainingIn(language: Language): void {
  describe.skipIf(obstacle !== null)(`the counter in Electron, in ${language}${because}`, () => {
    let running: RunningCounter;
    let counter: CounterWindow;
    let story: TrainingStory;
    beforeAll(async () => {
      running = await startCounter();
      counter = new CounterWindow(running.page);
      story = new TrainingStory(counter);
    });
    afterAll(() => running.stop());
    const service = (): Promise<TrainingService> => TrainingService.of(running.app.process().pid ?? 0);

    it('enrols, sells two cards at the exact total, shows their codes only when asked and tells the story, with no request of a page', async () => {
      const requests = await watchRequests(running.app);
      await enrolCounter(counter, language);
      await counter.enrolment.startSelling();
      await sellTwo(counter);
      await readStory(counter);
      for (const area of ['owned', 'counter'] as const) await counter.go(area);
      await counter.button('diagnosis.open').click();
      await counter.text('diagnosis.allAgree').waitFor();
      await running.page.reload();
      await counter.text('app.training.says').waitFor();
      const made = await requests();
      expect(made.length).toBeGreaterThan(0);
      expect(made.filter((each) => !each.startsWith('completed app://counterfoil/'))).toEqual([]);
    });

    it('sells a favourite by keyboard in three keystrokes', async () => {
      expect(await story.favourite()).toEqual(['AltLeft', 'Digit1', 'Enter']);
    });

    it('keeps its place when the language is switched in the middle of a sale', () => story.otherLanguage());

    it.skipIf(!TrainingService.canBeFound)(
      'lets a person decide about an order that the service denies under its number',
      async () => {
        await story.decidedNotBought(await service());
      },
    );

    it.skipIf(!TrainingService.canBeFound)(
      'sends an order again where a person decided so, and buys it once',
      async () => {
        await story.decidedToResend(await service());
      },
    );

    it.skipIf(!TrainingService.canBeFound)('comes to the codes after a lost answer, bought once', async () => {
      await story.lostAnswer(await service());
    });

    it.skipIf(!TrainingService.canBeFound)(
      'sells nothing when the service is gone, and still opens the journal',
      async () => {
        await story.offline(await service());
      },
    );
  });
}

/** Every request of every session from now on, with what became of it: main's own record, which no page can evade. */
async function watchRequests(app: ElectronApplication): Promise<() => Promise<readonly string[]>> {
  await app.evaluate(({ session }) => {
    const made: string[] = [];
    Object.assign(globalThis, { made });
    for (const each of [session.fromPartition('counter'), session.defaultSession]) {
      each.webRequest.onCompleted(({ url }) => {
        made.push(`completed ${url}`);
      });
      each.webRequest.onErrorOccurred(({ url }) => {
        made.push(`stopped ${url}`);
      });
    }
  });
  return () => app.evaluate(() => Reflect.get(globalThis, 'made') as string[]);
}
