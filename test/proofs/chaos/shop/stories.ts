import type { RunningService } from '../../../../src-sandbox/control/service.ts';
import type { Coverage } from '../coverage.ts';
import { putServiceRight } from '../premises.ts';
import type { Draws } from '../random.ts';
import type { Till } from '../till.ts';
import type { Timeline } from '../timeline.ts';
import type { CrewStep } from './crew.ts';

const stepMs = 20_000;
const dayMs = 24 * 60 * 60_000;
/** Longer than a sale takes, and shorter than the counter waits for an answer. */
const slowReadMs = 4_000;

/** What a story needs of its day. */
export interface Stage {
  readonly till: Till;
  readonly service: RunningService;
  readonly timeline: Timeline;
  readonly coverage: Coverage;
  readonly draws: Draws;
  /** Time passes, and whoever died is started again. */
  pass(ms: number): Promise<void>;
  backUp(): void;
  /** Puts the latest backup back. */
  restoreLatest(): Promise<void>;
}

/** What takes several people and some time, so that chance alone would hardly bring it about. */
type Story = (stage: Stage) => Promise<void>;

/** A sale is under way in the backup; its Z comes after, and is lost with all that the backup does not hold. */
export const loseZ: Story = async (stage) => {
  const { till, timeline, draws } = stage;
  if (till.crew === null || !till.machine.isServing) return;
  till.crew.step('sell');
  await timeline.quiet();
  stage.backUp();
  await stage.pass(stepMs);
  for (let left = draws.between(1, 2); left > 0; left -= 1) await perform(stage, 'close');
  await stage.restoreLatest();
};

/** A customer comes back with a card, gets another one, and comes back once more with the first. */
export const comeBack: Story = async (stage) => {
  for (const step of ['sell', 'serve', 'serve', 'complain', 'replace', 'replace again', 'replace again'] as const)
    await perform(stage, step);
};

/** Nobody closes the shift for a week. */
export const weekInOneShift: Story = async (stage) => {
  const { coverage, draws } = stage;
  await perform(stage, 'open a shift');
  await perform(stage, 'sell');
  // A week of attempts at a service that refuses them takes longer than a hundred days.
  putServiceRight(stage.service, { fillWallets: false });
  stage.till.machine.putRight();
  await stage.pass(7 * dayMs + draws.below(dayMs));
  await perform(stage, 'sell');
  await perform(stage, 'close');
  coverage.add('events', 'shift open for a week');
};

/** The wallets are read slowly after a Z, and the next customer does not wait for that. */
export const sellWhileBalancesAreRead: Story = async (stage) => {
  const { till, service, coverage } = stage;
  service.controls.plant({ operation: 'getPartnerWallets', count: 2, name: 'slow', ms: slowReadMs });
  till.crew?.step('close');
  await stage.pass(slowReadMs / 2);
  till.crew?.step('sell');
  await stage.pass(stepMs);
  coverage.add('events', 'sold while balances are read');
};

/** What cashiers spent before a Z is nothing to the day after it. */
export const sellAroundZ: Story = async (stage) => {
  for (let left = stage.draws.between(2, 4); left > 0; left -= 1) await perform(stage, 'sell', 'cashier');
  await perform(stage, 'close');
  for (let left = 3; left > 0; left -= 1) await perform(stage, 'sell', 'cashier');
};

/** A customer wants their money back, once or again and again, also after the codes are out. */
export const moneyBack: Story = async (stage) => {
  for (const step of ['sell', 'give back', 'serve', 'give back', 'give back', 'give back'] as const)
    await perform(stage, step, stage.draws.oneIn(2) ? 'cashier' : 'manager');
};

async function perform(stage: Stage, step: CrewStep, role: 'manager' | 'cashier' = 'manager'): Promise<void> {
  stage.till.crew?.step(step, role);
  await stage.pass(stepMs);
}
