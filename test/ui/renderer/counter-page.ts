import type { FrameLocator, Locator, Page } from 'playwright';
import type { NoticeName } from '../../../src-shared/contract/names.ts';
import type { OrderView, StartView } from '../../../src-shared/contract/schemas.ts';
import type { Language } from '../../../src-shared/words/languages.ts';
import { pageMessages, type MessageKey } from '../../../src-shared/words/page-messages.ts';
import { axeFindings, type AxeRules } from '../../support/axe.ts';
import { wordsOf, type Say } from '../pages/words.ts';
import type { DoubleOptions } from './double-world.ts';
import { axeFile } from './site.ts';

/** Main may tell the time in a sentence; a test looks for the words around it. */
const beforeValues = (message: string): string => message.split('{')[0]?.trim() ?? '';

/** One counter in a window, driven in the words of its language. */
export class CounterPage {
  readonly page: Page;
  readonly language: Language;
  /** Ends what was set up for this counter, so that the window can have another. */
  readonly leave: () => Promise<void>;
  readonly #violations: string[];

  constructor(page: Page, language: Language, violations: string[], leave: () => Promise<void>) {
    this.page = page;
    this.language = language;
    this.leave = leave;
    this.#violations = violations;
  }

  /** With its values as on the screen; without them as far as the first of them. */
  words(key: MessageKey, values?: Parameters<Say>[1]): string {
    return values === undefined ? beforeValues(pageMessages[this.language][key]) : wordsOf(this.language)(key, values);
  }

  button(key: MessageKey, values?: Parameters<Say>[1]): Locator {
    return this.page.getByRole('button', { name: this.words(key, values), exact: true });
  }

  /** What opens a question and what confirms it may have one name. */
  inQuestion(key: MessageKey): Locator {
    return this.page.getByRole('alertdialog').getByRole('button', { name: this.words(key), exact: true });
  }

  /** Cards of one section of the selling screen, as far as they are made. */
  cards(section: 'favourites' | 'recent' | 'ready' = 'ready'): Locator {
    return this.page.getByRole('grid', { name: this.words(`catalogue.${section}`), exact: true }).getByRole('row');
  }

  area(key: MessageKey): Locator {
    return this.page.getByRole('navigation').getByRole('button', { name: this.words(key), exact: true });
  }

  /** What stands in the frame of the codes. */
  get codes(): FrameLocator {
    return this.page.frameLocator('.codes-frame');
  }

  /** What stands in the frame of a receipt. */
  get receipt(): FrameLocator {
    return this.page.frameLocator('.receipt-frame');
  }

  text(key: MessageKey): Locator {
    return this.page.getByText(this.words(key)).first();
  }

  /** At a person's pace: six keys that come faster are a scanner's. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text, { delay: 60 });
  }

  made(call: string): Promise<unknown[]> {
    return this.page.evaluate(
      (name) => window.double.made.filter((each) => each.call === name).map(({ input }) => input),
      call,
    );
  }

  set(options: DoubleOptions): Promise<void> {
    return this.page.evaluate((next) => window.double.set(next), options);
  }

  /** The answers come that the double holds. */
  letGo(): Promise<void> {
    return this.page.evaluate(() => window.double.letGo());
  }

  notify(notice: NoticeName, payload: unknown): Promise<void> {
    return this.page.evaluate(([name, value]) => window.double.notify(name, value), [notice, payload] as const);
  }

  settle(operationId: string, part: Partial<OrderView>): Promise<void> {
    return this.page.evaluate(([id, change]) => window.double.settle(id, change), [operationId, part] as const);
  }

  addOrder(order: OrderView): Promise<void> {
    return this.page.evaluate((added) => window.double.add(added), order);
  }

  doubt(copyStatus: NonNullable<StartView['copyStatus']>): Promise<void> {
    return this.page.evaluate((cause) => window.double.doubt(cause), copyStatus);
  }

  /**
   * From now on the time of the page stands still but for what `clock.runFor` moves. A window whose clock was held is
   * no other counter's.
   */
  async holdClock(): Promise<void> {
    const { clock } = this.page;
    await clock.install();
    // A clock can only be held at a time to come, and it goes until then.
    await clock.pauseAt((await this.page.evaluate(() => Date.now())) + 60_000);
  }

  /** What a finger could miss: less than 44 pixels in either direction. */
  smallTargets(): Promise<string[]> {
    return this.page.evaluate(() =>
      [
        ...document.querySelectorAll(
          'button:not([aria-label="Dismiss"], [aria-label="تجاهل"]), [role="option"], [role="row"], input:not([type="checkbox"]):not([type="file"])',
        ),
      ]
        .filter((target) => target.checkVisibility({ visibilityProperty: true }))
        // One for screen readers alone is in a box of one point, which cuts it off.
        .filter((target) => (target.parentElement?.getBoundingClientRect().width ?? 0) > 1)
        .map((target) => ({ box: target.getBoundingClientRect(), name: target.outerHTML.slice(0, 120) }))
        .filter(({ box }) => box.width > 1 && (box.height < 43.5 || box.width < 43.5))
        .map(({ name }) => name),
    );
  }

  /** What can only be seen by scrolling sideways, or not at all. */
  cutOff(): Promise<string[]> {
    return this.page.evaluate(() => {
      const scrolls = (element: Element): boolean => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
      const all = [...document.querySelectorAll('body *')].filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          element.closest('.visually-hidden, [aria-hidden="true"]') === null,
      );
      const sideways = all.filter((element) => scrolls(element) && element.scrollWidth > element.clientWidth + 1);
      const beyond = all.filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 1 && (left < -1 || right > innerWidth + 1);
      });
      return [...sideways, ...beyond].map((element) => element.outerHTML.slice(0, 120));
    });
  }

  /** Names that several items of one choice have: nobody could tell which is which. */
  sameNames(): Promise<string[]> {
    return this.page.evaluate(() =>
      [...document.querySelectorAll('select')].flatMap((choice) => {
        const names = [...choice.options].map((item) => item.text.trim());
        return names.filter((name, index) => name !== '' && names.indexOf(name) !== index);
      }),
    );
  }

  /** Badges of the tray that do not say how a sale stands to the end. */
  cutBadges(): Promise<string[]> {
    return this.page
      .locator('.tray .badge')
      .evaluateAll((all) =>
        all.filter((badge) => badge.scrollWidth > badge.clientWidth).map(({ textContent }) => textContent),
      );
  }

  /**
   * Whether the keyboard still knows where it is. What goes away gives the focus back some frames later: it must not
   * stay lost.
   */
  hasFocus(): Promise<boolean> {
    return this.page
      .waitForFunction(() => document.activeElement !== null && document.activeElement !== document.body)
      .then(
        () => true,
        () => false,
      );
  }

  /** What axe finds, as rule and place. */
  async axe(rules?: AxeRules): Promise<string[]> {
    await this.page.evaluate(loadedOnce, `/${axeFile}`);
    return axeFindings(this.page, rules);
  }

  /** What went wrong on the page: errors, and everything its policy had to stop. */
  get violations(): readonly string[] {
    return this.#violations;
  }

  /** Those so far, where a test is about them. */
  takeViolations(): readonly string[] {
    return this.#violations.splice(0);
  }

  /** The names of all that it has left in the browser. */
  left(): Promise<string[]> {
    return this.page.evaluate(async () => [
      ...Object.keys(localStorage),
      ...Object.keys(sessionStorage),
      ...(await indexedDB.databases()).map(({ name }) => String(name)),
      ...document.cookie.split(';').filter((each) => each !== ''),
    ]);
  }
}

/** A script of the site that its browser has compiled, in a page that does not have it yet and keeps no trace of it. */
function loadedOnce(source: string): Promise<void> | undefined {
  if ('axe' in window) return undefined;
  return new Promise((resolve, reject) => {
    const tag = Object.assign(document.createElement('script'), { src: source });
    tag.addEventListener('load', () => resolve());
    tag.addEventListener('error', () => reject(new Error(`no ${source}`)));
    document.head.append(tag);
    tag.remove();
  });
}
