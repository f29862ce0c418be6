import type { OperationId } from '../../../core/ids.ts';
import type { AttemptFacts } from '../../../orders/facts.ts';
import { failureOfCode } from '../../../orders/view.ts';
import type { Failure } from '../../../../src-preload/contract/codes.ts';
import { uuidWord } from '../arguments.ts';
import type { CliContext } from '../context.ts';
import { done, failed } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';
import type { Command } from './command.ts';
import { orderColumns, orderValue } from './order-outcome.ts';

const pageSize = 50;

export const orders: Command = {
  usage: '[--pending] [--cursor C | --all]',
  does: 'lists the orders of this counter, newest first, without the network',
  options: ['pending', 'cursor', 'all'],
  columns: orderColumns,
  words: { from: 0, to: 0 },
  run: (context) => {
    const ledger = context.ledger();
    if (!ledger.ok) return failed(ledger.error);
    const { book } = ledger.value;
    const items: unknown[] = [];
    // What is not settled must not hide behind a page.
    const pending = context.args.flag('pending');
    let cursor = context.args.text('cursor');
    do {
      const page = book.page({ pending, limit: pageSize, ...(cursor === null ? {} : { cursor }) });
      if (!page.ok) return failed(page.error);
      for (const operationId of page.value.operationIds) {
        const facts = book.find(operationId);
        if (facts !== null) items.push(orderValue(operationId, facts, context.nowMs()));
      }
      cursor = page.value.nextCursor ?? null;
    } while ((pending || context.args.flag('all')) && cursor !== null);
    return done({ items, ...(cursor === null ? {} : { nextCursor: cursor }) });
  },
};

export const order: Command = {
  usage: 'OP [--remote]',
  does: 'shows one order as this counter knows it; --remote reads it at the service first',
  options: ['remote'],
  words: { from: 1, to: 1 },
  run: async (context) => {
    const operationId = uuidWord<OperationId>(context.args, 0, 'operation-id');
    if (!operationId.ok) return failed(operationId.error);
    return context.args.flag('remote') ? readRemote(context, operationId.value) : showLocal(context, operationId.value);
  },
};

export const cancel: Command = {
  usage: 'OP',
  does: 'gives up an order of which it is certain that nothing was bought',
  options: [],
  words: { from: 1, to: 1 },
  run: async (context) => {
    const operationId = uuidWord<OperationId>(context.args, 0, 'operation-id');
    if (!operationId.ok) return failed(operationId.error);
    const counter = await context.counter();
    if (!counter.ok) return failed(counter.error);
    const cancelled = counter.value.orders.cancel(operationId.value);
    return cancelled.ok ? done(orderValue(operationId.value, cancelled.value, context.nowMs())) : failed(cancelled.error);
  },
};

function showLocal(context: CliContext, operationId: OperationId): Outcome {
  const ledger = context.ledger();
  if (!ledger.ok) return failed(ledger.error);
  const facts = ledger.value.book.find(operationId);
  return facts === null ? failed({ code: 'operation_unknown', operationId }) : done(orderValue(operationId, facts, context.nowMs()));
}

async function readRemote(context: CliContext, operationId: OperationId): Promise<Outcome> {
  const counter = await context.counter();
  if (!counter.ok) return failed(counter.error);
  const facts = await counter.value.orders.read(operationId);
  if (!facts.ok) return failed(facts.error);
  const read = facts.value.attempts.findLast(({ call }) => call === 'getPartnerOrder');
  const failure = read === undefined ? null : readFailure(read);
  const value = orderValue(operationId, facts.value, context.nowMs());
  return failure === null ? done(value) : { ...failed({ ...failure, operationId }), value };
}

/** Why a read told nothing of the order: it did not get through, or the service refused it. Null where it was answered. */
function readFailure({ ended, httpStatus, requestId }: AttemptFacts): Failure | null {
  if (ended === 'notSent') return { code: 'service_unreachable' };
  if (ended === 'lost') return { code: 'connection_lost' };
  if (typeof ended !== 'object' || ended === null) return null;
  const context = { ...(httpStatus === null ? {} : { httpStatus }), ...(requestId === null ? {} : { requestId }) };
  switch (ended.outcome) {
    case 'unverified': return { code: 'answer_unverified', detail: ended.reason };
    case 'notFound': return { code: 'resource_not_found', ...context };
    case 'nothing': return { ...(ended.code === null ? { code: 'answer_unreadable' } : failureOfCode(ended.code)), ...context };
    default: return null;
  }
}
