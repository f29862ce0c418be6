import type { Page } from 'playwright';
import { expect } from 'vitest';
import { languages, type ServiceLanguage } from '../../../src-shared/words/languages.ts';
import type { MessageKey } from '../../../src-shared/words/page-messages.ts';
import { until } from '../../support/until.ts';
import type { CounterWindow } from './counter-window.ts';
import { expectSound, times, wanted } from './first-sale-story.ts';
import type { TrainingService } from './training-service.ts';
import { languageAfter } from './words.ts';

/**
 * What the days of a training counter bring after its first sale, on the real practice service of whichever host shows
 * it.
 */
export class TrainingStory {
  readonly #counter: CounterWindow;

  constructor(counter: CounterWindow) {
    this.#counter = counter;
  }

  /** A favourite, from the idle screen to its codes by the keyboard. Gives every key that went down. */
  async favourite(): Promise<readonly string[]> {
    const { sell, codes, page, language } = this.#counter;
    await this.#counter.go('sell');
    await sell.search(wanted[languages[language].service].query);
    await sell.favour(wanted[languages[language].service].card);
    await sell.search('');
    await page.keyboard.press('F2');
    const keystrokes = await keystrokesFrom(page);
    await page.keyboard.press('Alt+1');
    await sell.quantityField.waitFor();
    expect(await sell.chosenName()).toBe(wanted[languages[language].service].card);
    await page.keyboard.press('Enter');
    await codes.waitFor();
    const heard = await keystrokes();
    await codes.reveal();
    await codes.done();
    return heard;
  }

  /** Five cards of three kinds, from the idle screen to handed over by the keyboard. Gives how many presses it took. */
  async basket(): Promise<number> {
    const { sell, page, language, codes } = this.#counter;
    await this.#counter.go('sell');
    await sell.search('');
    await page.keyboard.press('F2');
    let presses = 0;
    const press = async (key: string): Promise<void> => {
      presses += 1;
      await page.keyboard.press(key);
    };
    for (const [query, cards] of threeKinds[languages[language].service]) {
      // At a person's pace: six keys that come faster are a scanner's.
      await page.keyboard.type(query, { delay: 60 });
      presses += query.length;
      await press('Enter');
      await sell.quantityField.waitFor();
      if (cards > 1) await press(String(cards));
      if (cards > 1) await press('Equal');
    }
    await press('Enter');
    await this.#counter.button('codes.revealAll').waitFor();
    expect(await codes.masked()).toBe(10);
    await press('Enter');
    await this.#counter.button('codes.hide').waitFor();
    const handOver = this.#counter.button('codes.done');
    await expect.poll(() => handOver.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(new Set(await codes.shown()).size).toBe(10);
    await press('Enter');
    await this.#counter.text('sale.empty').waitFor();
    return presses;
  }

  /** The other language and back, in the middle of a sale. */
  async otherLanguage(): Promise<void> {
    const { sell, language } = this.#counter;
    const other = languageAfter(language);
    await this.#counter.go('sell');
    await sell.search(wanted[languages[language].service].query);
    await sell.pick(wanted[languages[language].service].card);
    await sell.oneMore();
    const total = times((await sell.unitPrice()).amount, 2);
    await this.#counter.speak(other);
    expect(await sell.chosenName()).toBe(wanted[languages[other].service].card);
    expect([await sell.quantityField.inputValue(), await sell.searchField.inputValue()]).toEqual([
      '2',
      wanted[languages[language].service].query,
    ]);
    expect((await sell.total()).amount).toBe(total);
    await expectSound(this.#counter);
    await this.#counter.speak(language);
    expect(await sell.chosenName()).toBe(wanted[languages[language].service].card);
    await this.#counter.button('sale.clear').click();
    await sell.search('');
  }

  /** An order that the service denies under its own number: a person says that it was not bought. */
  async decidedNotBought(service: TrainingService): Promise<void> {
    const counter = this.#counter;
    await service.fault('idempotency_conflict', 'createPartnerOrder');
    await this.#buyAny();
    await counter.button('decision.open').click();
    await counter.text('decision.known').waitFor();
    expect(await counter.button('decision.resend.do').count()).toBe(0);
    await expectSound(counter);
    await counter.button('decision.accept-not-bought.do').click();
    await expectSound(counter);
    await counter.button('decision.back').click();
    await counter.orders.decide('accept-not-bought');
    await expect.poll(() => counter.orders.sentences()).toContain(counter.say('timeline.decided.accept-not-bought'));
    expect(await counter.text('decision.known').count()).toBe(0);
    expect(await service.sales(await counter.orders.operationId())).toBe(0);
    await expectSound(counter);
  }

  /** An order that was answered with another's: a person has it sent again, and it is bought once. */
  async decidedToResend(service: TrainingService): Promise<void> {
    const counter = this.#counter;
    await service.fault('another-orders-answer', 'createPartnerOrder', 1, { operationId: crypto.randomUUID() });
    await this.#buyAny();
    await counter.button('decision.open').click();
    await counter.orders.decide('resend');
    await counter.button('journal.openCodes').click();
    await counter.codes.reveal();
    await counter.codes.done();
    await expect.poll(() => counter.orders.sentences()).toContain(counter.say('timeline.decided.resend'));
    expect(await service.sales(await counter.orders.operationId())).toBe(1);
  }

  /** A sale whose answer is lost on the way comes to its codes, bought once. */
  async lostAnswer(service: TrainingService): Promise<void> {
    const counter = this.#counter;
    await service.fault('drop-after-commit', 'createPartnerOrder');
    await this.#buyAny();
    await counter.codes.waitFor();
    await counter.codes.reveal();
    await counter.codes.done();
    await counter.go('orders');
    const sentences = await this.#newest('timeline.noAnswer');
    expect(
      sentences.filter((sentence) => sentence === counter.say('timeline.attempt.createPartnerOrder')),
    ).toHaveLength(2);
    expect(await service.sales(await counter.orders.operationId())).toBe(1);
    await expectSound(counter);
  }

  /** The service is gone: nothing is sold, and the journal still opens, after another start of the page too. */
  async offline(service: TrainingService): Promise<void> {
    const counter = this.#counter;
    service.kill();
    await counter.go('sell');
    await counter.button('catalogue.refresh').click();
    await counter.text('app.offline').waitFor();
    await counter.sell.pick();
    await counter.text('sale.offline').waitFor();
    expect(await counter.button('sale.buy').isDisabled()).toBe(true);
    await expectSound(counter);
    await this.#journalIsRead();
    await counter.page.reload();
    await counter.text('app.offline').waitFor();
    await this.#journalIsRead();
    await expectSound(counter);
  }

  async #journalIsRead(): Promise<void> {
    await this.#counter.go('orders');
    await this.#newest('timeline.handedOver');
  }

  /** The story of the newest order, which says this; the list and the story of before stay until they are read anew. */
  async #newest(says: MessageKey): Promise<readonly string[]> {
    const { orders, say } = this.#counter;
    let sentences: readonly string[] = [];
    await until(`The order that says ${says}`, async () => {
      await orders.open();
      sentences = await orders.sentences();
      return sentences.includes(say(says));
    });
    return sentences;
  }

  async #buyAny(): Promise<void> {
    await this.#counter.go('sell');
    await this.#counter.sell.pick();
    await this.#counter.sell.buy();
  }
}

/** What is typed for each kind, and how many of it the customer wants; a single one needs no quantity. */
const threeKinds: Record<ServiceLanguage, readonly (readonly [query: string, cards: number])[]> = {
  en: [
    ['ste', 2],
    ['xbo', 2],
    ['net', 1],
  ],
  ar: [
    ['ستي', 2],
    ['إكس', 2],
    ['نتف', 1],
  ],
};

/** Every key that goes down from now on, as the page hears it. */
async function keystrokesFrom(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    window.addEventListener('keydown', ({ code }) => heard.push(code), { capture: true });
  });
  return () => page.evaluate(() => Reflect.get(window, 'heard') as string[]);
}
