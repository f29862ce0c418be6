import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { lastUnchecked } from '../../../reveals/records/owned-check.ts';
import { systemClock } from '../../system-ports.ts';
import { invalid } from '../terminal/arguments.ts';
import { done, failed, type CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';
import type { Command } from './command.ts';

export const reconcile: Command = {
  usage: '[--accept-rest NAME]',
  options: ['accept-rest'],
  words: { from: 0, to: 0 },
  roles: ['manager'],
  run: async (context) => {
    const acceptedBy = context.args.text('accept-rest')?.trim();
    if (acceptedBy === '' || (acceptedBy?.length ?? 0) > 80) return failed(invalid('accept-rest').error);
    const counter = await context.counter();
    if (!counter.ok) return failed(counter.error);
    const reconciled = await counter.value.reveals.reconcile(acceptedBy);
    return reconciled.ok ? done(reconciled.value) : stopped(context, reconciled.error);
  },
};

/** Says what could not be read, how the check goes on, and what it risks to accept the rest. */
function stopped(context: CliContext, failure: Failure): CommandOutcome {
  const localRecords = context.localRecords();
  const last = localRecords.ok ? lastUnchecked(localRecords.value.journal, systemClock.nowMs()) : null;
  if (last === null) return failed(failure);
  const { text } = context;
  context.say(`${text('copyStatus.unchecked')}:`);
  for (const { walletId, code, detail } of last.items) {
    const reason = detail === undefined ? code : `${code} (${detail})`;
    context.say(`  ${walletId ?? text('copyStatus.unchecked.wallets')}: ${reason}`);
  }
  context.say(text('copyStatus.unchecked.again'));
  if (last.acceptable) context.say(`${text('copyStatus.unchecked.risk')} (reconcile --accept-rest NAME)`);
  return { ...failed(failure), value: { unchecked: last.items } };
}
