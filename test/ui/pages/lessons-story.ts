import { expect } from 'vitest';
import { passingText } from '../../support/passing-text.ts';
import type { CounterWindow } from './counter-window.ts';
import { expectSound } from './first-sale-story.ts';
import { LessonsPage } from './lessons-page.ts';
import type { TrainingService } from './training-service.ts';

/**
 * What a new cashier goes through, lesson by lesson, on the real practice service of whichever host shows the counter.
 */
export class LessonsStory {
  readonly #counter: CounterWindow;
  readonly #lessons: LessonsPage;
  readonly #service: TrainingService | null;

  /**
   * The lessons set the faults of the service; without it in hand, the slow sale has to be left within the seconds that
   * it takes.
   */
  constructor(counter: CounterWindow, service: TrainingService | null) {
    this.#counter = counter;
    this.#lessons = new LessonsPage(counter);
    this.#service = service;
  }

  /** A normal sale. */
  async normal(): Promise<void> {
    const [counter, lessons] = [this.#counter, this.#lessons];
    await lessons.begin('normal');
    await lessons.isAt('lesson.normal.choose');
    await expectSound(counter);
    await counter.sell.pick();
    await lessons.isAt('lesson.normal.buy');
    await counter.sell.buy();
    await counter.codes.waitFor();
    await lessons.isAt('lesson.normal.codes');
    await counter.codes.reveal();
    await lessons.isAt('lesson.normal.handOver');
    await counter.codes.done();
    await lessons.isAt('lesson.normal.learned');
    await expectSound(counter);
  }

  /** The one after the normal sale: a slow one, which waits in the tray. */
  async slow(): Promise<void> {
    const [counter, lessons] = [this.#counter, this.#lessons];
    await lessons.next('slow');
    await lessons.isAt('lesson.slow.buy');
    // It stays slow until the cashier has turned to the next customer.
    await this.#service?.fault('accept-202', 'createPartnerOrder', 1000, { retryAfter: 4 });
    await this.#buy();
    await counter.text('state.accepted.says').waitFor();
    await lessons.isAt('lesson.slow.next');
    await counter.sell.nextCustomer();
    await this.#service?.clearFaults();
    await lessons.isAt('lesson.slow.tray');
    await counter.page
      .getByRole('region', { name: counter.say('tray.title') })
      .getByRole('button')
      .filter({ hasText: counter.say('tray.codesReady') })
      .click();
    await this.#handOver();
    await lessons.isAt('lesson.slow.learned');
    await lessons.close();
  }

  /** A lost answer: bought once and shown again. */
  async lost(): Promise<void> {
    const [counter, lessons] = [this.#counter, this.#lessons];
    await lessons.begin('lost');
    await lessons.isAt('lesson.lost.buy');
    // Some seconds later the counter has found out by itself.
    const passed = [
      await passingText(counter.page, counter.say('state.unknown.says')),
      await lessons.passes('lesson.lost.checking'),
    ];
    await this.#buy();
    for (const stood of passed) await stood();
    await counter.codes.waitFor();
    await lessons.isAt('lesson.lost.codes');
    await this.#handOver();
    await lessons.isAt('lesson.lost.learned');
    await lessons.close();
  }

  /** A refused one, after which the next sale is an ordinary one. */
  async refused(): Promise<void> {
    const [counter, lessons] = [this.#counter, this.#lessons];
    await lessons.begin('refused');
    await lessons.isAt('lesson.refused.buy');
    await this.#buy();
    await counter.text('failure.daily_limit_exceeded.says').waitFor();
    await lessons.isAt('lesson.refused.again');
    await counter.button('sale.watch.again').click();
    await lessons.isAt('lesson.refused.learned');
    await lessons.close();
    await this.#buy();
    await this.#handOver();
    await expectSound(counter);
  }

  /** One that is left before its fault came: the fault goes with it. */
  async left(): Promise<void> {
    await this.#lessons.begin('refused');
    await this.#lessons.isAt('lesson.refused.buy');
    await this.#lessons.leave();
    await this.#buy();
    await this.#handOver();
    expect(this.#counter.complaints).toEqual([]);
  }

  async #buy(): Promise<void> {
    await this.#counter.sell.pick();
    await this.#counter.sell.buy();
  }

  async #handOver(): Promise<void> {
    await this.#counter.codes.waitFor();
    await this.#counter.codes.reveal();
    await this.#counter.codes.done();
  }
}
