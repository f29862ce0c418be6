import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { CounterWindow } from './pages/counter-window.ts';
import { enrolCounter, expectSound } from './pages/first-sale-story.ts';
import { LessonsPage } from './pages/lessons-page.ts';
import { oneBrowser } from './pages/one-browser.ts';
import { openWindow } from './pages/open-window.ts';
import { startTrainingHost } from './pages/training-host.ts';
import type { TrainingHost } from './pages/training-host.ts';
import { languages } from './pages/words.ts';

const browser = oneBrowser();

/** The built counter and its practice service: the lessons set its faults, and nothing here does. */
describe.each(languages)('the lessons of the training, in %s', (language) => {
  let host: TrainingHost;
  let counter: CounterWindow;
  let lessons: LessonsPage;

  beforeAll(async () => {
    host = await startTrainingHost();
    counter = await openWindow(browser(), host.address);
    counter.page.setDefaultTimeout(40_000);
    lessons = new LessonsPage(counter);
    await enrolCounter(counter, language);
    await counter.go('sell');
    await counter.sell.waitForCards();
  });

  afterAll(async () => {
    await counter.close();
    await host.stop();
  });

  async function buy(): Promise<void> {
    await counter.sell.pick();
    await counter.sell.buy();
  }

  async function handOver(): Promise<void> {
    await counter.codes.waitFor();
    await counter.codes.reveal();
    await counter.codes.done();
  }

  it('walk a new cashier through a normal sale', async () => {
    await lessons.begin('normal');
    await lessons.isAt('lesson.normal.choose');
    await expectSound(counter);
    await counter.sell.pick();
    await lessons.isAt('lesson.normal.buy');
    await counter.sell.buy();
    await counter.codes.waitFor();
    await lessons.isAt('lesson.normal.codes');
    await counter.codes.reveal();
    await lessons.isAt('lesson.normal.handOver');
    await counter.codes.done();
    await lessons.isAt('lesson.normal.learned');
    await expectSound(counter);
  });

  it('through a slow one, which waits in the tray', async () => {
    await lessons.strip.getByRole('button', { name: counter.say('lesson.next', { title: counter.say('lesson.slow.title') }) }).click();
    await lessons.isAt('lesson.slow.buy');
    await buy();
    await counter.text('state.accepted.says').waitFor();
    await lessons.isAt('lesson.slow.next');
    await counter.sell.nextCustomer();
    await lessons.isAt('lesson.slow.tray');
    await counter.page.getByRole('region', { name: counter.say('tray.title') }).getByRole('button').filter({ hasText: counter.say('tray.codesReady') }).click();
    await handOver();
    await lessons.isAt('lesson.slow.learned');
    await lessons.close();
  });

  it('through a lost answer, bought once and shown again', async () => {
    await lessons.begin('lost');
    await lessons.isAt('lesson.lost.buy');
    await buy();
    await counter.text('state.unknown.says').waitFor();
    await lessons.isAt('lesson.lost.checking');
    await counter.codes.waitFor();
    await lessons.isAt('lesson.lost.codes');
    await handOver();
    await lessons.isAt('lesson.lost.learned');
    await lessons.close();
  });

  it('and through a refused one, after which the next sale is an ordinary one', async () => {
    await lessons.begin('refused');
    await lessons.isAt('lesson.refused.buy');
    await buy();
    await counter.text('failure.card_unavailable.says').waitFor();
    await lessons.isAt('lesson.refused.again');
    await counter.button('sale.watch.again').click();
    await lessons.isAt('lesson.refused.learned');
    await lessons.close();
    await buy();
    await handOver();
    await expectSound(counter);
  });

  it('can be left at any time, and take their fault with them', async () => {
    await lessons.begin('refused');
    await lessons.isAt('lesson.refused.buy');
    await lessons.leave();
    await buy();
    await handOver();
    expect(counter.complaints).toEqual([]);
  });
});
