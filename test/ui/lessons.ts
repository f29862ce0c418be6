import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Language } from '../../src-shared/words/languages.ts';
import type { CounterWindow } from './pages/counter-window.ts';
import { enrolCounter } from './pages/first-sale-story.ts';
import { LessonsStory } from './pages/lessons-story.ts';
import { oneBrowser } from './pages/one-browser.ts';
import { openWindow } from './pages/open-window.ts';
import { startTrainingHost, type TrainingHost } from './pages/training-host.ts';
import { TrainingService } from './pages/training-service.ts';

/**
 * The built counter and its practice service, whose faults the lessons set. Each language has a file, so that they run
 * side by side.
 */
export function lessonsIn(language: Language): void {
  describe(`the lessons of the training, in ${language}`, () => {
    const browser = oneBrowser();
    let host: TrainingHost;
    let counter: CounterWindow;
    let lessons: LessonsStory;

    beforeAll(async () => {
      host = await startTrainingHost();
      counter = await openWindow(browser(), host.address);
      await enrolCounter(counter, language);
      lessons = new LessonsStory(counter, TrainingService.canBeFound ? await host.service() : null);
      await counter.go('sell');
      await counter.sell.waitForCards();
    });

    afterAll(async () => {
      await counter.close();
      await host.stop();
    });

    it('walk a new cashier through a normal sale', () => lessons.normal());
    it('through a slow one, which waits in the tray', () => lessons.slow());
    it('through a lost answer, bought once and shown again', () => lessons.lost());
    it('and through a refused one, after which the next sale is an ordinary one', () => lessons.refused());
    it('can be left at any time, and take their fault with them', () => lessons.left());
  });
}
