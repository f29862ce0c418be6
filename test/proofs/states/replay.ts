import type { OperationId } from '../../../src-main/core/ids.ts';
import { emptyBooks, type Books } from './books.ts';
import type { Path } from './explore.ts';
import { violationOf, type Violation } from './laws.ts';
import { askedSeconds, asksToWait, faultsFor, strangersOrder, wordsOf, type Fault } from './replay-faults.ts';
import { ReplayStage } from './replay-stage.ts';
import { starts } from './starts.ts';
import type { Deed, Step } from './step.ts';
import { keptAnswerTo, unjudged, type Attempt, type OrderCall } from './under-proof.ts';
import { dayMs, waitMs, type TermsInUse, type World } from './world.ts';

/** A step that the real thing cannot be brought to take. */
class NotReplayable extends Error {}

/**
 * Lives through a path again: the real driver over a real journal, and the practice service. Gives the law that is
 * broken at its end, by the order as the journal has it and the service's own books.
 */
export async function replay({ start, steps }: Path): Promise<Violation | null> {
  const stage = await ReplayStage.open();
  try {
    const { aheadMs, isTimeKnown, orders } = starts[start];
    stage.aheadSeconds = aheadMs / 1000;
    // A process that has just begun has heard of no time yet.
    if (!isTimeKnown) await stage.between(() => undefined);
    return await live(stage, orders === 2, steps);
  } catch (error) {
    if (error instanceof NotReplayable) return { law: 'every path can be lived through', what: error.message };
    throw error;
  } finally {
    await stage.close();
  }
}

async function live(stage: ReplayStage, areTwo: boolean, steps: readonly Step[]): Promise<Violation | null> {
  const one = new Replay(stage, idOf(stage.place('one')));
  const other = areTwo ? new Replay(stage, idOf(stage.place('other'))) : null;
  if (other !== null) [one.beside, other.beside] = [other.id, one.id];
  for (const [index, step] of steps.entries()) {
    const [moves, stays] = step.kind === 'ofOther' ? [other ?? one, one] : [one, other];
    const before = moves.world();
    await moves.take(inner(step), steps.slice(index + 1).map(inner));
    const found =
      violationOf(before, { step: inner(step), world: moves.world() }) ??
      (stays === null ? null : violationOf(stays.world(), { step: { kind: 'clockPutRight' }, world: stays.world() }));
    if (found !== null) return found;
  }
  return null;
}

function idOf(placed: ReturnType<ReplayStage['place']>): OperationId {
  if (!placed.ok) throw new Error(`not placed: ${placed.error.code}`);
  return placed.value;
}

function inner(step: Step): Step {
  return step.kind === 'ofOther' ? step.step : step;
}

/** One of the orders that a path is about. */
class Replay {
  readonly id: OperationId;
  /** The order beside it that an answer may name. */
  beside: OperationId | null = null;
  readonly #stage: ReplayStage;
  #codesIn: readonly string[] = [];
  #elsewhere: ((work: (counter: ReplayStage['counter']) => Promise<unknown>) => Promise<void>) | null = null;
  #isPlacedAgain = false;
  #wasResent = false;
  #terms: TermsInUse = 'pinned';
  #quietUntilMs = 0;
  #isOther = false;
  /** What happened while a request was on its way. */
  readonly #done = new Set<Step>();

  constructor(stage: ReplayStage, id: OperationId) {
    this.#stage = stage;
    this.id = id;
  }

  async take(step: Step, later: readonly Step[]): Promise<void> {
    if (!this.#done.delete(step)) await this.#take(step, later);
  }

  async #take(step: Step, later: readonly Step[]): Promise<void> {
    const stage = this.#stage;
    const { orders } = stage.counter;
    switch (step.kind) {
      case 'sends':
        return this.#send(step.call, later, () => orders.resume(this.id, 0, step.how));
      // They were brought about as the request left.
      case 'answered':
      case 'onlySealed':
      case 'unverified':
      case 'unanswered':
      case 'delayed':
      case 'delayedRequest':
      case 'killed':
        return;
      case 'arrives':
        await stage.arrive();
        this.#heard(step.answer);
        return;
      case 'judgesKept':
        await orders.resume(this.id, 0, 'now');
        this.#heard(step.answer);
        return;
      case 'person':
        return this.#person(step.deed, later);
      case 'backup':
        stage.backup();
        return;
      case 'restored':
        await stage.between(() => stage.restore());
        this.#quietUntilMs = 0;
        this.#codesIn = this.#codesIn.filter((attempt) =>
          this.world().order.attempts.some((one) => one.attempt === attempt && keptAnswerTo(one) !== null),
        );
        return;
      case 'copied':
        this.#elsewhere = await stage.copy();
        return;
      case 'sentElsewhere':
        return this.#elsewhere?.(({ orders: original }) => {
          // Somebody there still wants it.
          original.keepWanted(this.id);
          return original.resume(this.id, 0, 'now');
        });
      case 'termsChanged':
        return this.#changeTerms(step.terms);
      case 'time':
        stage.pass(step.passes === 'wait' ? waitMs : dayMs);
        return;
      case 'drawnTime':
        stage.pass(step.ms);
        return;
      case 'clockPutRight':
        stage.aheadSeconds = 0;
        return;
      case 'timeLearned':
        await stage.counter.diagnose();
        return;
      case 'ofOther':
        throw new NotReplayable('there is no other order');
    }
  }

  /** The faults are planted, and the request leaves; what comes before its end happens while it is on its way. */
  async #send(call: OrderCall, later: readonly Step[], work: () => Promise<unknown>): Promise<void> {
    const stage = this.#stage;
    const before = this.world().order.attempts.length;
    const end = later.findIndex(({ kind }) => !besides.includes(kind));
    const next = later[end] ?? null;
    if (next !== null) this.#prepare(call, next, later.slice(end + 1));
    const meanwhile = next === null ? [] : later.slice(0, end);
    stage.meanwhile = async () => {
      for (const step of meanwhile) await this.#take(step, []);
      for (const step of meanwhile) this.#done.add(step);
    };
    await stage.during(work());
    stage.service.controls.clearFaults();
    const last = this.world().order.attempts.at(-1);
    if (last === undefined || this.world().order.attempts.length === before || last.call !== call)
      throw new NotReplayable(`the counter did not send the ${call}`);
    if (next !== null) this.#ended(next, last);
  }

  #ended(ending: Step, last: Attempt): void {
    const holdsCodes =
      'hasCodes' in ending ? ending.hasCodes : ending.kind === 'answered' && ending.answer.endsWith('with codes');
    if (holdsCodes && ending.kind !== 'delayed' && keptAnswerTo(last) !== null)
      this.#codesIn = [...this.#codesIn, last.attempt];
    if (ending.kind === 'answered') this.#heard(ending.answer);
  }

  #prepare(call: OrderCall, ending: Step, later: readonly Step[]): void {
    const stage = this.#stage;
    switch (ending.kind) {
      case 'answered':
        this.#plant(call, faultsFor(call, ending, this.#named(ending.answer)), ending);
        if (ending.until === 'judged') stage.endAt = 'verdict-recorded';
        return;
      case 'onlySealed':
        this.#plant(call, faultsFor(call, wordsOf(ending, later), this.beside), ending);
        stage.endAt = 'answer-sealed';
        return;
      case 'unverified': {
        const faults = faultsFor(call, wordsOf(ending, later), this.beside);
        this.#plant(call, faults === null ? null : [...faults, { name: 'rotated-key' }], ending);
        stage.areKeysThere = false;
        stage.arrive = () => this.#readKeys();
        return;
      }
      case 'delayed':
        this.#plant(call, faultsFor(call, wordsOf(ending, later), this.beside), ending);
        stage.way = 'answerHeld';
        return;
      case 'delayedRequest':
        stage.way = 'requestHeld';
        return;
      case 'unanswered':
        if (ending.reason === 'not_sent') stage.way = 'notSent';
        else this.#plant(call, [{ name: ending.isTaken ? 'drop-after-commit' : 'drop-before' }], ending);
        return;
      case 'killed':
        stage.endAt = ending.isTaken ? 'answer-received' : 'attempt-recorded';
        return;
      // Whatever was under way ends with the process.
      case 'copied':
      case 'restored':
        stage.endAt = 'attempt-recorded';
        return;
      default:
        throw new NotReplayable(`a request that ends by ${ending.kind}`);
    }
  }

  #named(answer: string): string | null {
    return answer === strangersOrder ? this.#stage.soldElsewhere() : this.beside;
  }

  #plant(operation: OrderCall, faults: readonly Fault[] | null, ending: Step): void {
    if (faults === null) throw new NotReplayable(JSON.stringify(ending));
    if (faults.length > 0) this.#stage.service.controls.plant({ operation, sequence: [faults] });
  }

  /** The keys are read at most once in a minute. */
  async #readKeys(): Promise<void> {
    this.#stage.areKeysThere = true;
    this.#stage.pass(keysAreReadEachMs);
    await this.#stage.counter.orders.recheck(this.id);
  }

  /** What the service said counts as its books: the practice service only says it. */
  #heard(answer: string | null): void {
    this.#isOther ||= answer?.startsWith('completed, another card') === true;
    if (answer === null || !asksToWait(answer)) return;
    // It refuses a request whose time is wrong before anything else.
    if (this.world().order.asked === null) throw new NotReplayable('the service said something else');
    this.#quietUntilMs = Math.max(this.#quietUntilMs, this.#stage.serviceMs + askedSeconds * 1000);
  }

  async #changeTerms(terms: TermsInUse): Promise<void> {
    if (terms !== 'otherForm') throw new NotReplayable('a counter has no key at another address');
    this.#terms = terms;
    await this.#stage.between(() => {
      this.#stage.fields = { 'request.idempotencyKey': 'quoted' };
    });
  }

  async #person(deed: Deed, later: readonly Step[]): Promise<void> {
    const { orders } = this.#stage.counter;
    switch (deed) {
      case 'cancels':
        orders.cancel(this.id);
        return;
      case 'stillWanted':
        orders.keepWanted(this.id);
        return;
      case 'reads':
        return this.#send('getPartnerOrder', later, () => orders.read(this.id));
      case 'sellsAgain':
      case 'triesAgain':
        this.#placeAgain(deed === 'sellsAgain' ? {} : { replaces: this.id, quantity: 2 });
        return;
      case 'resend': {
        const decided = orders.decide(this.id, deed);
        if (!decided.ok) throw new NotReplayable(`the counter does not send it again: ${decided.error.code}`);
        this.#wasResent = true;
        return;
      }
      default:
        orders.decide(this.id, deed);
    }
  }

  #placeAgain(changes: Parameters<ReplayStage['place']>[1]): void {
    const placed = this.#stage.place('one', changes, false);
    if (!placed.ok) throw new NotReplayable(`the counter takes no such sale: ${placed.error.code}`);
    this.#isPlacedAgain = true;
  }

  world(): World {
    const stage = this.#stage;
    const order = stage.counter.localRecords.records.find(this.id);
    if (order === null) throw new Error('the order is gone');
    const kept = unjudged(order);
    return {
      id: this.id,
      order,
      books: this.#books(order.intent.quantity),
      serviceMs: stage.serviceMs,
      aheadMs: stage.aheadSeconds * 1000,
      isTimeKnown: true,
      underWay: null,
      delayed: null,
      kept:
        kept === null
          ? null
          : { attempt: kept.attempt, call: kept.call, says: 'nothing', hasCodes: false, signedMs: stage.serviceMs },
      backup: null,
      terms: this.#terms,
      quietUntilMs: this.#quietUntilMs,
      restingUntilMs: 0,
      isDoubted: false,
      elsewhere: null,
      isPlacedAgain: this.#isPlacedAgain,
      wasResent: this.#wasResent,
      codesIn: this.#codesIn,
      left: { posts: 0, reads: 0, delays: 0, upsets: 0, deeds: 0 },
    };
  }

  /** The service's own. */
  #books(quantity: number): Books {
    const { controls } = this.#stage.service;
    const held = controls.orders().find(({ operationId }) => operationId === this.id);
    if (held === undefined) return emptyBooks;
    const timesTaken = controls.sales().filter(({ operationId }) => operationId === this.id).length;
    const sold = held.quantity === quantity && !this.#isOther ? 'sold' : 'soldOther';
    const holds = held.status === 'completed' ? sold : held.status === 'failed' ? 'failed' : 'open';
    const codes = held.reported ? 'given' : 'here';
    // The practice service forgets no id.
    return { holds, timesTaken, soldBefore: null, takenAtMs: 0, codes, isReported: true };
  }
}

const keysAreReadEachMs = 61_000;
/** What happens beside a request that is on its way. */
const besides: readonly Step['kind'][] = ['timeLearned', 'clockPutRight', 'backup', 'sentElsewhere', 'arrives'];
