import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLocalRecords } from '../../src-main/app/counter/counter.ts';
import { addedBy } from '../../src-main/day/machine/tally.ts';
import { openDayRecords } from '../../src-main/day/records/day-records.ts';
import { nameOfZ } from '../../src-main/day/views/day-report.ts';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { lastZInFile } from '../../src-main/keyring/keyring-file.ts';
import { tempFolder } from '../support/temp.ts';
import { value } from '../unit/src-main/orders/till.ts';

const child = join(import.meta.dirname, 'day-end-child.ts');

it('a day end that is killed at any step comes out once, and no sale is in two or in none', () => {
  const directory = tempFolder();
  const kills = ['remembered', 'written', 'committed', 'committed', 'written', 'written', 'remembered', 'committed'];
  for (const dies of kills) {
    const run = spawnSync(process.execPath, [child, directory, dies], { encoding: 'utf8' });
    expect([dies, run.signal, run.stderr]).toEqual([dies, 'SIGKILL', '']);
  }
  const { journal } = value(openLocalRecords({ directory, clock: systemClock, randomness: systemRandomness }));
  const memory = lastZInFile(directory);
  const day = openDayRecords({ journal, randomness: systemRandomness, memory });
  const zs = day.zs(99).toReversed();
  expect(zs.map(({ z }) => nameOfZ(z))).toEqual(['1-1', '1-2', '1-3', '1-4']);
  // What a killed end would have held is in the next one. The second `committed` dies before its own.
  expect(zs.map(({ z }) => addedBy(z).sales)).toEqual([1, 2, 4, 1]);
  expect(zs.at(-1)?.z.running.sales).toBe(kills.length);
  expect(day.x()).toMatchObject({ number: 5, sold: [], soldLate: [], lost: null });
  expect(memory.lastZ()).toMatchObject({ epoch: 1, number: 4, running: { sales: kills.length } });
  expect(journal.verify()).toMatchObject({ ok: true });
  expect(journal.compareProjection()).toEqual([]);
  journal.close();
});
