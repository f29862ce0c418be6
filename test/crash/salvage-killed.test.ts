import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { journalRules } from '../../src-main/app/counter/journal-rules.ts';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { replacingSteps } from '../../src-main/journal/replacing.ts';
import { salvageJournal } from '../../src-main/journal/salvage.ts';
import { openLosses } from '../../src-main/reveals/records/losses.ts';
import { runCounter } from '../support/counter.ts';
import { damageIntentOf } from '../support/damaged-intent.ts';
import { valueOf } from '../support/outcome.ts';
import { tempFolder } from '../support/temp.ts';
import { openAt, sellMany } from './many-orders.ts';

/** The folder of a counter that sold six times, with one bit of the second intent changed; and what it sold. */
function damaged() {
  const data = join(tempFolder(), 'counter');
  const localRecords = openAt(data);
  if (!localRecords.ok) throw new Error(localRecords.error.code);
  const sold = sellMany(localRecords.value, 6).map(({ operationId }) => operationId);
  localRecords.value.close();
  // A backup would fill the gap.
  rmSync(join(data, 'backups'), { recursive: true });
  const lost = sold[1] ?? '';
  damageIntentOf(join(data, 'journal.db'), lost);
  return { data, lost, kept: sold.filter((id) => id !== lost) };
}

test.each(replacingSteps)(
  'a salvage that is killed at %s leaves the damaged journal, or what was lifted from it',
  async (step) => {
    const isDecided = replacingSteps.indexOf(step) >= replacingSteps.indexOf('replacement-decided');
    const { data, lost, kept } = damaged();
    const before = readFileSync(join(data, 'journal.db'));
    const killed = await runCounter(['journal', 'salvage'], { data, env: { COUNTERFOIL_CRASH_AT: step } });
    expect(killed.signal, killed.stderr).toBe('SIGKILL');
    if (!isDecided) {
      expect(readFileSync(join(data, 'journal.db')).equals(before)).toBe(true);
      const opened = openAt(data);
      if (opened.ok) opened.value.close();
      expect(opened.ok ? opened.value.journal.trouble() : opened.error).toMatchObject({ code: 'journal_corrupt' });
      valueOf(await runCounter(['journal', 'salvage', '--json'], { data }), z.object({ setAside: z.string() }));
    }
    const localRecords = openAt(data);
    if (!localRecords.ok) throw new Error(localRecords.error.code);
    const { journal, records } = localRecords.value;
    expect([journal.verify().ok, journal.copyStatus(), openLosses(journal)]).toEqual([
      true,
      'restored',
      [{ operationId: lost, what: 'intent' }],
    ]);
    expect(kept.filter((id) => records.find(id)?.completed === null || journal.sealed(id) === null)).toEqual([]);
    localRecords.value.close();
    expect(['journal.db.restoring', 'journal.db.restored'].filter((name) => existsSync(join(data, name)))).toEqual([]);
  },
);

test('a salvage of records that lost nothing since the last one puts them in no new doubt', () => {
  const { data, lost } = damaged();
  const salvage = () =>
    salvageJournal({ directory: data, clock: systemClock, randomness: systemRandomness, rules: journalRules });
  expect(salvage()).toMatchObject({ ok: true, value: { missing: [{ operationId: lost, what: 'intent' }] } });
  const first = openAt(data);
  if (!first.ok) throw new Error(first.error.code);
  expect(first.value.journal.reconcileCopyStatus({}).ok).toBe(true);
  first.value.close();
  expect(salvage()).toMatchObject({ ok: true, value: { gaps: [], missing: [] } });
  const second = openAt(data);
  if (!second.ok) throw new Error(second.error.code);
  expect([second.value.journal.copyStatus(), second.value.journal.verify().ok]).toEqual(['own', true]);
  second.value.close();
});
