import { expect } from 'vitest';
import type { CounterWindow } from './counter-window.ts';
import { expectSound } from './first-sale-story.ts';

/** A counter whose records were restored from a backup, while it had sold on. */
export class RestoredStory {
  readonly #counter: CounterWindow;

  constructor(counter: CounterWindow) {
    this.#counter = counter;
  }

  /** It sells nothing and hands no code out. */
  async lockedUntilChecked(): Promise<void> {
    const counter = this.#counter;
    await counter.text('copyStatus.restored.title').waitFor();
    await counter.sell.pick();
    expect(await counter.button('sale.buy').isDisabled()).toBe(true);
    await expectSound(counter);
    await this.#openCodes();
    await counter.text('copyStatus.codesLocked').waitFor();
    expect(await counter.button('codes.reveal').count()).toBe(0);
    await expectSound(counter);
    await counter.codes.close();
  }

  /** The check on the screen names these cards, which were sold after the backup. */
  async check(soldSince: readonly string[]): Promise<void> {
    const counter = this.#counter;
    await counter.button('copyStatus.check').click();
    await counter.button('copyStatus.look').click();
    await counter.text('copyStatus.unknown', { count: soldSince.length }).waitFor();
    for (const card of soldSince) await counter.page.getByText(card, { exact: true }).waitFor();
    await expectSound(counter);
    await counter.button('copyStatus.noted').click();
    await counter.text('copyStatus.done.title').waitFor({ state: 'detached' });
  }

  /** It gives its codes out and sells again. */
  async sellsAgain(): Promise<void> {
    const counter = this.#counter;
    await this.#openCodes();
    await counter.codes.reveal();
    const shown = await counter.codes.shown();
    await counter.codes.hide();
    expect(await counter.codes.leaks(shown)).toEqual([]);
    await counter.codes.done();
    await counter.go('sell');
    await counter.sell.pick();
    await counter.sell.buy();
    await counter.codes.waitFor();
    await counter.codes.reveal();
    await counter.codes.done();
    await expectSound(counter);
  }

  async #openCodes(): Promise<void> {
    await this.#counter.go('orders');
    await this.#counter.orders.open();
    await this.#counter.button('journal.openCodes').click();
  }
}
