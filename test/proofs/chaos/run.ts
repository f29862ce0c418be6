import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { purchaseSteps } from '../../../src-main/orders/steps.ts';
import { stateOf } from '../../../src-main/orders/facts.ts';
import type { RunningService } from '../../../src-sandbox/service.ts';
import { checkBars } from './bars.ts';
import { Coverage } from './coverage.ts';
import type { RunReport, Violation } from './coverage.ts';
import { drawPlanting, drawTrap } from './faults.ts';
import { Machine } from './machine.ts';
import { People } from './people.ts';
import { openCopy, openedAtMs, putServiceRight } from './premises.ts';
import type { Premises } from './premises.ts';
import { drawsOf } from './random.ts';
import type { Draws } from './random.ts';
import { Timeline } from './timeline.ts';
import { Watch } from './watch.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const farthestJumpSeconds = 172_800;
/**
 * How long people wait for the last order of a day that went wrong. What was sent by a clock set days ahead is dated days ahead,
 * and could be accepted until then: before that the fence proves nothing.
 */
const settlingRounds = 2 * (farthestJumpSeconds / 3_600 + 6);

/** One day in the life of a counter, drawn from `seed`: whatever breaks, and then what is left of it. */
export async function runOnce(seed: number, premises: Premises, folder: string): Promise<RunReport> {
  const timeline = new Timeline(openedAtMs);
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
  readonly machine: Machine;
  readonly watch: Watch;
  readonly people: People;
  /** Cards that the counter found at the service and not in its records. */
  readonly unknownCards = new Set<string>();
  /** What makes a balance say nothing: somebody else changed it. */
  isMoneyTouched = false;
  readonly #draws: Draws;
  readonly #backups: string[] = [];
  readonly #stories: string[] = [];
  #restartAtMs: number | null = null;

  constructor(seed: number, premises: Premises, folder: string, timeline: Timeline, service: RunningService) {
    this.seed = seed;
    this.premises = premises;
    this.folder = folder;
    this.timeline = timeline;
    this.service = service;
    this.#draws = drawsOf(seed, 'schedule');
    this.watch = new Watch(this.coverage, () => this.machine.nowMs, (bar, what) => this.violate(bar, what));
    this.machine = new Machine({
      timeline, directory: join(folder, 'counter'), draws: drawsOf(seed, 'counter'), sealer: premises.sealer, connect: (connection) => service.connect(connection),
      deploymentFile: service.address.deploymentFile, witness: this.watch,
    });
    this.people = new People(this.machine, this.#draws, this.coverage, premises.goods, (error) => this.watch.failed(error));
  }

  violate(bar: string, what: string): void {
    if (!this.violations.some((known) => known.bar === bar && known.what === what)) this.violations.push({ bar, what });
  }

  tell(story: string): void {
    this.#stories.push(story);
  }

  report(): RunReport {
    return { seed: this.seed, stories: this.#stories, counts: this.coverage.counts, violations: this.violations, kills: this.watch.kills };
  }

  async live(): Promise<void> {
    try {
      await this.machine.start();
      await this.#trouble();
      await this.#settle();
      await checkBars(this);
    } catch (error) {
      this.watch.failed(error);
      this.machine.kill();
      await this.service.stop();
    }
  }

  async #trouble(): Promise<void> {
    const draws = this.#draws;
    for (let left = draws.between(6, 22); left > 0; left -= 1) {
      await this.#happen();
      await this.#pass(draws.oneIn(4) ? draws.below(12 * minuteMs) : draws.below(20_000));
    }
  }

  async #happen(): Promise<void> {
    const draws = this.#draws;
    const events: readonly (readonly [weight: number, event: () => void | Promise<void>])[] = [
      [7, () => this.people.sell()], [5, () => this.people.touch()], [2, () => this.people.sellAgain()], [1, () => this.people.reuseId()],
      [14, () => this.#plant()], [4, () => this.machine.killAt(draws.pick(purchaseSteps), draws.oneIn(3) ? 2 : 1)], [1, () => this.machine.kill()],
      [1, () => this.#restart()], [1, () => this.#rotate()], [1, () => this.#jump()], [1, () => this.#network()], [2, () => this.#trap()], [1, () => this.#backUp()], [2, () => this.#restore()], [1, () => this.#wasRestored && this.people.reconcile()],
    ];
    let drawn = draws.below(events.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, event] of events) {
      drawn -= weight;
      if (drawn < 0) return event();
    }
  }

  /** Time passes; whoever died is started again, sooner or later. */
  async #pass(ms: number): Promise<void> {
    await this.timeline.advance(this.timeline.nowMs + ms, () => this.#revive());
  }

  async #revive(): Promise<void> {
    if (this.machine.isRunning) return;
    if (this.#restartAtMs === null) {
      this.#restartAtMs = this.timeline.nowMs + this.#draws.below(40_000);
      void this.timeline.sleep(this.#restartAtMs - this.timeline.nowMs);
    }
    if (this.timeline.nowMs < this.#restartAtMs) return;
    await this.#start('after a kill');
  }

  async #start(why: string): Promise<void> {
    this.#restartAtMs = null;
    await this.machine.start();
    this.coverage.add('starts', why);
  }

  /** Ends the counter in good order, where it lives to see that. */
  async #restart(): Promise<void> {
    if (await this.machine.stop()) await this.#start('after a close');
  }

  get #wasRestored(): boolean {
    return this.coverage.of('restored', 'journals') > 0;
  }

  #plant(): void {
    const planting = drawPlanting(this.#draws);
    this.service.controls.plant(planting);
    if (JSON.stringify(planting).includes('"empty-wallet"')) this.isMoneyTouched = true;
  }

  #trap(): void {
    this.service.controls.plant(drawTrap(this.#draws));
    this.people.sellTwice();
  }

  #rotate(): void {
    this.service.controls.rotate({ old: this.#draws.pick(['kept', 'removed']) });
    this.coverage.add('events', 'service key rotated');
  }

  #jump(): void {
    const draws = this.#draws;
    const seconds = draws.oneIn(6) ? draws.between(-farthestJumpSeconds, farthestJumpSeconds) : draws.between(-600, 600);
    if (draws.oneIn(3)) this.service.controls.clock({ offsetSeconds: Math.max(-600, Math.min(600, seconds)) });
    else this.machine.offsetMs = seconds * 1000;
    this.coverage.add('events', 'clock set wrong');
    this.machine.wake();
  }

  #network(): void {
    this.machine.isOffline = true;
    this.coverage.add('events', 'network gone');
    void this.timeline.sleep(this.#draws.between(1_000, 8 * minuteMs)).then(() => {
      this.machine.isOffline = false;
      this.machine.wake();
    });
  }

  #backUp(): void {
    if (!this.machine.isRunning) return;
    const path = join(this.folder, `backup-${String(this.#backups.length)}.db`);
    const written = this.machine.running.ledger.journal.backup(path);
    if (written.ok) this.#backups.push(path);
    else this.violate('backup refused', written.error.code);
    this.coverage.add('events', 'journal backed up');
  }

  async #restore(): Promise<void> {
    const backup = this.#backups.at(this.#draws.below(Math.max(this.#backups.length, 1)));
    if (backup === undefined) {
      this.#backUp();
      return;
    }
    if (this.machine.isRunning && !this.#draws.oneIn(3)) await this.machine.stop();
    this.machine.kill();
    const by = this.#draws.pick(['the product', 'hand'] as const);
    const isPutBack = this.machine.restoreJournal(backup, by);
    await this.#start(`on a journal restored by ${by}`);
    // What was to kill it may strike at once, in what it does as it starts.
    while (!this.machine.isRunning) await this.#start('after a kill');
    this.coverage.add('restored', 'journals');
    const { book } = this.machine.running.ledger;
    if (isPutBack) for (const id of book.pending()) this.watch.restored.add(id);
    this.coverage.add('restored', 'orders pending', book.pending().length);
    this.people.forget((id) => book.find(id) === null);
  }

  /** The day ends: everything is put right, and everybody has time. */
  async #settle(): Promise<void> {
    for (const [name, count] of Object.entries(this.service.controls.faults().struck)) this.coverage.add('faults', name, count);
    putServiceRight(this.service, { fillWallets: this.isMoneyTouched });
    this.machine.putRight();
    await this.#pass(minuteMs);
    await this.#restart();
    this.people.isReconciled = !this.#wasRestored;
    for (let round = 0; round < settlingRounds && !this.#isSettled(); round += 1) {
      this.people.decide();
      this.people.hurry();
      if (!this.people.isReconciled) this.people.reconcile();
      await this.#pass(hourMs / 2);
    }
  }

  #isSettled(): boolean {
    const { book } = this.machine.running.ledger;
    return this.people.isReconciled && book.pending().every((id) => {
      const facts = book.find(id);
      return facts !== null && stateOf(facts, this.machine.nowMs) === 'attention';
    });
  }
}
