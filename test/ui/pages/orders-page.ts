import type { Locator } from 'playwright';
import type { DecisionChoice } from '../../../src-shared/contract/codes.ts';
import { until } from '../../support/until.ts';
import type { CounterWindow } from './counter-window.ts';

/** The journal: all orders, and the story of one. */
export class OrdersPage {
  readonly #counter: CounterWindow;

  constructor(counter: CounterWindow) {
    this.#counter = counter;
  }

  get rows(): Locator {
    return this.#counter.page.getByRole('listbox', { name: this.#counter.say('journal.title') }).getByRole('option');
  }

  /** Opens the newest order, or the one at this place, and waits until its story is read. */
  async open(place = 0): Promise<void> {
    await this.rows.nth(place).click();
    await this.entries.first().waitFor();
  }

  get entries(): Locator {
    return this.#story.getByRole('list').getByRole('listitem');
  }

  /** What happened, sentence by sentence. */
  async sentences(): Promise<string[]> {
    return this.entries.locator('p:first-child').allInnerTexts();
  }

  /** A choice of a person, confirmed; again where the order was just being asked about. */
  async decide(choice: DecisionChoice): Promise<void> {
    await this.#counter.button(`decision.${choice}.do`).click();
    const dialog = this.#counter.page.getByRole('alertdialog');
    const overtaken = this.#counter.text('decision.overtaken');
    for (let isOpen = true; isOpen;) {
      await this.#counter.inQuestion(`decision.${choice}.confirm`).click();
      await until('what becomes of a decision', async () => (await dialog.count()) === 0 || overtaken.isVisible());
      isOpen = (await dialog.count()) > 0;
    }
  }

  async operationId(): Promise<string> {
    const term = this.#story.locator('dt', { hasText: this.#counter.say('order.number') });
    return (await term.locator('xpath=following-sibling::dd').innerText()).trim();
  }

  get #story(): Locator {
    return this.#counter.page.getByRole('region', { name: this.#counter.say('journal.timeline') });
  }
}
