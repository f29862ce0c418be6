import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { detailedAsRecorded } from '../../../../src-shared/contract/details.ts';
import type { Counter } from '../../../app/counter/counter.ts';
import type { OperationId } from '../../../core/ids.ts';
import { JournalUnavailable } from '../../../journal/journal-failure.ts';
import type { OrderEvent } from '../../../orders/machine/events.ts';
import { stateOf, type Order } from '../../../orders/machine/order.ts';
import { isRefusalCode } from '../../../partner-api/problem.ts';
import { uuidWord, wholeNumber } from '../terminal/arguments.ts';
import { failed, type CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';
import type { Command } from './command.ts';
import {
  orderColumns,
  sayForStaff,
  sayTimes,
  sayUnproved,
  sayWithoutCodes,
  timesOf,
  type CodesAsked,
} from './order-layout.ts';
import { orderOutcome } from './order-outcome.ts';

export const resume: Command = {
  usage: '[OP] [--wait S] [--now] [--reveal]',
  options: ['wait', 'now', 'reveal'],
  columns: orderColumns,
  words: { from: 0, to: 1 },
  roles: ['cashier', 'manager'],
  approval: 'asFound',
  run: async (context) => {
    const wait = wholeNumber(context.args, 'wait', { from: 0, to: 86_400, otherwise: 30 });
    if (!wait.ok) return failed(wait.error);
    const waitMs = wait.value * 1000;
    if (context.args.words.length === 0) {
      const counter = await context.counter();
      return counter.ok ? resumeAll(context, counter.value, waitMs) : failed(counter.error);
    }
    const operationId = uuidWord<OperationId>(context.args, 0, 'operation-id');
    if (!operationId.ok) return failed(operationId.error);
    const counter = await context.counter();
    return counter.ok ? settle(context, counter.value, operationId.value, waitMs) : failed(counter.error);
  },
};

type SettleContext = Pick<CliContext, 'args' | 'text' | 'say' | 'nowMs'>;

/**
 * Brings one order as far as it goes within `waitMs`; with `--reveal` its codes come out, asked from the service if
 * they must be. The exit says whether it was bought, whatever became of its codes.
 */
export async function settle(
  context: SettleContext,
  counter: Counter,
  operationId: OperationId,
  waitMs: number,
): Promise<CommandOutcome> {
  const { records } = counter.localRecords;
  const resumed = await counter.orders.resume(operationId, waitMs, context.args.flag('now') ? 'now' : 'asAsked');
  const facts = resumed.ok ? resumed.value : records.find(operationId);
  if (facts === null) return failed({ code: 'operation_unknown', operationId });
  sayForStaff(context, operationId, facts);
  sayUnproved(context, operationId, facts);
  const stopped = resumed.ok ? {} : { codesError: resumed.error };
  const asked =
    context.args.flag('reveal') && isBought(facts, context.nowMs())
      ? await askForCodes(counter, operationId, facts)
      : stopped;
  const latest = records.find(operationId) ?? facts;
  if (!resumed.ok && !isBought(latest, context.nowMs()))
    return stoppedBy({ ...resumed.error, operationId }, orderOutcome(operationId, latest, context.nowMs()));
  if (latest.keptBack) context.say(`${operationId}: ${context.text('codes.keptBack')}`);
  if (asked.codesError !== undefined) sayWithoutCodes(context, operationId, asked.codesError);
  sayTimes(context, operationId, timesOf(counter, operationId, latest, context.nowMs()));
  return orderOutcome(operationId, latest, context.nowMs(), asked);
}

function isBought(facts: Order, nowMs: number): boolean {
  return facts.completed !== null || stateOf(facts, nowMs) === 'completed';
}

/** The codes of an order that was bought, and why not all of them came. */
async function askForCodes(counter: Counter, operationId: OperationId, facts: Order): Promise<CodesAsked> {
  try {
    const shown = await counter.reveals.show(operationId);
    if (!shown.ok) return { codesError: shown.error };
    const { records } = counter.localRecords;
    const failure =
      shown.value.length < facts.intent.quantity ? records.events(operationId).findLast(isOfAReveal) : undefined;
    return {
      codes: shown.value,
      ...(failure?.kind === 'reveal-failed' ? { codesError: failureOfReveal(failure.body.reason) } : {}),
    };
  } catch (error) {
    if (error instanceof JournalUnavailable) return { codesError: error.failure };
    throw error;
  }
}

function isOfAReveal({ kind }: OrderEvent): boolean {
  return kind === 'reveal-failed' || kind === 'codes-revealed';
}

/** What kept the rest of the codes from coming is in the records as one word. */
function failureOfReveal(reason: string): Failure {
  return isRefusalCode(reason) ? { code: reason } : detailedAsRecorded('codes_unavailable', reason);
}

/**
 * What stopped the counter itself is reported as it is, but never by an exit that says that nothing was sent or bought.
 */
function stoppedBy(error: Failure, asItStands: CommandOutcome): CommandOutcome {
  const outcome = failed(error);
  const says = outcome.exit === 2 || outcome.exit === 3;
  return says && asItStands.exit !== 0 ? { ...asItStands, error } : outcome;
}

function resumeAll(context: CliContext, counter: Counter, waitMs: number): Promise<CommandOutcome> {
  return settleAll(context, counter, counter.localRecords.records.unfinished(), waitMs);
}

/** Brings several orders as far as they go, at the same time; the exit is that of the worst of them. */
export async function settleAll(
  context: SettleContext,
  counter: Counter,
  operationIds: readonly OperationId[],
  waitMs: number,
): Promise<CommandOutcome> {
  const outcomes = await Promise.all(operationIds.map((operationId) => settle(context, counter, operationId, waitMs)));
  const items = outcomes.map(({ value }) => value).filter((value) => value !== undefined);
  const worst = worstOf(outcomes);
  return worst === null ? { exit: 0, value: { items } } : { ...worst, value: { items } };
}

/** A counter that cannot go on at all first, then attention, unsettled, refused. */
function worstOf(outcomes: readonly CommandOutcome[]): Exclude<CommandOutcome, { readonly exit: 0 }> | null {
  for (const exit of [1, 6, 5, 4, 7, 3, 2] as const) {
    const found = outcomes.find((outcome) => outcome.exit === exit);
    if (found !== undefined && found.exit !== 0) return found;
  }
  return null;
}
