import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { journalRules } from '../../../../../src-main/app/counter/journal-rules.ts';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { atOnce } from '../../../../../src-main/core/pausable.ts';
import { systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import { automaticBackups } from '../../../../../src-main/journal/backups.ts';
import { restoreJournal } from '../../../../../src-main/journal/restore.ts';
import { salvageJournal } from '../../../../../src-main/journal/salvage.ts';
import { checkTexts } from '../../../../../src-main/orders/records/check-texts.ts';
import { openOrderTexts } from '../../../../../src-main/orders/records/order-text.ts';
import { viewOf } from '../../../../../src-main/orders/views/order-view.ts';
import { damageIntentOf } from '../../../../support/damaged-intent.ts';
import { Till, value } from '../till.ts';

const reference = 'LAYLA-HASSAN 0791/44';

interface Lost {
  readonly till: Till;
  readonly operationId: OperationId;
  /** Every body that left for it. */
  readonly bodies: () => readonly string[];
}

/** A counter that is closed, with a backup of a sale whose answer was lost. */
async function lostSale(): Promise<Lost> {
  const till = await Till.open();
  const operationId = till.place({ externalReference: reference });
  till.service.script('drop');
  await till.resume(operationId);
  till.close();
  expect(automaticBackups(till.directory)).not.toEqual([]);
  const bodies = (): readonly string[] =>
    till.service.seen.filter(({ method }) => method === 'POST').map(({ body }) => body.toString('utf8'));
  return { till, operationId, bodies };
}

/** One bit of the order's sealed text, as a bad disk would have it. */
function damageText(till: Till): void {
  const path = join(till.directory, 'journal.db');
  const file = new BetterSqlite3(path);
  const found = file.prepare("SELECT ciphertext FROM sealed_answers WHERE id LIKE 'order:%'").pluck().get();
  file.close();
  if (!Buffer.isBuffer(found)) throw new Error('no sealed text');
  const bytes = readFileSync(path);
  const at = bytes.indexOf(found);
  if (at < 0) throw new Error('not in one piece');
  bytes[at + 20] = (bytes[at + 20] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

function salvage(till: Till) {
  const { directory, clock } = till;
  return value(salvageJournal({ directory, clock, randomness: systemRandomness, rules: journalRules }));
}

describe('the text of an order, of a journal that was damaged', () => {
  it.each([
    ['its ciphertext', damageText],
    ['its event', (till: Till, id: OperationId) => void damageIntentOf(join(till.directory, 'journal.db'), id)],
    ['the end of the file', (till: Till) => truncateSync(join(till.directory, 'journal.db'), 12_288)],
  ])('comes back from a backup as the journal is salvaged, and opens: %s', async (_, damage) => {
    const { till, operationId } = await lostSale();
    damage(till, operationId);
    salvage(till);
    await till.run();
    const { localRecords, vault } = till.counter;
    expect(till.facts(operationId).intent.externalReference).toBe(reference);
    const texts = openOrderTexts(localRecords.journal, vault);
    expect(atOnce(checkTexts(localRecords, texts))).toEqual({ checked: 1, notChecked: 0, damaged: [] });
    const found = localRecords.records.page({ show: 'all', limit: 9, find: 'layla' });
    expect(value(found).operationIds).toEqual([operationId]);
    expect([localRecords.journal.verifyRecord().ok, localRecords.journal.compareProjection()]).toEqual([true, []]);
  });

  it('goes on byte for byte where nothing is lost', async () => {
    const { till, operationId, bodies } = await lostSale();
    damageText(till);
    expect(salvage(till)).toMatchObject({ gaps: [], missing: [] });
    await till.run();
    till.service.script('drop');
    await till.resume(operationId);
    expect(bodies()).toHaveLength(2);
    expect(new Set(bodies())).toEqual(new Set([till.facts(operationId).intent.body]));
  });

  it('comes back with a backup that is restored', async () => {
    const { till, operationId } = await lostSale();
    truncateSync(join(till.directory, 'journal.db'), 12_288);
    const { directory, clock } = till;
    const file = automaticBackups(directory)[0]?.path ?? '';
    value(restoreJournal({ directory, file, rules: journalRules, clock, randomness: systemRandomness }));
    await till.run();
    expect(till.facts(operationId).intent.externalReference).toBe(reference);
  });

  it('stays closed where no backup has it: the order is seen, and nothing is sent', async () => {
    const { till, operationId, bodies } = await lostSale();
    rmSync(join(till.directory, 'backups'), { recursive: true });
    damageText(till);
    salvage(till);
    await till.run();
    const view = viewOf(operationId, till.facts(operationId), till.clock.nowMs());
    expect(view).toMatchObject({ externalReference: null, textClosed: true, total: { amount: '2.500' } });
    await till.counter.orders.resume(operationId, 0, 'now');
    expect(bodies()).toHaveLength(1);
    const { journal } = till.counter.localRecords;
    expect([journal.verifyRecord().ok, journal.compareProjection()]).toEqual([true, []]);
  });
});
