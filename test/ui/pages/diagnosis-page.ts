import type { Locator } from 'playwright';
import type { Cause } from '../../../src-shared/contract/diagnosis-codes.ts';
import type { CounterWindow } from './counter-window.ts';

/** How the service sees the calls of this counter, and why it refuses them. */
export class DiagnosisPage {
  readonly #counter: CounterWindow;

  constructor(counter: CounterWindow) {
    this.#counter = counter;
  }

  /** From wherever a refused call shows it. */
  async openFromRefusal(): Promise<void> {
    await this.#counter.button('diagnosis.find').first().click();
  }

  async waitForCause(cause: Cause): Promise<void> {
    await this.#counter.text(`cause.${cause}.says`).waitFor();
  }

  /** Every change that is named, as field, what stands there and what the service goes by. */
  changes(): Promise<string[]> {
    return this.#counter.page.locator('.cause__change dl bdi').allTextContents();
  }

  evidence(): Promise<string[]> {
    return this.#counter.page.locator('.cause__evidence li').allTextContents();
  }

  get differing(): Locator {
    return this.#counter.page.locator('tr[data-differs="true"]');
  }

  async apply(): Promise<void> {
    await this.#counter.button('diagnosis.apply').press('Enter');
    const dialog = this.#counter.page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: this.#counter.say('diagnosis.apply'), exact: true }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
  }
}
