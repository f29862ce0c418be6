import type { Locator } from 'playwright';
import type { Lesson } from '../../../src-shared/contract/lessons.ts';
import type { MessageKey } from '../../../src-shared/words/page-messages.ts';
import { passingText } from '../../support/passing-text.ts';
import type { CounterWindow } from './counter-window.ts';

/** The lessons of the training, as a new cashier walks through them. */
export class LessonsPage {
  readonly #counter: CounterWindow;

  constructor(counter: CounterWindow) {
    this.#counter = counter;
  }

  get strip(): Locator {
    return this.#counter.page.getByRole('region', { name: this.#counter.say('lesson.lessons') });
  }

  async begin(lesson: Lesson): Promise<void> {
    await this.strip.getByRole('button', { name: this.#counter.say(`lesson.${lesson}.title`) }).click();
  }

  async next(lesson: Lesson): Promise<void> {
    await this.strip
      .getByRole('button', {
        name: this.#counter.say('lesson.next', { title: this.#counter.say(`lesson.${lesson}.title`) }),
      })
      .click();
  }

  /** Waits until the lesson itself has come to this step; over a sheet it is only to be seen. */
  async isAt(says: MessageKey): Promise<void> {
    await this.#counter.page.locator('.lessons').getByText(this.#counter.say(says), { exact: true }).waitFor();
  }

  /**
   * Looks out for a step that the lesson may have left again before anybody asks; what it gives resolves once the
   * lesson was there.
   */
  passes(says: MessageKey): Promise<() => Promise<void>> {
    return passingText(this.#counter.page, this.#counter.say(says), '.lessons');
  }

  async close(): Promise<void> {
    await this.strip.getByRole('button', { name: this.#counter.say('lesson.close'), exact: true }).click();
  }

  async leave(): Promise<void> {
    await this.strip.getByRole('button', { name: this.#counter.say('lesson.leave'), exact: true }).click();
  }
}
