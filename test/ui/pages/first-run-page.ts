import type { CounterWindow } from './counter-window.ts';

/** The first screen of a bare machine. */
export class FirstRunPage {
  readonly #counter: CounterWindow;

  constructor(counter: CounterWindow) {
    this.#counter = counter;
  }

  waitFor(): Promise<void> {
    return this.#counter.button('firstRun.training.start').waitFor();
  }

  async startTraining(): Promise<void> {
    await this.#counter.button('firstRun.training.start').click();
    await this.#counter.text('app.training.says').waitFor();
  }
}
