import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { moneyBackReasons, paymentMeans, type PaymentMeans } from '../../../../src-shared/contract/payment-words.ts';
import type { SalePayment } from '../../../../src-shared/contract/payments.ts';
import type { OperationId } from '../../../core/ids.ts';
import { err, type Result } from '../../../core/result.ts';
import type { PaymentRecords, SaleMoney } from '../../../payments/records/payment-records.ts';
import { notingView, paymentView } from '../../../payments/views/payment-view.ts';
import { approvalFault } from '../../../staff/acting.ts';
import { invalid, uuidWord } from '../terminal/arguments.ts';
import { done, failed, type CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';
import type { Command } from './command.ts';

/** Stands for a shop that does not note it. */
const none = 'none';

export const payments: Command = {
  usage:
    `noting | set (cash | card | other | ${none}) | show OP | note OP MEANS [--ahead | --not-ahead] | ` +
    'give-back OP AMOUNT MEANS --reason R [--after-restore] | void OP MEANS --reason R [--after-restore]',
  options: ['ahead', 'not-ahead', 'reason', 'after-restore'],
  optionsFor: {
    noting: [],
    set: [],
    show: [],
    note: ['ahead', 'not-ahead'],
    'give-back': ['reason', 'after-restore'],
    void: ['reason', 'after-restore'],
  },
  words: { from: 1, to: 4 },
  roles: ['cashier', 'manager'],
  needsNobodyFor: ['noting', 'show'],
  managersFor: ['set'],
  approval: 'asFound',
  run: async (context) => {
    const [what = ''] = context.args.words;
    const wanted = Object.hasOwn(wordsAfter, what) ? wordsAfter[what] : undefined;
    if (wanted === undefined || context.args.words.length - 1 !== wanted) return failed(invalid('payments').error);
    const localRecords = context.localRecords();
    if (!localRecords.ok) return failed(localRecords.error);
    const records = localRecords.value.payments;
    if (what === 'noting') return done(notingView(records));
    if (what === 'set') return set(context, records);
    const operationId = uuidWord<OperationId>(context.args, 1, 'operation-id');
    if (!operationId.ok) return failed(operationId.error);
    if (what === 'show') {
      const sale = records.sale(operationId.value);
      return sale === null
        ? failed({ code: 'operation_unknown', operationId: operationId.value })
        : done(viewOf(context, records, sale));
    }
    // Nothing is changed on records that were copied, which only the open counter knows.
    const counter = await context.counter();
    if (!counter.ok) return failed(counter.error);
    const open = counter.value.localRecords.payments;
    const changed = change(context, open, { what, operationId: operationId.value });
    return changed.ok ? done(viewOf(context, open, changed.value)) : failed(changed.error);
  },
};

/** How many words follow each. */
const wordsAfter: Readonly<Record<string, number>> = {
  noting: 0,
  set: 1,
  show: 1,
  note: 2,
  'give-back': 3,
  void: 2,
};

async function set(context: CliContext, records: PaymentRecords): Promise<CommandOutcome> {
  const [, word] = context.args.words;
  const usual = word === none ? null : meansIn(word);
  if (usual === undefined) return failed(invalid('means').error);
  const counter = await context.counter();
  if (!counter.ok) return failed(counter.error);
  const kept = records.setUsual(usual);
  return kept.ok ? done(notingView(records)) : failed(kept.error);
}

function change(
  { args }: CliContext,
  records: PaymentRecords,
  { what, operationId }: { readonly what: string; readonly operationId: OperationId },
): Result<SaleMoney, Failure> {
  if (args.flag('ahead') && args.flag('not-ahead')) return invalid('not-ahead');
  const means = meansIn(args.words.at(-1));
  if (means === undefined) return invalid('means');
  if (what === 'note') return records.note({ operationId, means, ...aheadOf(args) });
  const reason = moneyBackReasons.find((known) => known === args.text('reason'));
  if (reason === undefined) return invalid('reason');
  const sale = records.sale(operationId);
  if (sale === null) return err({ code: 'operation_unknown', operationId });
  const fault = approvalFault([{ kind: 'moneyBack' }]);
  if (fault !== null) return err({ ...fault, field: 'approved-by' });
  const seen = { operationId, revision: sale.revision, means, reason, afterRestore: args.flag('after-restore') };
  if (what === 'void') return records.voidSale(seen);
  const [, , amount = ''] = args.words;
  const given = records.giveBack({ ...seen, lines: [{ operationId, amount }] });
  // One order has one line, and a command has no lines.
  return given.ok || given.error.field !== 'lines.0.amount' ? given : err({ ...given.error, field: 'amount' });
}

/** What was said of an order without a result; nothing where the means alone are noted. */
function aheadOf(args: CliContext['args']): { readonly ahead?: boolean } {
  if (args.flag('not-ahead')) return { ahead: false };
  return args.flag('ahead') ? { ahead: true } : {};
}

function meansIn(word: string | undefined): PaymentMeans | undefined {
  return paymentMeans.find((known) => known === word);
}

function viewOf(context: CliContext, records: PaymentRecords, sale: SaleMoney): SalePayment {
  return paymentView(sale, records.now(), context.nowMs());
}
