import { openLocalRecords } from '../../src-main/app/counter/counter.ts';
import { knownId, type OperationId } from '../../src-main/core/ids.ts';
import { openDayRecords } from '../../src-main/day/records/day-records.ts';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { lastZInFile } from '../../src-main/keyring/keyring-file.ts';
import { orderEvent } from '../../src-main/orders/machine/events.ts';
import { methodsOf } from '../support/journal-methods.ts';
import { intent } from '../unit/src-main/orders/order-samples.ts';

/**
 * Sells once at a folder, then closes the day, and is killed at a step of that: `written`, before the transaction
 * commits; `committed`, before the keyring hears of it; `remembered`, after all of it.
 */
const [directory = '', dies = ''] = process.argv.slice(2);
const die = (): never => {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('outlived a kill');
};
const ports = { directory, clock: systemClock, randomness: systemRandomness };
const opened = openLocalRecords({ ...ports, answerRoomBytes: 4_096 });
if (!opened.ok) throw new Error('the folder did not open');
const { journal, records } = opened.value;
const operationId = knownId<OperationId>(systemRandomness.uuid());
const sold = records.record(operationId, [
  orderEvent(operationId, 'order-intended', intent),
  orderEvent(operationId, 'attention-raised', { reason: 'idempotency_conflict' }),
  orderEvent(operationId, 'decision-made', {
    choice: 'accept-as-bought',
    reason: 'idempotency_conflict',
    wantedUntilMs: intent.wantedUntilMs,
  }),
]);
if (!sold.ok) throw new Error('the sale was not recorded');
const memory = lastZInFile(directory);
const day = openDayRecords({
  journal: {
    ...methodsOf(journal),
    transaction: (write) =>
      journal.transaction((tx) => {
        const written = write(tx);
        return dies === 'written' ? die() : written;
      }),
  },
  randomness: systemRandomness,
  memory: {
    lastZ: () => memory.lastZ(),
    recordLastZ: (lastZ) => (dies === 'committed' ? die() : memory.recordLastZ(lastZ)),
  },
});
day.close(null);
die();
