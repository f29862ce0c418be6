import type { ConsoleMessage, Locator, Page } from 'playwright';
import { languageOfLocale, languages, type Language } from '../../../src-shared/words/languages.ts';
import type { MessageKey } from '../../../src-shared/words/page-messages.ts';
import { axeFindings } from '../../support/axe.ts';
import { CodesSheet } from './codes-sheet.ts';
import { DiagnosisPage } from './diagnosis-page.ts';
import { EnrolmentPage } from './enrolment-page.ts';
import { FirstRunPage } from './first-run-page.ts';
import { OrdersPage } from './orders-page.ts';
import { SellPage } from './sell-page.ts';
import { languageAfter, wordsOf, type Say } from './words.ts';

export type Area = 'sell' | 'orders' | 'day' | 'owned' | 'counter';

/** One window of the counter in whichever host shows it, driven in the words of its language. */
export class CounterWindow {
  readonly page: Page;
  readonly firstRun: FirstRunPage;
  readonly enrolment: EnrolmentPage;
  readonly sell: SellPage;
  readonly codes: CodesSheet;
  readonly orders: OrdersPage;
  readonly diagnosis: DiagnosisPage;
  readonly #complaints: string[] = [];
  #language: Language = 'en';

  constructor(page: Page) {
    this.page = page;
    this.firstRun = new FirstRunPage(this);
    this.enrolment = new EnrolmentPage(this);
    this.sell = new SellPage(this);
    this.codes = new CodesSheet(this);
    this.orders = new OrdersPage(this);
    this.diagnosis = new DiagnosisPage(this);
    page.on('pageerror', (error) => this.#complaints.push(error.message));
    page.on('console', (message) => this.#listen(message));
  }

  get language(): Language {
    return this.#language;
  }

  get say(): Say {
    return wordsOf(this.#language);
  }

  /** Everything that went wrong in the page: errors, and what its policy had to stop. */
  get complaints(): readonly string[] {
    return this.#complaints;
  }

  button(key: MessageKey, values?: Parameters<Say>[1]): Locator {
    return this.page.getByRole('button', { name: this.say(key, values), exact: true });
  }

  /** What opens a question and what confirms it may have one name. */
  inQuestion(key: MessageKey): Locator {
    return this.page.getByRole('alertdialog').getByRole('button', { name: this.say(key), exact: true });
  }

  text(key: MessageKey, values?: Parameters<Say>[1]): Locator {
    return this.page.getByText(this.say(key, values), { exact: true }).first();
  }

  async go(area: Area): Promise<void> {
    await this.page
      .getByRole('navigation')
      .getByRole('button', { name: this.say(`nav.${area}`), exact: true })
      .click();
  }

  /** Makes sure of the language, by the switch that a person would use. */
  async speak(language: Language): Promise<void> {
    let shown = languageOfLocale(await this.page.evaluate(() => document.documentElement.lang));
    while (shown !== language) {
      shown = languageAfter(shown);
      await this.page.getByRole('button', { name: languages[shown].endonym, exact: true }).click();
      await this.page.locator(`html[lang="${shown}"]`).waitFor({ state: 'attached' });
    }
    this.#language = language;
  }

  /** Closes the window, and with it all that its page kept. */
  async close(): Promise<void> {
    await this.page.context().close();
  }

  /** Language and direction as the page declares and as it is laid out. */
  direction(): Promise<{ readonly lang: string; readonly dir: string; readonly laidOut: string }> {
    return this.page.evaluate(() => {
      const { lang, dir } = document.documentElement;
      return { lang, dir, laidOut: getComputedStyle(document.body).direction };
    });
  }

  /** What axe finds, as rule and place. */
  axe(): Promise<string[]> {
    return axeFindings(this.page);
  }

  #listen(message: ConsoleMessage): void {
    if (message.type() === 'error') this.#complaints.push(message.text());
  }
}
