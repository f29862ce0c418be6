import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLocalRecords } from '../../src-main/app/counter/counter.ts';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { tempFolder } from '../support/temp.ts';
import { newOperationId, value } from '../unit/src-main/orders/till.ts';

const child = join(import.meta.dirname, 'money-back-child.ts');

it('money back that is killed at the commit went back once or not at all, and never more than was paid', () => {
  const directory = tempFolder();
  const operationId = newOperationId();
  const kept: unknown[] = [];
  // Of 2.500 there is 1 to give back twice; the last two are refused.
  for (const dies of ['written', 'committed', 'written', 'committed', 'committed', 'written']) {
    const run = spawnSync(process.execPath, [child, directory, operationId, dies], { encoding: 'utf8' });
    expect([dies, run.signal, run.stderr]).toEqual([dies, 'SIGKILL', '']);
    const { journal, payments } = value(
      openLocalRecords({ directory, clock: systemClock, randomness: systemRandomness }),
    );
    const [order] = payments.sale(operationId)?.orders ?? [];
    if (order === undefined) throw new Error('the sale is gone');
    kept.push(payments.now().keptOf(order.sale).toFixed(3));
    expect(journal.verify()).toMatchObject({ ok: true });
    expect(journal.compareProjection()).toEqual([]);
    journal.close();
  }
  expect(kept).toEqual(['2.500', '1.500', '1.500', '0.500', '0.500', '0.500']);
});
