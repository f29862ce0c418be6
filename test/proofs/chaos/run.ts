import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { JournalUnavailable } from '../../../src-main/journal/journal-failure.ts';
import { stateOf } from '../../../src-main/orders/machine/order.ts';
import { beforeIntent, purchaseSteps, withinBasket } from '../../../src-main/orders/records/steps.ts';
import type { RunningService } from '../../../src-sandbox/control/service.ts';
import { checkBars } from './bars.ts';
import { Coverage, type RunReport, type Violation } from './coverage.ts';
import { drawPlanting, drawStaffAct, drawTrap } from './faults.ts';
import { openCopy, openedAtMs, putServiceRight, putStaffRight, type Premises, type tillNames } from './premises.ts';
import { drawsOf, type Draws } from './random.ts';
import { judgeBooks } from './shop/books.ts';
import { dayEndSteps } from './shop/day-end-steps.ts';
import {
  comeBack,
  loseZ,
  moneyBack,
  sellAroundZ,
  sellWhileBalancesAreRead,
  weekInOneShift,
  type Stage,
} from './shop/stories.ts';
import { Till } from './till.ts';
import { Timeline } from './timeline.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const farthestJumpSeconds = 172_800;
const yearSeconds = 31_557_600;
/** One day in so many has a second counter at the same wallets. */
const daysToANeighbour = 4;
const dayMs = 24 * hourMs;
/** From the afternoon before summer time ends to the evening after, so that some days have midnight or that hour. */
const latestBeginMs = 30 * hourMs;
/** In the shop's own time zone. */
const moments = [
  ['midnight', Date.UTC(2026, 9, 24, 22)],
  ['the end of summer time', Date.UTC(2026, 9, 25, 1)],
] as const;
const killedAt = [...purchaseSteps, beforeIntent, withinBasket, ...dayEndSteps] as const;
/** Where the shop is, and where its machine thinks it is from some start on. */
const ownTimeZone = 'Europe/Berlin';
const timeZones = [ownTimeZone, 'Asia/Kuwait', 'Pacific/Kiritimati', 'America/St_Johns', 'Pacific/Pago_Pago'] as const;
/** A quiet moment in so many is held against the service's own books, which takes longer than all else of it. */
const quietToBooks = 3;
/**
 * How long people wait for the last order of a day that went wrong. What was sent by a clock set days ahead is dated
 * days ahead, and could be accepted until then: before that a 404 proves nothing.
 */
const settlingRounds = 2 * (farthestJumpSeconds / 3_600 + 6);

/** One day in the life of a counter, drawn from `seed`: whatever breaks, and then what is left of it. */
export async function runOnce(seed: number, premises: Premises, folder: string): Promise<RunReport> {
  process.env['TZ'] = ownTimeZone;
  const timeline = new Timeline(openedAtMs + drawsOf(seed, 'beginning').below(latestBeginMs));
  const service = await openCopy(premises, folder, timeline, seed);
  const day = new Day(seed, premises, folder, timeline, service);
  try {
    await day.live();
    return day.report();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export class Day {
  readonly seed: number;
  readonly premises: Premises;
  readonly folder: string;
  readonly timeline: Timeline;
  readonly service: RunningService;
  readonly coverage = new Coverage();
  readonly violations: Violation[] = [];
  /** The counter that all trouble is for. */
  readonly till: Till;
  /** Sells from the same wallets, and has no trouble of its own. */
  readonly neighbour: Till | null;
  /** Of a kept answer the key has no hash: where bits flip, the service gives the codes anew. */
  wasDamaged = false;
  /** What makes a balance say nothing: somebody else changed it. */
  isMoneyTouched = false;
  readonly #draws: Draws;
  readonly #backups: string[] = [];
  readonly #stories: string[] = [];
  #restartAtMs: number | null = null;
  #comparedAtSeq = 0;

  constructor(seed: number, premises: Premises, folder: string, timeline: Timeline, service: RunningService) {
    this.seed = seed;
    this.premises = premises;
    this.folder = folder;
    this.timeline = timeline;
    this.service = service;
    this.#draws = drawsOf(seed, 'schedule');
    const tillOf = (name: (typeof tillNames)[number]): Till =>
      new Till({
        name,
        folder,
        isStaffed: name === 'counter',
        timeline,
        sealer: premises.sealer,
        goods: premises.goods,
        coverage: this.coverage,
        drawsOf: (purpose) => drawsOf(seed, purpose),
        connect: (connection) => service.connect(connection),
        deploymentFile: service.address.deploymentFile,
        violate: (bar, what) => this.violate(bar, what),
      });
    this.till = tillOf('counter');
    this.neighbour = seed % daysToANeighbour === 0 ? tillOf('neighbour') : null;
  }

  get tills(): readonly Till[] {
    return this.neighbour === null ? [this.till] : [this.till, this.neighbour];
  }

  violate(bar: string, what: string): void {
    if (!this.violations.some((known) => known.bar === bar && known.what === what)) this.violations.push({ bar, what });
  }

  tell(story: string): void {
    this.#stories.push(story);
  }

  report(): RunReport {
    return {
      seed: this.seed,
      stories: this.#stories,
      counts: this.coverage.counts,
      violations: this.violations,
      kills: this.till.watch.kills,
    };
  }

  async live(): Promise<void> {
    try {
      for (const till of this.tills) await till.machine.start();
      await this.timeline.during(this.till.crew?.begin() ?? Promise.resolve());
      if (this.neighbour !== null) this.coverage.add('events', 'day with two counters at one wallet');
      await this.#trouble();
      await this.#settle();
      await checkBars(this);
    } catch (error) {
      this.till.watch.failed(error);
      for (const { machine } of this.tills) machine.kill();
      await this.service.stop();
    } finally {
      for (const { machine } of this.tills) machine.disk.remove();
    }
  }

  async #trouble(): Promise<void> {
    const draws = this.#draws;
    for (let left = draws.between(10, 30); left > 0; left -= 1) {
      await this.#happen();
      await this.#pass(this.#aWhile());
      await this.#lookAtBooks();
    }
  }

  #aWhile(): number {
    const draws = this.#draws;
    if (!draws.oneIn(150)) return draws.oneIn(4) ? draws.below(12 * minuteMs) : draws.below(20_000);
    this.coverage.add('events', 'a night went by');
    return 10 * hourMs;
  }

  /** Whenever nothing is unsettled, all that the Zs and the day so far say is what the service says. */
  async #lookAtBooks(): Promise<void> {
    const { machine } = this.till;
    if (!machine.isServing) return;
    const { journal, records } = machine.running.localRecords;
    const { seq } = journal.head();
    const isQuiet = journal.copyStatus() === 'own' && journal.trouble() === null && records.pending().length === 0;
    if (!isQuiet || seq === this.#comparedAtSeq || !this.#draws.oneIn(quietToBooks)) return;
    this.#comparedAtSeq = seq;
    try {
      judgeBooks(this, 'in the day');
    } catch (error) {
      // Where a bit flipped, whoever reads may be the first to find it.
      if (!(this.wasDamaged && error instanceof JournalUnavailable && machine.checkAtLeisure())) throw error;
      await this.#restart();
    }
  }

  async #happen(): Promise<void> {
    const draws = this.#draws;
    const { machine, people, crew } = this.till;
    const events: readonly (readonly [weight: number, event: () => void | Promise<void>])[] = [
      [26, () => crew?.act()],
      [5, () => people.sell()],
      [4, () => people.touch()],
      [1, () => this.#changeCosts()],
      [2, () => people.sellAgain()],
      [1, () => people.reuseId()],
      [14, () => this.#plant()],
      [2, () => this.#trap()],
      [2, () => this.#staff()],
      [this.neighbour === null ? 0 : 5, () => this.#nextDoor()],
      [4, () => machine.killAt(draws.pick(killedAt), draws.oneIn(3) ? 2 : 1)],
      [1, () => machine.kill()],
      [2, () => this.#signal()],
      [1, () => this.#restart()],
      [1, () => this.#rotate()],
      [2, () => this.#jump()],
      [1, () => this.#network()],
      [1, () => this.#fillDisk()],
      [2, () => this.#backUp()],
      [2, () => this.#restore()],
      [crew === null ? 0 : 2, () => this.#play(loseZ)],
      [crew === null ? 0 : 2, () => this.#play(comeBack)],
      [crew === null ? 0 : 1, () => this.#play(weekInOneShift)],
      [crew === null ? 0 : 2, () => this.#play(sellAroundZ)],
      [crew === null ? 0 : 2, () => this.#play(moneyBack)],
      [crew === null ? 0 : 1, () => this.#play(sellWhileBalancesAreRead)],
      [1, () => this.#changeTimeZone()],
      [2, () => this.#damage()],
      [crew === null ? 0 : 2, () => machine.killAt(draws.pick(dayEndSteps), 1)],
      [this.#isCopy() ? 8 : 0, () => people.reconcile()],
    ];
    let drawn = draws.below(events.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, event] of events) {
      drawn -= weight;
      if (drawn < 0) return event();
    }
  }

  /** Time passes; whoever died is started again, sooner or later. */
  async #pass(ms: number): Promise<void> {
    const fromMs = this.timeline.nowMs;
    await this.timeline.advance(fromMs + ms, () => this.#revive());
    const { machine } = this.till;
    const openedAtMs = machine.isServing ? (machine.running.day.openShift()?.openedAtMs ?? null) : null;
    if (openedAtMs === null || this.till.crew === null) return;
    for (const [name, atMs] of moments)
      if (fromMs < atMs && this.timeline.nowMs >= atMs && openedAtMs < atMs)
        this.coverage.add('events', `${name} in a shift`);
  }

  async #revive(): Promise<void> {
    if (this.till.machine.isRunning) return;
    if (this.#restartAtMs === null) {
      this.#restartAtMs = this.timeline.nowMs + this.#draws.below(40_000);
      void this.timeline.sleep(this.#restartAtMs - this.timeline.nowMs);
    }
    if (this.timeline.nowMs < this.#restartAtMs) return;
    await this.#start('after a kill');
  }

  /** Where the disk has no room for it, it is tried again later. */
  async #start(why: string): Promise<void> {
    this.#restartAtMs = null;
    if (!(await this.till.start(why))) this.coverage.add('events', 'no start on a full disk');
  }

  /** Ends the counter in good order, where it lives to see that. */
  async #restart(): Promise<void> {
    if (await this.till.machine.stop()) await this.#start('after a close');
  }

  /** The first drains; a second one, sooner or later, ends at once. */
  #signal(): void {
    const draws = this.#draws;
    this.coverage.add('events', 'signal');
    this.till.machine.signal(draws.oneIn(2) ? draws.below(5_000) : null);
  }

  #nextDoor(): void {
    const people = this.neighbour?.people;
    if (this.#draws.oneIn(3)) people?.touch();
    else people?.sell();
  }

  #plant(): void {
    const planting = drawPlanting(this.#draws);
    this.service.controls.plant(planting);
    if (JSON.stringify(planting).includes('"empty-wallet"')) this.isMoneyTouched = true;
  }

  #trap(): void {
    this.service.controls.plant(drawTrap(this.#draws));
    this.till.people.sellTwice();
  }

  /** What the service's support switches off, and on again before long or at the end of the day. */
  #staff(): void {
    const { controls, address } = this.service;
    const act = drawStaffAct(this.#draws, address.walletIds);
    if ('staff' in act) controls.staff(act.staff);
    else controls.wallets(act.wallet);
    this.coverage.add('staff acts', act.name);
    if (this.#draws.oneIn(2))
      void this.timeline.sleep(this.#draws.below(3 * minuteMs)).then(() => putStaffRight(this.service));
  }

  /** The service asks for other prices from now on, of one card or of all. */
  #changeCosts(): void {
    const draws = this.#draws;
    const { cardId } = draws.pick(this.premises.goods);
    const factor = draws.pick(['0.9', '1.05', '1']);
    this.service.controls.prices(draws.oneIn(2) ? { all: true, factor } : { cardId, factor });
    this.coverage.add('events', 'service price changed');
  }

  #rotate(): void {
    this.service.controls.rotate({ old: this.#draws.pick(['kept', 'removed']) });
    this.coverage.add('events', 'service key rotated');
  }

  #jump(): void {
    const draws = this.#draws;
    const seconds = draws.oneIn(6)
      ? draws.between(-farthestJumpSeconds, farthestJumpSeconds)
      : draws.between(-600, 600);
    if (draws.oneIn(6))
      this.till.machine.offsetMs = draws.pick([-3, -1, 1, 2, 10]) * yearSeconds * 1000 + seconds * 1000;
    else if (draws.oneIn(8)) {
      this.till.machine.offsetMs = -dayMs;
      this.coverage.add('events', 'clock back by a day');
    } else if (draws.oneIn(3)) this.service.controls.clock({ offsetSeconds: Math.max(-600, Math.min(600, seconds)) });
    else this.till.machine.offsetMs = seconds * 1000;
    this.coverage.add(
      'events',
      Math.abs(this.till.machine.offsetMs) > farthestJumpSeconds * 2_000
        ? 'clock set wrong by years'
        : 'clock set wrong',
    );
    this.till.machine.wake();
  }

  #network(): void {
    const { machine } = this.till;
    machine.isOffline = true;
    this.coverage.add('events', 'network gone');
    void this.timeline.sleep(this.#draws.between(1_000, 8 * minuteMs)).then(() => {
      machine.isOffline = false;
      machine.wake();
    });
  }

  #fillDisk(): void {
    const { machine } = this.till;
    machine.disk.isFull = true;
    this.coverage.add('events', 'disk full');
    void this.timeline.sleep(this.#draws.between(1_000, 8 * minuteMs)).then(() => {
      machine.disk.isFull = false;
      machine.wake();
    });
  }

  #backUp(): void {
    const { machine } = this.till;
    if (!machine.isServing) return;
    const path = join(this.folder, `backup-${String(this.#backups.length)}.db`);
    const written = machine.running.localRecords.journal.backup(path);
    if (written.ok) this.#backups.push(path);
    else this.violate('backup refused', written.error.code);
    this.coverage.add('events', 'journal backed up');
  }

  async #restore(backup = this.#backups.at(this.#draws.below(Math.max(this.#backups.length, 1)))): Promise<void> {
    const { machine } = this.till;
    if (backup === undefined) {
      this.#backUp();
      return;
    }
    this.till.listen();
    await this.#end();
    const by = this.#draws.pick(['the product', 'hand'] as const);
    const isClockSetBack = machine.restoreJournal(backup, by);
    await this.#startWithRoom(`on a journal restored by ${by}`);
    this.coverage.add('restored', 'journals');
    this.coverage.add('restored', 'orders pending', machine.running.localRecords.records.pending().length);
    if (isClockSetBack) this.till.takeAsRestored();
  }

  #play(story: (stage: Stage) => Promise<void>): Promise<void> {
    return story({
      till: this.till,
      service: this.service,
      timeline: this.timeline,
      coverage: this.coverage,
      draws: this.#draws,
      pass: (ms) => this.#pass(ms),
      backUp: () => this.#backUp(),
      restoreLatest: () => this.#restore(this.#backups.at(-1)),
    });
  }

  /** Until somebody compares what is owned there with the records, nothing is sold from them. */
  #isCopy(): boolean {
    const { machine } = this.till;
    return machine.isServing && machine.running.localRecords.journal.copyStatus() !== 'own';
  }

  /** The machine's own time zone is another one from its next start on. */
  async #changeTimeZone(): Promise<void> {
    const zone = this.#draws.pick(timeZones);
    await this.#end();
    process.env['TZ'] = zone;
    this.coverage.add('events', 'another time zone');
    await this.#startWithRoom('in another time zone');
  }

  /** One bit of the journal flips, and whoever starts the counter salvages what there is. */
  async #damage(): Promise<void> {
    this.till.listen();
    await this.#end();
    this.till.machine.damage(this.#draws);
    this.wasDamaged = true;
    this.coverage.add('events', 'bit flipped in the journal');
    await this.#startWithRoom('on a damaged journal');
  }

  /** Ends the counter, in good order or by a kill. */
  async #end(): Promise<void> {
    const { machine } = this.till;
    if (machine.isRunning && !this.#draws.oneIn(3)) await machine.stop();
    machine.kill();
  }

  /** Whoever puts a journal right makes room first. */
  async #startWithRoom(why: string): Promise<void> {
    this.till.machine.disk.isFull = false;
    await this.#start(why);
    // What was to kill it may strike at once, in what it does as it starts.
    while (!this.till.machine.isRunning) await this.#start('after a kill');
  }

  /** The day ends: everything is put right, and everybody has time. */
  async #settle(): Promise<void> {
    for (const [name, count] of Object.entries(this.service.controls.faults().struck))
      this.coverage.add('faults', name, count);
    putServiceRight(this.service, { fillWallets: this.isMoneyTouched });
    this.till.machine.putRight();
    await this.#pass(minuteMs);
    await this.#restart();
    if (this.wasDamaged && this.till.machine.checkAtLeisure()) await this.#restart();
    // With the deployment's profile as it is by now.
    if ((await this.neighbour?.machine.stop()) === true) await this.neighbour?.start('after a close');
    for (const till of this.tills) till.people.isReconciled = !till.wasRestored;
    for (let round = 0; round < settlingRounds && !this.#isSettled(); round += 1) {
      for (const { people } of this.tills) {
        people.decide();
        people.hurry();
        if (!people.isReconciled) people.reconcile();
      }
      await this.#pass(hourMs / 2);
    }
  }

  #isSettled(): boolean {
    return this.tills.every(({ machine, people }) => {
      const { records } = machine.running.localRecords;
      return (
        people.isReconciled &&
        records.pending().every((id) => {
          const facts = records.find(id);
          return facts !== null && stateOf(facts, machine.nowMs) === 'attention';
        })
      );
    });
  }
}
