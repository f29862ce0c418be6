import type { Locator } from 'playwright';
import type { CounterWindow } from './counter-window.ts';

/** The sheet with the codes of one order. */
export class CodesSheet {
  readonly #counter: CounterWindow;

  constructor(counter: CounterWindow) {
    this.#counter = counter;
  }

  get sheet(): Locator {
    return this.#counter.page.getByRole('dialog', { name: this.#counter.say('codes.title') });
  }

  async waitFor(): Promise<void> {
    await this.sheet.waitFor();
  }

  /** How many places for a code are covered now. */
  masked(): Promise<number> {
    return this.sheet.getByText(this.#counter.say('codes.hidden'), { exact: true }).count();
  }

  /** In the frame that main drew, while there is one. */
  get #values(): Locator {
    return this.#counter.page.frameLocator('.codes-frame').locator('bdi');
  }

  get #reveal(): Locator {
    return this.#counter.button('codes.reveal').or(this.#counter.button('codes.revealAll'));
  }

  async reveal(): Promise<void> {
    await this.#reveal.click();
    await this.#counter.button('codes.hide').waitFor();
    await this.#values.first().waitFor();
  }

  async hide(): Promise<void> {
    await this.#counter.button('codes.hide').click();
    await this.#reveal.waitFor();
  }

  /** What stands there to be read. A caller compares it and never prints it. */
  shown(): Promise<string[]> {
    return this.#values.allTextContents();
  }

  /** How the shown codes are laid out, whatever the direction around them. */
  layout(): Promise<{ readonly direction: string; readonly isolated: boolean }[]> {
    return this.#values.evaluateAll((elements) =>
      elements.map((element) => {
        const { direction, unicodeBidi } = getComputedStyle(element);
        return { direction, isolated: unicodeBidi === 'isolate' };
      }),
    );
  }

  async done(): Promise<void> {
    await this.#counter.button('codes.done').click();
    await this.sheet.waitFor({ state: 'detached' });
  }

  async close(): Promise<void> {
    await this.#counter.page.keyboard.press('Escape');
    await this.sheet.waitFor({ state: 'detached' });
  }

  /** The places of the window's own page in which any of the given texts can be found. */
  leaks(codes: readonly string[]): Promise<string[]> {
    return this.#counter.page.evaluate(async (texts) => {
      const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value);
      const databases = await indexedDB.databases();
      const places = {
        markup: document.documentElement.outerHTML,
        text: document.documentElement.textContent,
        fields: fields.join('\n'),
        title: document.title,
        address: location.href,
        history: JSON.stringify(history.state),
        localStorage: JSON.stringify(localStorage),
        sessionStorage: JSON.stringify(sessionStorage),
        cookies: document.cookie,
        databases: databases.map(({ name }) => name).join('\n'),
      };
      return Object.entries(places)
        .filter(([, content]) => texts.some((text) => content.includes(text)))
        .map(([place]) => place);
    }, codes);
  }
}
