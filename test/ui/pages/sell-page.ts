import type { Locator } from 'playwright';
import type { CounterWindow } from './counter-window.ts';

export interface Amount {
  readonly amount: string;
  readonly currency: string;
}

/** Catalogue and checkout. */
export class SellPage {
  readonly #counter: CounterWindow;

  constructor(counter: CounterWindow) {
    this.#counter = counter;
  }

  async waitForCards(): Promise<void> {
    await this.card().waitFor();
  }

  get searchField(): Locator {
    return this.#counter.page.getByRole('searchbox', { name: this.#counter.say('catalogue.search'), exact: true });
  }

  /** A card that can be sold; without a name the first one. */
  card(name?: string): Locator {
    const cards = this.#counter.page.getByRole('grid', { name: this.#counter.say('catalogue.ready') });
    return (name === undefined ? cards.getByRole('row') : cards.getByRole('row', { name, exact: true })).first();
  }

  async cardNames(): Promise<string[]> {
    return this.#counter.page
      .getByRole('grid')
      .getByRole('row')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));
  }

  /** Makes a card a favourite by its star. */
  async favour(name: string): Promise<void> {
    const star = this.#counter.page
      .getByRole('button', { name: this.#counter.say('catalogue.favourite.of', { name }), exact: true })
      .first();
    await star.click();
    await star.and(this.#counter.page.locator('[aria-pressed="true"]')).waitFor();
  }

  async search(query: string): Promise<void> {
    await this.searchField.fill(query);
  }

  get panel(): Locator {
    return this.#counter.page.getByRole('complementary', { name: this.#counter.say('sale.title') });
  }

  async pick(name?: string): Promise<void> {
    await this.card(name).click();
    await this.quantityField.waitFor();
  }

  get quantityField(): Locator {
    return this.panel.getByRole('textbox', { name: this.#counter.say('sale.quantity') });
  }

  async oneMore(): Promise<void> {
    await this.panel.getByRole('button', { name: this.#counter.say('sale.quantity.more') }).click();
  }

  chosenName(): Promise<string> {
    return this.panel.getByRole('heading').innerText();
  }

  unitPrice(): Promise<Amount> {
    return this.#amount('sale.unitPrice');
  }

  total(): Promise<Amount> {
    return this.#amount('sale.total');
  }

  async buy(): Promise<void> {
    await this.#counter.button('sale.buy').click();
  }

  async nextCustomer(): Promise<void> {
    await this.#counter.button('sale.watch.next').click();
  }

  /** The line that begins with these words, and the amount that follows them. */
  async #amount(key: 'sale.unitPrice' | 'sale.total'): Promise<Amount> {
    const line = this.panel
      .locator('p')
      .filter({ has: this.#counter.page.getByText(this.#counter.say(key), { exact: true }) });
    const [amount = '', currency = ''] = (await line.locator('.money').innerText()).split(/\s+/);
    return { amount: amount.replaceAll(',', ''), currency };
  }
}
