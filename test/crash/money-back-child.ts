import { openLocalRecords } from '../../src-main/app/counter/counter.ts';
import { knownId, type OperationId } from '../../src-main/core/ids.ts';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { orderEvent } from '../../src-main/orders/machine/events.ts';
import { openPaymentRecords } from '../../src-main/payments/records/payment-records.ts';
import { methodsOf } from '../support/journal-methods.ts';
import { intent } from '../unit/src-main/orders/order-samples.ts';

/**
 * Sells one order at a folder once, gives 1 of its 2.500 back, and is killed at a step of that: `written`, before the
 * transaction commits; `committed`, before anybody hears of it.
 */
const [directory = '', order = '', dies = ''] = process.argv.slice(2);
const die = (): never => {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('outlived a kill');
};
const opened = openLocalRecords({
  directory,
  clock: systemClock,
  randomness: systemRandomness,
  answerRoomBytes: 4_096,
});
if (!opened.ok) throw new Error('the folder did not open');
const { journal, records, payments } = opened.value;
const operationId = knownId<OperationId>(order);
payments.setUsual('cash');
if (records.find(operationId) === null) {
  const charge = { price: '1.250', total: '2.500', currency: 'KWD', source: 'rule', ruleId: null } as const;
  records.record(operationId, [
    orderEvent(operationId, 'order-intended', { ...intent, charge: { ...charge, margin: '0', revision: 1 } }),
    orderEvent(operationId, 'attention-raised', { reason: 'idempotency_conflict' }),
    orderEvent(operationId, 'decision-made', {
      choice: 'accept-as-bought',
      reason: 'idempotency_conflict',
      wantedUntilMs: intent.wantedUntilMs,
    }),
  ]);
}
const dying = openPaymentRecords({
  journal: {
    ...methodsOf(journal),
    transaction: (write) => {
      const done = journal.transaction((tx) => {
        const written = write(tx);
        return dies === 'written' ? die() : written;
      });
      return dies === 'committed' ? die() : done;
    },
  },
  records,
  randomness: systemRandomness,
});
const revision = payments.sale(operationId)?.revision ?? 0;
const seen = { operationId, revision, means: 'cash', reason: 'other' } as const;
dying.giveBack({ ...seen, lines: [{ operationId, amount: '1' }] });
die();
