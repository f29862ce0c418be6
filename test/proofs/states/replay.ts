import type { OperationId } from '../../../src-main/core/ids.ts';
import { emptyBooks, type Books } from './books.ts';
import type { Path } from './explore.ts';
import { violationOf, type Violation } from './laws.ts';
import { faultsFor } from './replay-faults.ts';
import { ReplayStage } from './replay-stage.ts';
import type { Step } from './step.ts';
import type { OrderCall } from './under-proof.ts';
import { dayMs, waitMs, aheadMs, type World } from './world.ts';

/** A step that the real thing cannot be brought to take. */
class NotReplayable extends Error {}

/**
 * Lives through a path again: the real driver over a real journal, and the practice service. Gives the law that is
 * broken at its end, by the order as the journal has it and the service's own books.
 */
export async function replay({ start, steps }: Path): Promise<Violation | null> {
  const isBound = !steps.some((step) => 'answer' in step && step.answer.endsWith(', not bound'));
  const stage = await ReplayStage.open(isBound);
  try {
    stage.aheadSeconds = start.startsWith('the clock is ahead') ? aheadMs / 1000 : 0;
    return await new Replay(stage).live(steps);
  } finally {
    await stage.close();
  }
}

class Replay {
  readonly #stage: ReplayStage;
  readonly #id: OperationId;
  readonly #codesIn: string[] = [];
  #elsewhere: ((work: (counter: ReplayStage['counter']) => Promise<unknown>) => Promise<void>) | null = null;
  #isPlacedAgain = false;
  #wasResent = false;

  constructor(stage: ReplayStage) {
    this.#stage = stage;
    this.#id = stage.place();
  }

  async live(steps: readonly Step[]): Promise<Violation | null> {
    let before = this.#world();
    for (const [index, step] of steps.entries()) {
      before = this.#world();
      await this.#take(step, steps[index + 1] ?? null);
    }
    const last = steps.at(-1);
    return last === undefined ? null : violationOf(before, { step: last, world: this.#world() });
  }

  async #take(step: Step, next: Step | null): Promise<void> {
    const { counter } = this.#stage;
    switch (step.kind) {
      case 'sends':
        await this.#send(step.call, next, () => counter.orders.resume(this.#id, 0, 'now'));
        return;
      // They were brought about as the request left.
      case 'answered':
      case 'unanswered':
      case 'delayed':
      case 'delayedRequest':
      case 'killed':
        return;
      case 'arrives':
        await this.#stage.arrive();
        return;
      case 'judgesKept':
        await counter.orders.resume(this.#id, 0, 'now');
        return;
      case 'person':
        await this.#person(step.deed, next);
        return;
      case 'copied':
        this.#elsewhere = await this.#stage.copy();
        return;
      case 'sentElsewhere':
        await this.#elsewhere?.((original) => original.orders.resume(this.#id, 0, 'now'));
        return;
      case 'time':
        this.#stage.pass(step.passes === 'wait' ? waitMs : dayMs);
        return;
      case 'clockPutRight':
        this.#stage.aheadSeconds = 0;
        return;
      case 'timeLearned':
        await counter.diagnose();
        return;
      case 'backup':
      case 'restored':
      case 'disbelieved':
        throw new NotReplayable(step.kind);
    }
  }

  /** The faults are planted, and the request leaves; a POST that did not leave is none. */
  async #send(call: OrderCall, next: Step | null, work: () => Promise<unknown>): Promise<void> {
    const stage = this.#stage;
    const postsBefore = stage.posts;
    if (next !== null) this.#prepare(call, next);
    await stage.during(work());
    if (call === 'createPartnerOrder' && next?.kind !== 'unanswered' && stage.posts === postsBefore)
      throw new NotReplayable('the counter did not send it');
    stage.service.controls.clearFaults();
    const last = stage.counter.ledger.records.find(this.#id)?.attempts.at(-1);
    if (next?.kind === 'answered' && next.answer.endsWith('with codes') && last !== undefined)
      this.#codesIn.push(last.attempt);
  }

  #prepare(call: OrderCall, ending: Step): void {
    const stage = this.#stage;
    const plantThese = (faults: ReturnType<typeof faultsFor>): void => {
      if (faults === null) throw new NotReplayable(JSON.stringify(ending));
      if (faults.length > 0) stage.service.controls.plant({ operation: call, sequence: [faults] });
    };
    switch (ending.kind) {
      case 'answered':
        plantThese(faultsFor(call, ending));
        if (ending.until !== 'over') stage.endAt = ending.until === 'sealed' ? 'answer-sealed' : 'verdict-recorded';
        return;
      case 'delayed':
        plantThese(faultsFor(call, ending));
        stage.way = 'answerHeld';
        return;
      case 'delayedRequest':
        stage.way = 'requestHeld';
        return;
      case 'unanswered':
        if (ending.reason === 'not_sent') stage.way = 'notSent';
        else plantThese([{ name: ending.isTaken ? 'drop-after-commit' : 'drop-before' }]);
        return;
      case 'killed':
        stage.endAt = ending.isTaken ? 'answer-received' : 'attempt-recorded';
        return;
      default:
        throw new NotReplayable(ending.kind);
    }
  }

  async #person(deed: Extract<Step, { kind: 'person' }>['deed'], next: Step | null): Promise<void> {
    const { orders } = this.#stage.counter;
    switch (deed) {
      case 'cancels':
        orders.cancel(this.#id);
        return;
      case 'stillWanted':
        orders.keepWanted(this.#id);
        return;
      case 'reads':
        await this.#send('getPartnerOrder', next, () => orders.read(this.#id));
        return;
      case 'sellsAgain':
      case 'triesAgain': {
        this.#stage.place(deed === 'sellsAgain' ? {} : { replaces: this.#id, quantity: 2 }, false);
        this.#isPlacedAgain = true;
        return;
      }
      default:
        this.#wasResent ||= deed === 'resend';
        orders.decide(this.#id, deed);
    }
  }

  #world(): World {
    const stage = this.#stage;
    const order = stage.counter.ledger.records.find(this.#id);
    if (order === null) throw new Error('the order is gone');
    return {
      id: this.#id,
      order,
      books: this.#books(order.intent.quantity),
      serviceMs: stage.serviceMs,
      aheadMs: stage.aheadSeconds * 1000,
      isTimeKnown: true,
      underWay: null,
      delayed: null,
      kept: null,
      backup: null,
      isDoubted: false,
      isElsewhere: false,
      isPlacedAgain: this.#isPlacedAgain,
      wasResent: this.#wasResent,
      codesIn: this.#codesIn,
      left: { posts: 0, reads: 0, delays: 0, upsets: 0, deeds: 0 },
    };
  }

  /** The service's own. */
  #books(quantity: number): Books {
    const { controls } = this.#stage.service;
    const held = controls.orders().find(({ operationId }) => operationId === this.#id);
    if (held === undefined) return emptyBooks;
    const timesTaken = controls.sales().filter(({ operationId }) => operationId === this.#id).length;
    const sold = held.quantity === quantity ? 'sold' : 'soldOther';
    const holds = held.status === 'completed' ? sold : held.status === 'failed' ? 'failed' : 'open';
    return { holds, timesTaken, takenAtMs: 0, codes: held.reported ? 'given' : 'here', isTold: true };
  }
}
