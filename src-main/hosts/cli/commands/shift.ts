import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { dayCalls } from '../../../../src-shared/contract/day.ts';
import { fitsCoins } from '../../../../src-shared/money/currency-decimals.ts';
import { ok, type Result } from '../../../core/result.ts';
import type { Sum } from '../../../day/machine/events.ts';
import type { DayRecords, OpenShift } from '../../../day/records/day-records.ts';
import { openShiftView, reportOfZ } from '../../../day/views/day-report.ts';
import { invalid, type Arguments } from '../terminal/arguments.ts';
import { done, failed, type CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';
import type { Command } from './command.ts';
import { dayIn } from './report.ts';

export const shift: Command = {
  usage:
    'show | open [--counted CUR=AMOUNT]... | hand-over [--counted CUR=AMOUNT]... | close [--counted CUR=AMOUNT]...',
  options: ['counted'],
  optionsFor: { show: [], open: ['counted'], 'hand-over': ['counted'], close: ['counted'] },
  words: { from: 1, to: 1 },
  roles: ['cashier', 'manager'],
  needsNobodyFor: ['show'],
  run: async (context) => {
    const counted = countedIn(context.args);
    if (!counted.ok) return failed(counted.error);
    const day = await dayIn(context);
    if (!day.ok) return failed(day.error);
    const outcome = run(context, day.value, counted.value);
    const [what] = context.args.words;
    if (outcome.exit === 0 && (what === 'open' || what === 'close')) await readBalances(context, occasions[what]);
    return outcome;
  },
};

/** With which words balances are read, so that a comparison can reckon with them later. */
const occasions = { open: 'shift', close: 'z' } as const;
const longestReadMs = 15_000;

/** Where the service is named and the key at hand. What was done stands, whatever comes of it. */
async function readBalances(context: CliContext, occasion: (typeof occasions)[keyof typeof occasions]): Promise<void> {
  if ((await context.profile()) === null || !context.sealer().ok) return;
  const counter = await context.counter();
  if (!counter.ok) return;
  const signal = AbortSignal.any([context.stopping, AbortSignal.timeout(longestReadMs)]);
  await counter.value.balanceReader.read(occasion, signal);
}

function run(context: CliContext, day: DayRecords, counted: readonly Sum[] | null): CommandOutcome {
  switch (context.args.words[0]) {
    case 'show':
      return done({ open: shiftValue(day.openShift()) });
    case 'open':
      return outcomeOf(day.beginShift(counted));
    case 'hand-over':
      return outcomeOf(day.handOver(counted));
    case 'close': {
      const issued = day.close(counted);
      return issued.ok ? done(reportOfZ(day, issued.value, { seesCost: false })) : failed(issued.error);
    }
    default:
      return failed(invalid('shift').error);
  }
}

function countedIn(args: Arguments): Result<readonly Sum[] | null, Failure> {
  const given = args.list('counted').map((text) => {
    const [, currency = '', amount = ''] = /^([^=]*)=(.*)$/.exec(text) ?? [];
    return { amount, currency };
  });
  const read = dayCalls.close.input.safeParse({ counted: given });
  // A code in small letters is a slip of the hand: its money would stand beside that of the code.
  const isSlip = ({ amount, currency }: Sum): boolean => /^[a-z]{3}$/.test(currency) || !fitsCoins(amount, currency);
  if (!read.success || given.some(isSlip)) return invalid('counted');
  return ok(given.length === 0 ? null : given);
}

function outcomeOf(shifted: Result<OpenShift, Failure>): CommandOutcome {
  return shifted.ok ? done({ open: shiftValue(shifted.value) }) : failed(shifted.error);
}

function shiftValue(open: OpenShift | null): object | null {
  return open === null ? null : openShiftView(open);
}
