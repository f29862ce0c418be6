import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { automaticBackups } from '../../../../src-main/journal/backups.ts';
import { lossesIn } from '../../../../src-main/journal/gaps.ts';
import type { Journal } from '../../../../src-main/journal/journal.ts';
import { openJournal } from '../../../../src-main/journal/open-journal.ts';
import { replacingSteps } from '../../../../src-main/journal/replacing.ts';
import { tempFolder } from '../../../support/temp.ts';
import { DamagedCounter, ids, judged, sealedOf } from './damaged-counter.ts';
import { openOrThrow } from './journal-fixture.ts';

const [first, second, third] = ids;
let counter: DamagedCounter;

beforeEach(() => {
  counter = new DamagedCounter();
});

const recordOf = (journal: Journal) =>
  journal.events().map(({ seq, subject, kind, atMs, hash }) => ({ seq, subject, kind, atMs, hash }));

describe('a journal whose record is whole', () => {
  test('comes back as it was, counts as its own, and the damaged file is kept aside', () => {
    counter.threeOrders();
    const before = counter.open();
    const [record, installationId, status] = [recordOf(before), before.installationId, before.copyStatus()];
    before.close();
    counter.unreadable();
    const bytes = readFileSync(counter.path);
    const result = counter.salvaged();
    expect(result).toMatchObject({ events: 5, sealedAnswers: 2, gaps: [], missing: [] });
    expect(readFileSync(join(result.setAside ?? '', 'journal.db')).equals(bytes)).toBe(true);
    const after = counter.open();
    expect(recordOf(after)).toEqual(record);
    expect([after.installationId, after.copyStatus(), status]).toEqual([installationId, 'own', 'own']);
    expect(after.head()).toEqual(result.head);
    for (const id of [first, second]) {
      const sealed = after.sealed(`answer-${id}`);
      if (sealed === null || sealed === 'purged') throw new Error('no sealed answer');
      expect([Buffer.from(sealed.ciphertext), Buffer.from(sealed.wrappedKey)]).toEqual([
        sealedOf(id).ciphertext,
        sealedOf(id).wrappedKey,
      ]);
    }
    expect(ids.map((id) => after.projected(id)?.pending)).toEqual([false, false, true]);
    expect([after.verify().ok, after.verifyRecord().ok]).toEqual([true, true]);
    // The triggers are there again.
    after.close();
    const file = new BetterSqlite3(counter.path);
    expect(() => file.exec("UPDATE events SET kind = 'x'")).toThrow();
    expect(() => file.exec("INSERT INTO events VALUES (9, 0, '', 'x', '{}', zeroblob(32), zeroblob(32))")).toThrow();
    file.close();
    expect(readdirSync(counter.directory).filter((name) => name.includes('restor'))).toEqual([]);
  });

  test('comes back with what lies in its log alone', () => {
    const journal = counter.open();
    counter.intend(journal, first);
    counter.judge(journal, first);
    const [file, log] = [readFileSync(counter.path), readFileSync(`${counter.path}-wal`)];
    journal.close();
    file.fill(0xff, 20, 90);
    writeFileSync(counter.path, file);
    writeFileSync(`${counter.path}-wal`, log);
    counter.removeBackups();
    const result = counter.salvaged();
    expect(result).toMatchObject({ events: 2, sealedAnswers: 1, gaps: [], missing: [] });
    expect(readdirSync(result.setAside ?? '')).toEqual(expect.arrayContaining(['journal.db', 'journal.db-wal']));
  });
});

describe('an event that was damaged', () => {
  beforeEach(() => {
    counter.threeOrders();
    // The first order's intent: its hash does not fit it any more.
    counter.tampered(`UPDATE events SET kind = 'order-intendeX' WHERE seq = 1`);
  });

  test('is a gap that names both of its edges, and its order is listed without its intent', () => {
    const result = counter.salvaged();
    expect(result).toMatchObject({ events: 4, sealedAnswers: 2, missing: [{ operationId: first, what: 'intent' }] });
    expect(result.gaps).toHaveLength(1);
    expect(result.gaps[0]).toMatchObject({ after: { seq: 0 }, before: { seq: 2 } });
    const journal = counter.open();
    const recorded = journal.events({ kind: 'journal-salvaged' });
    expect(lossesIn(recorded)).toEqual({ gaps: result.gaps, missing: result.missing, answers: [], keys: [] });
    expect([journal.verify().ok, journal.verifyRecord().ok]).toEqual([true, true]);
    expect(journal.events().map(({ seq }) => seq)).toEqual([2, 3, 4, 5, 6, 7]);
  });

  test('makes the records count as restored, and what was pending stays as it is', () => {
    counter.salvaged();
    const journal = counter.open();
    expect([journal.copyStatus(), journal.copyFacts().boundarySeq, journal.isSettleOnly(third)]).toEqual([
      'restored',
      6,
      true,
    ]);
    expect(journal.events({ kind: 'custody-changed' })[0]?.body).toMatchObject({
      cause: 'restored',
      evidence: ['salvage_command'],
      pending: [third],
    });
    expect(journal.projected(third)?.pending).toBe(true);
  });

  test('is no news to a second salvage', () => {
    counter.salvaged();
    counter.open().close();
    counter.removeBackups();
    counter.unreadable();
    expect(counter.salvaged()).toMatchObject({ gaps: [], missing: [] });
  });

  test('and what is lost later, of the same order or of another, is recorded by the second salvage alone', () => {
    counter.salvaged();
    counter.tampered(`DELETE FROM sealed_keys WHERE id = 'answer-${first}'; DELETE FROM events WHERE seq = 3`);
    expect(counter.salvaged().missing).toEqual([
      { operationId: second, what: 'intent' },
      { operationId: first, what: 'key' },
    ]);
  });

  test('is no news where the process of the first salvage ended before its end', () => {
    const ended = new Error('the process ended');
    expect(() =>
      counter.salvage({
        step: (step) => {
          if (step === 'replacement-decided') throw ended;
        },
      }),
    ).toThrow(ended);
    counter.clock.atMs += 60_000;
    const again = counter.salvaged();
    expect(again).toMatchObject({ gaps: [], missing: [] });
    const aside = openOrThrow(again.setAside ?? '', counter.clock);
    expect(aside.events({ kind: 'journal-salvaged' })).toHaveLength(1);
    aside.close();
  });
});

describe('what is lost of an order', () => {
  test.each([
    [
      'its answer',
      `DELETE FROM sealed_answers WHERE id = 'answer-${first}'; DELETE FROM sealed_keys WHERE id = 'answer-${first}'`,
      'answer',
      1,
    ],
    ['the key of its answer', `DELETE FROM sealed_keys WHERE id = 'answer-${first}'`, 'key', 2],
    [
      'the right answer',
      `UPDATE sealed_answers SET ciphertext = zeroblob(300) WHERE id = 'answer-${first}'`,
      'answer',
      1,
    ],
  ] as const)('is said: %s', (_, sql, what, sealedAnswers) => {
    counter.threeOrders();
    counter.tampered(sql);
    expect(counter.salvaged()).toMatchObject({
      events: 5,
      gaps: [],
      missing: [{ operationId: first, what }],
      sealedAnswers,
    });
    const journal = counter.open();
    expect(journal.copyStatus()).toBe('restored');
    expect([journal.verify().ok, journal.verifyRecord().ok]).toEqual([true, true]);
  });

  test('is said: events behind its intent, where its row knows of later ones', () => {
    counter.threeOrders();
    counter.tampered(`DELETE FROM events WHERE seq = 2; UPDATE events SET kind = kind WHERE seq = 3`);
    const result = counter.salvaged();
    expect(result.missing).toEqual([{ operationId: first, what: 'events' }]);
    expect(result.gaps).toMatchObject([{ after: { seq: 1 }, before: { seq: 3 } }]);
    // Its answer is kept: it may be all that is left of a sale.
    expect(result.sealedAnswers).toBe(2);
  });

  test('is the whole order, where only its row tells of it', () => {
    counter.threeOrders();
    counter.tampered('DELETE FROM events WHERE seq = 5');
    const result = counter.salvaged();
    expect(result.missing).toEqual([{ operationId: third, what: 'intent' }]);
    expect(result.gaps).toMatchObject([{ after: { seq: 4 }, before: { seq: 6 } }]);
  });

  test('is its intent, where another event is all that tells of it, and no subject that is no order is taken for one', () => {
    const journal = counter.open();
    counter.intend(journal, first);
    counter.judge(journal, first);
    journal.append({ subject: second, kind: 'no-order', body: {} }, { subject: 'all', kind: judged, body: {} });
    journal.close();
    counter.removeBackups();
    counter.tampered('DELETE FROM events WHERE seq = 1; DELETE FROM operations');
    expect(counter.salvaged().missing).toEqual([{ operationId: first, what: 'intent' }]);
  });

  test('makes the records count as restored, though all that is lost is of no order', () => {
    const journal = counter.open();
    for (const kind of ['noted', 'noted-too']) journal.append({ subject: '', kind, body: {} });
    journal.close();
    counter.removeBackups();
    counter.tampered('DELETE FROM events WHERE seq = 1');
    expect(counter.salvaged().missing).toEqual([]);
    expect(counter.open().copyStatus()).toBe('restored');
  });

  test('makes the records count as restored, though only a row tells that an event came later', () => {
    counter.threeOrders();
    counter.tampered(`UPDATE operations SET updated_at_ms = updated_at_ms + 1 WHERE operation_id = '${first}'`);
    expect(counter.salvaged()).toMatchObject({ gaps: [], missing: [{ operationId: first, what: 'events' }] });
    expect(counter.open().copyStatus()).toBe('restored');
  });

  test('is recorded once where it is salvaged in another place, which is its own then', () => {
    counter.threeOrders();
    counter.tampered('DELETE FROM events WHERE seq = 5');
    const elsewhere = join(counter.directory, '..', 'elsewhere');
    cpSync(counter.directory, elsewhere, { recursive: true });
    expect(counter.salvage({ directory: elsewhere }).ok).toBe(true);
    expect(
      openOrThrow(elsewhere, counter.clock)
        .events({ kind: 'custody-changed' })
        .map(({ body }) => body['cause']),
    ).toEqual(['restored']);
  });

  test('is nothing where its key was destroyed on purpose', () => {
    counter.threeOrders();
    const journal = counter.open();
    const purged = journal.transaction((tx) => {
      tx.purgeSealed(`answer-${first}`);
      tx.append({ subject: '', kind: 'codes-purged', body: { sealedIds: [`answer-${first}`] } });
    });
    expect(purged.ok).toBe(true);
    journal.close();
    counter.removeBackups();
    counter.unreadable();
    expect(counter.salvaged()).toMatchObject({ gaps: [], missing: [], sealedAnswers: 2 });
    expect(counter.open().sealed(`answer-${first}`)).toBe('purged');
  });
});

describe('what the file lacks', () => {
  test('is taken from a backup, where the chain names it by its hash', () => {
    const journal = counter.open();
    counter.intend(journal, first);
    counter.judge(journal, first);
    journal.close();
    // Opening a day later makes the backup.
    counter.clock.atMs += 25 * 3_600_000;
    const again = counter.open();
    counter.intend(again, second);
    again.close();
    expect(automaticBackups(counter.directory).length).toBeGreaterThan(0);
    counter.tampered(`DELETE FROM events WHERE seq <= 2; DELETE FROM sealed_keys; DELETE FROM sealed_answers`);
    expect(counter.salvaged()).toMatchObject({ events: 3, sealedAnswers: 1, gaps: [], missing: [] });
    expect(counter.open().copyStatus()).toBe('own');
  });

  test('is not taken from the backup of another journal', () => {
    counter.threeOrders();
    const other = join(tempFolder(), 'other');
    const journal = openOrThrow(other, counter.clock);
    counter.intend(journal, first);
    counter.judge(journal, first);
    expect(journal.backup(join(other, 'copy.db')).ok).toBe(true);
    journal.close();
    counter.tampered('DELETE FROM events WHERE seq <= 2');
    mkdirSync(join(counter.directory, 'backups'), { recursive: true });
    writeFileSync(
      join(counter.directory, 'backups', 'journal-20231114-221320.db'),
      readFileSync(join(other, 'copy.db')),
    );
    expect(counter.salvaged().gaps).toMatchObject([{ after: { seq: 0 }, before: { seq: 3 } }]);
  });
});

test('a salvage goes through the steps of a replacement, the first once nobody else has the folder', () => {
  counter.threeOrders();
  const steps: string[] = [];
  expect(
    counter.salvage({
      step: (step) => {
        steps.push(step);
        expect(openJournal(counter.options)).toMatchObject({ ok: false, error: { code: 'journal_in_use' } });
      },
    }).ok,
  ).toBe(true);
  expect(steps).toEqual([...replacingSteps]);
});
