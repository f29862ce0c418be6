import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { CounterWindow } from './pages/counter-window.ts';
import { enrolCounter, expectSound, readStory, sellTwo, times, wanted } from './pages/first-sale-story.ts';
import { oneBrowser } from './pages/one-browser.ts';
import { openWindow } from './pages/open-window.ts';
import { startTrainingHost } from './pages/training-host.ts';
import type { TrainingHost } from './pages/training-host.ts';
import { TrainingService } from './pages/training-service.ts';
import { languages, otherThan, wordsOf } from './pages/words.ts';

const browser = oneBrowser();

/** The built counter, a service process of its own and a real browser: nothing here is a double. */
describe.each(languages)('the training counter in the browser, in %s', (language) => {
  let host: TrainingHost;
  let counter: CounterWindow;

  beforeAll(async () => {
    host = await startTrainingHost();
    counter = await openWindow(browser(), host.address);
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
    const { sell, codes, page } = counter;
    await counter.go('sell');
    await sell.search(wanted[language].query);
    await sell.favour(wanted[language].card);
    await sell.search('');
    await page.keyboard.press('F2');
    const keystrokes = await keystrokesFrom(page);
    await page.keyboard.press('Alt+1');
    await sell.quantityField.waitFor();
    expect(await sell.chosenName()).toBe(wanted[language].card);
    await page.keyboard.press('Enter');
    await codes.waitFor();
    const heard = await keystrokes();
    expect(heard).toEqual(['AltLeft', 'Digit1', 'Enter']);
    expect(heard).toSatisfy((keys: readonly string[]) => keys.length <= 6);
    await codes.reveal();
    await codes.done();
  });

  it('keeps its place when the language is switched in the middle of a sale', async () => {
    const other = otherThan(language);
    const { sell } = counter;
    await counter.go('sell');
    await sell.search(wanted[language].query);
    await sell.pick(wanted[language].card);
    await sell.oneMore();
    const total = times((await sell.unitPrice()).amount, 2);
    await counter.speak(other);
    expect(await sell.chosenName()).toBe(wanted[other].card);
    expect([await sell.quantityField.inputValue(), await sell.searchField.inputValue()]).toEqual(['2', wanted[language].query]);
    expect((await sell.total()).amount).toBe(total);
    await expectSound(counter);
    await counter.speak(language);
    expect(await sell.chosenName()).toBe(wanted[language].card);
    await counter.button('sale.clear').click();
  });

  it.skipIf(!TrainingService.canBeFound)('lets a person decide about an order that the service denies under its number, and tells it as decided', async () => {
    const service = await host.service();
    await service.fault('idempotency_conflict', 'createPartnerOrder');
    await counter.go('sell');
    await counter.sell.pick();
    await counter.sell.buy();
    await counter.button('decision.open').click();
    await counter.text('decision.known').waitFor();
    expect(await counter.button('decision.resend.do').count()).toBe(0);
    await expectSound(counter);
    await counter.button('decision.accept-not-bought.do').click();
    await expectSound(counter);
    await counter.button('decision.back').click();
    await counter.orders.decide('accept-not-bought');
    const decided = counter.say('timeline.decided.accept-not-bought');
    await expect.poll(() => counter.orders.sentences()).toContain(decided);
    expect(await counter.text('decision.known').count()).toBe(0);
    expect(await service.sales(await counter.orders.operationId())).toBe(0);
    await expectSound(counter);
  });

  it.skipIf(!TrainingService.canBeFound)('sends an order again where a person decided so, and buys it once', async () => {
    const service = await host.service();
    await service.fault('another-orders-answer', 'createPartnerOrder', 1, { operationId: crypto.randomUUID() });
    await counter.go('sell');
    await counter.sell.pick();
    await counter.sell.buy();
    await counter.button('decision.open').click();
    await counter.orders.decide('resend');
    await counter.button('journal.openCodes').click();
    await counter.codes.reveal();
    await counter.codes.done();
    expect(await counter.orders.sentences()).toContain(counter.say('timeline.decided.resend'));
    expect(await service.sales(await counter.orders.operationId())).toBe(1);
  });

  it.skipIf(!TrainingService.canBeFound)('comes to the codes after a lost answer, bought once', async () => {
    const service = await host.service();
    await service.fault('drop-after-commit', 'createPartnerOrder');
    await counter.go('sell');
    await counter.sell.search('');
    await counter.sell.pick();
    await counter.sell.buy();
    await counter.codes.waitFor();
    await counter.codes.reveal();
    await counter.codes.done();
    await counter.go('orders');
    await counter.orders.open();
    const sentences = await counter.orders.sentences();
    expect(sentences).toContain(counter.say('timeline.noAnswer'));
    expect(sentences.filter((sentence) => sentence === counter.say('timeline.attempt.createPartnerOrder'))).toHaveLength(2);
    expect(await service.sales(await counter.orders.operationId())).toBe(1);
    await expectSound(counter);
  });

  it.skipIf(!TrainingService.canBeFound)('says that it is offline when the service is gone, sells nothing and still opens the journal', async () => {
    (await host.service()).kill();
    await counter.go('sell');
    await counter.button('catalogue.refresh').click();
    await counter.text('app.offline').waitFor();
    await counter.sell.pick();
    await counter.text('sale.offline').waitFor();
    expect(await counter.button('sale.buy').isDisabled()).toBe(true);
    await expectSound(counter);
    await counter.go('orders');
    await counter.orders.open(1);
    expect(await counter.orders.sentences()).toContain(counter.say('timeline.handedOver'));
    await counter.page.reload();
    await counter.text('app.offline').waitFor();
    await counter.go('orders');
    await counter.orders.open(0);
    expect(await counter.orders.sentences()).toContain(counter.say('timeline.handedOver'));
    await expectSound(counter);
  });
});

it('the words of both languages differ, so that a test in one cannot pass on the other', () => {
  const [en, ar] = languages.map((language) => wordsOf(language)('sale.buy'));
  expect(en).not.toBe(ar);
});

/** Every key that goes down from now on, as the page hears it. */
async function keystrokesFrom(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    window.addEventListener('keydown', ({ code }) => heard.push(code), { capture: true });
  });
  return () => page.evaluate((): unknown => Reflect.get(window, 'heard'));
}
