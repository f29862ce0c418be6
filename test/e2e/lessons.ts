import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Language } from '../../src-shared/words/languages.ts';
import { CounterWindow } from '../ui/pages/counter-window.ts';
import { enrolCounter } from '../ui/pages/first-sale-story.ts';
import { LessonsStory } from '../ui/pages/lessons-story.ts';
import { TrainingService } from '../ui/pages/training-service.ts';
import { whyNoElectron } from './electron-runtime.ts';
import { startCounter, type RunningCounter } from './running-counter.ts';

const obstacle = whyNoElectron();
const because = obstacle === null ? '' : ` (${obstacle})`;

/** The lessons in one language; each has a file, so that they run side by side: their time is what a service takes. */
export function lessonsIn(language: Language): void {
  describe.skipIf(obstacle !== null)(`the lessons in Electron, in ${language}${because}`, () => {
    let running: RunningCounter;
    let lessons: LessonsStory;
    beforeAll(async () => {
      running = await startCounter();
      const counter = new CounterWindow(running.page);
      await enrolCounter(counter, language);
      lessons = new LessonsStory(
        counter,
        TrainingService.canBeFound ? await TrainingService.of(running.app.process().pid ?? 0) : null,
      );
      await counter.go('sell');
      await counter.sell.waitForCards();
    });
    afterAll(() => running.stop());

    it('walk through a normal sale, from the card to the customer', () => lessons.normal());
    it('through a slow one, which waits in the tray', () => lessons.slow());
    it('through a lost answer, bought once and shown again', () => lessons.lost());
    it('through a refused one, and back to an ordinary one', () => lessons.refused());
  });
}
