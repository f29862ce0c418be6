import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languageCodes } from '../../src-shared/words/languages.ts';
import type { CounterWindow } from './pages/counter-window.ts';
import { enrolCounter, readStory, sellTwo } from './pages/first-sale-story.ts';
import { oneBrowser } from './pages/one-browser.ts';
import { openWindow } from './pages/open-window.ts';
import { startTrainingHost, type TrainingHost } from './pages/training-host.ts';
import { TrainingService } from './pages/training-service.ts';
import { TrainingStory } from './pages/training-story.ts';
import { wordsOf } from './pages/words.ts';

const browser = oneBrowser();

/** The built counter, a service process of its own and a real browser: nothing here is a double. */
describe.each(languageCodes)('the training counter in the browser, in %s', (language) => {
  let host: TrainingHost;
  let counter: CounterWindow;
  let story: TrainingStory;

  beforeAll(async () => {
    host = await startTrainingHost();
    counter = await openWindow(browser(), host.address);
    story = new TrainingStory(counter);
    await enrolCounter(counter, language);
  });

  afterAll(async () => {
    await counter.close();
    await host.stop();
  });

  it('enrols, sells two cards at the exact total, shows their codes only when asked and tells the story', async () => {
    await counter.go('counter');
    await counter.enrolment.startSelling();
    await sellTwo(counter);
    await readStory(counter);
  });

  it('sells a favourite by keyboard in at most six keystrokes, from the idle screen to the codes', async () => {
    const keystrokes = await story.favourite();
    expect(keystrokes).toEqual(['AltLeft', 'Digit1', 'Enter']);
    expect(keystrokes.length).toBeLessThanOrEqual(6);
  });

  it('sells five cards of three kinds in at most 20 presses, from the idle screen to handed over', async () => {
    expect(await story.basket()).toBeLessThanOrEqual(20);
  });

  it('keeps its place when the language is switched in the middle of a sale', () => story.otherLanguage());

  it.skipIf(!TrainingService.canBeFound)(
    'lets a person decide about an order that the service denies under its number, and tells it as decided',
    async () => {
      await story.decidedNotBought(await host.service());
    },
  );

  it.skipIf(!TrainingService.canBeFound)(
    'sends an order again where a person decided so, and buys it once',
    async () => {
      await story.decidedToResend(await host.service());
    },
  );

  it.skipIf(!TrainingService.canBeFound)('comes to the codes after a lost answer, bought once', async () => {
    await story.lostAnswer(await host.service());
  });

  it.skipIf(!TrainingService.canBeFound)(
    'says that it is offline when the service is gone, sells nothing and still opens the journal',
    async () => {
      await story.offline(await host.service());
    },
  );
});

it('the words of the languages differ, so that a test in one cannot pass on another', () => {
  const said = languageCodes.map((language) => wordsOf(language)('sale.buy'));
  expect(new Set(said).size).toBe(said.length);
});
