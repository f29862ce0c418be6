import { decisionChoices, type Failure } from '../../../../src-shared/contract/codes.ts';
import { detailedAsRecorded } from '../../../../src-shared/contract/details.ts';
import type { Counter } from '../../../app/counter/counter.ts';
import type { OperationId } from '../../../core/ids.ts';
import type { Result } from '../../../core/result.ts';
import type { PartnerSession } from '../../../exchange/session.ts';
import type { Attempt, Order } from '../../../orders/machine/order.ts';
import { holdsTexts } from '../../../orders/records/check-texts.ts';
import { failureOfCode } from '../../../orders/views/order-view.ts';
import { clockNamed } from '../../../partner-api/problem.ts';
import { invalid, uuidWord } from '../terminal/arguments.ts';
import { done, failed, promised, type CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';
import type { Command } from './command.ts';
import {
  orderColumns,
  orderValue,
  sayClosed,
  sayForStaff,
  sayRisk,
  sayTimes,
  sayUnproved,
  timesInRecords,
} from './order-layout.ts';
import { orderOutcome } from './order-outcome.ts';
import { findQuery } from './orders-find.ts';

const pageSize = 50;

export const orders: Command = {
  usage: '[find (TEXT | --serial [--serial-file FILE])] [--pending] [--cursor C | --all]',
  options: ['pending', 'cursor', 'all', 'serial', 'serial-file'],
  optionsFor: { '': ['pending', 'cursor', 'all'] },
  columns: orderColumns,
  words: { from: 0, to: 13 },
  roles: null,
  tellsCost: true,
  run: async (context) => {
    const query = await findQuery(context);
    if (!query.ok) return failed(query.error);
    if (query.value === null) return done({ items: [] });
    const localRecords = await context.recordsWithTexts();
    if (!localRecords.ok) return failed(localRecords.error);
    const { records, journal, hasTexts } = localRecords.value;
    const isByWords = query.value.find !== undefined;
    if (isByWords && !hasTexts && holdsTexts(journal)) context.say(context.text('cli.find.closed'));
    const items: ReturnType<typeof orderValue>[] = [];
    // What is not settled must not hide behind a page.
    const pending = context.args.flag('pending');
    let cursor = context.args.text('cursor');
    do {
      const page = records.page({
        show: pending ? 'pending' : 'all',
        limit: pageSize,
        ...query.value,
        ...(cursor === null ? {} : { cursor }),
      });
      if (!page.ok) return failed(page.error);
      for (const operationId of page.value.operationIds) {
        const facts = records.find(operationId);
        if (facts !== null) items.push(orderValue(operationId, facts, context.nowMs()));
      }
      cursor = page.value.nextCursor ?? null;
    } while ((pending || context.args.flag('all')) && cursor !== null);
    sayClosed(context, items);
    return done({ items, ...(cursor === null ? {} : { nextCursor: cursor }) });
  },
};

export const order: Command = {
  usage: 'OP [--remote]',
  options: ['remote'],
  words: { from: 1, to: 1 },
  roles: null,
  tellsCost: true,
  run: async (context) => {
    const operationId = uuidWord<OperationId>(context.args, 0, 'operation-id');
    if (!operationId.ok) return failed(operationId.error);
    return context.args.flag('remote') ? readRemote(context, operationId.value) : showLocal(context, operationId.value);
  },
};

export const cancel: Command = {
  usage: 'OP',
  options: [],
  words: { from: 1, to: 1 },
  roles: ['cashier', 'manager'],
  run: (context) => change(context, ({ orders: engine }, operationId) => engine.cancel(operationId)),
};

export const keepWanted: Command = {
  usage: 'OP',
  options: [],
  words: { from: 1, to: 1 },
  roles: ['cashier', 'manager'],
  run: (context) => change(context, ({ orders: engine }, operationId) => engine.keepWanted(operationId)),
};

export const handOver: Command = {
  usage: 'OP',
  options: [],
  words: { from: 1, to: 1 },
  roles: ['cashier', 'manager'],
  run: (context) => change(context, ({ reveals }, operationId) => reveals.handOver(operationId)),
};

export const decide: Command = {
  usage: `OP (${decisionChoices.join(' | ')})`,
  options: [],
  words: { from: 2, to: 2 },
  roles: ['manager'],
  approval: 'always',
  run: (context) => {
    const choice = decisionChoices.find((each) => each === context.args.words[1]);
    if (choice === 'resend') sayRisk(context);
    return choice === undefined
      ? failed(invalid('choice').error)
      : change(context, ({ orders: engine }, operationId) => engine.decide(operationId, choice));
  },
};

/** Changes one order by a person's word and shows it. */
async function change(
  context: CliContext,
  act: (counter: Counter, operationId: OperationId) => Result<Order, Failure>,
): Promise<CommandOutcome> {
  const operationId = uuidWord<OperationId>(context.args, 0, 'operation-id');
  if (!operationId.ok) return failed(operationId.error);
  const counter = await context.counter();
  if (!counter.ok) return failed(counter.error);
  const changed = act(counter.value, operationId.value);
  return changed.ok ? done(orderValue(operationId.value, changed.value, context.nowMs())) : failed(changed.error);
}

async function showLocal(context: CliContext, operationId: OperationId): Promise<CommandOutcome> {
  const localRecords = await context.recordsWithTexts();
  if (!localRecords.ok) return failed(localRecords.error);
  const facts = localRecords.value.records.find(operationId);
  if (facts === null) return failed({ code: 'operation_unknown', operationId });
  sayForStaff(context, operationId, facts);
  sayUnproved(context, operationId, facts);
  const profile = await context.profile();
  sayTimes(context, operationId, timesInRecords(operationId, facts, profile, context.nowMs()));
  const value = orderValue(operationId, facts, context.nowMs());
  sayClosed(context, [value]);
  return done(value);
}

async function readRemote(context: CliContext, operationId: OperationId): Promise<CommandOutcome> {
  const counter = await context.counter();
  if (!counter.ok) return failed(counter.error);
  const facts = await counter.value.orders.read(operationId);
  const known = counter.value.localRecords.records.find(operationId);
  if (!facts.ok)
    return known === null
      ? failed(facts.error)
      : unread(
          orderOutcome(operationId, known, context.nowMs()),
          facts.error,
          orderValue(operationId, known, context.nowMs()),
        );
  sayForStaff(context, operationId, facts.value);
  sayUnproved(context, operationId, facts.value);
  const read = facts.value.attempts.findLast(({ call }) => call === 'getPartnerOrder');
  const failure = read === undefined ? null : readFailure(counter.value.session, read);
  const value = orderValue(operationId, facts.value, context.nowMs());
  sayClosed(context, [value]);
  return failure === null
    ? done(value)
    : unread(orderOutcome(operationId, facts.value, context.nowMs()), { ...failure, operationId }, value);
}

/** A read that was refused says nothing of the order: the exit goes by the order as it is known here. */
function unread(asItStands: CommandOutcome, failure: Failure, value: object): CommandOutcome {
  const outcome = failed(failure);
  if (outcome.exit !== 3) return { ...outcome, value };
  return asItStands.exit === 0 ? done({ ...value, readError: promised(failure) }) : { ...asItStands, error: failure };
}

/**
 * Why a read said nothing of the order: it did not get through, or the service refused it. Null where it was answered.
 */
function readFailure(session: PartnerSession, { progress }: Attempt): Failure | null {
  if (progress.stage === 'notSent') return { code: 'service_unreachable' };
  if (progress.stage === 'lost') return { code: 'connection_lost' };
  if (progress.stage !== 'judged') return null;
  const { verdict, httpStatus, requestId } = progress;
  const context = { httpStatus, ...(requestId === null ? {} : { requestId }) };
  switch (verdict.outcome) {
    case 'unverified':
      return clockNamed(session, detailedAsRecorded('answer_unverified', verdict.reason));
    case 'notFound':
      return { code: 'resource_not_found', ...context };
    case 'nothing':
      return { ...(verdict.code === null ? { code: 'answer_unreadable' } : failureOfCode(verdict.code)), ...context };
    default:
      return null;
  }
}
