import type { OperationId } from '../../../core/ids.ts';
import type { Counter } from '../../../counter.ts';
import { uuidWord, wholeNumber } from '../arguments.ts';
import type { CliContext } from '../context.ts';
import { failed } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';
import type { Command } from './command.ts';
import { orderColumns, orderOutcome, orderValue, sayForStaff } from './order-outcome.ts';

export const resume: Command = {
  usage: '[OP] [--wait S] [--reveal]',
  does: 'goes on with one order, or with all that are pending',
  options: ['wait', 'reveal'],
  columns: orderColumns,
  words: { from: 0, to: 1 },
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

/** Brings one order as far as it goes within `waitMs`; with `--reveal` its codes come out, asked from the service if they must be. */
export async function settle(context: CliContext, counter: Counter, operationId: OperationId, waitMs: number): Promise<Outcome> {
  const settled = await counter.orders.resume(operationId, waitMs);
  if (!settled.ok) return failed({ ...settled.error, operationId });
  sayForStaff(context, operationId, settled.value);
  const asItStands = orderOutcome(operationId, settled.value, context.nowMs());
  if (!context.args.flag('reveal') || settled.value.completed === null) return asItStands;
  const codes = await counter.reveals.show(operationId);
  const facts = counter.ledger.book.find(operationId) ?? settled.value;
  if (codes.ok) return orderOutcome(operationId, facts, context.nowMs(), codes.value);
  // The cards are bought all the same: the order is told beside why its codes are not.
  const refused = failed({ ...codes.error, operationId });
  return { ...refused, value: orderValue(operationId, facts, context.nowMs()) };
}

async function resumeAll(context: CliContext, counter: Counter, waitMs: number): Promise<Outcome> {
  const unfinished = counter.ledger.book.unfinished();
  const outcomes = await Promise.all(unfinished.map((operationId) => settle(context, counter, operationId, waitMs)));
  const items = outcomes.map(({ value }) => value).filter((value) => value !== undefined);
  const worst = worstOf(outcomes);
  return worst === null ? { exit: 0, value: { items } } : { ...worst, value: { items } };
}

/** A counter that cannot go on at all first, then attention, unsettled, refused. */
function worstOf(outcomes: readonly Outcome[]): Exclude<Outcome, { readonly exit: 0 }> | null {
  for (const exit of [1, 6, 5, 4, 7, 3, 2] as const) {
    const found = outcomes.find((outcome) => outcome.exit === exit);
    if (found !== undefined && found.exit !== 0) return found;
  }
  return null;
}
