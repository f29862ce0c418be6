import {
  closeSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { openJournalToRead } from '../../../../src-main/journal/open-to-read.ts';
import { salvageJournal } from '../../../../src-main/journal/salvage.ts';
import { tempFolder } from '../../../support/temp.ts';
import { firstKind, foldedBy, openOrThrow, randomness } from './journal-fixture.ts';
import { dropLastCell, LargeCounter, largeRules, operations, roundOf, soldRow, subjectOf } from './large-counter.ts';

const dayMs = 24 * 60 * 60 * 1000;
let counter: LargeCounter;
beforeEach(() => {
  counter = new LargeCounter(tempFolder()).sold();
});

const events = 3 + 3 * operations;
const isMarked = (): boolean => existsSync(join(counter.directory, 'damage-seen'));

/** What becomes of the records, as they lie, by an opening and then a round. */
function found(): { readonly opened: unknown; readonly round: unknown; readonly mended: readonly string[] } {
  const journal = counter.open();
  const opened = journal.trouble();
  const turns = roundOf(journal);
  const round = journal.trouble();
  expect(turns.at(-1)?.came).toBe(opened === null && round !== null ? 'damaged' : 'over');
  journal.close();
  return { opened, round, mended: turns.flatMap(({ mended }) => mended) };
}

/** What the next opening makes of it: of what it says that it was made anew, and what stands against selling. */
function opened(): readonly unknown[] {
  const journal = counter.open();
  const rebuilt = journal.events({ kind: 'journal-rebuilt' }).map(({ body }) => body['detail']);
  const told = [rebuilt, journal.trouble(), journal.isCheckedWhole];
  journal.close();
  return told;
}

const corrupt = (detail: string) => ({ code: 'journal_corrupt', detail });
const changed = (seq: number): void => counter.tampered(`UPDATE events SET body = '{"n":-1}' WHERE seq = ${seq}`);

describe('a large journal', () => {
  test('that is whole opens by its form and its last links, and a round finds nothing', () => {
    const journal = counter.open();
    expect([journal.isCheckedWhole, journal.trouble()]).toEqual([false, null]);
    const turns = roundOf(journal);
    expect([turns.at(-1), journal.trouble(), turns.flatMap(({ mended }) => mended)]).toEqual([
      { came: 'over', mended: [] },
      null,
      [],
    ]);
    journal.close();
    expect(isMarked()).toBe(false);
  });

  test('has one round a day, by its own clock to either side', () => {
    const journal = counter.open();
    roundOf(journal);
    expect(roundOf(journal)).toHaveLength(1);
    for (const laterMs of [dayMs, -2 * dayMs]) {
      counter.clock.atMs += laterMs;
      expect(roundOf(journal).length).toBeGreaterThan(20);
    }
    journal.close();
  });

  test.each([
    ['the head', 2],
    ['the middle', Math.floor(events / 2)],
    ['the last events but two hundred', events - 201],
  ])('that was changed in %s is found so at leisure, and again at the next opening', (_place, seq) => {
    changed(seq);
    expect(found()).toEqual({ opened: null, round: corrupt(`event_${seq}`), mended: [] });
    expect([isMarked(), opened().slice(1)]).toEqual([true, [corrupt(`event_${seq}`), true]]);
  });

  test('that was changed in its last two hundred events is found so as it opens', () => {
    changed(events - 199);
    expect(found().opened).toEqual(corrupt(`event_${events - 199}`));
  });

  test('that was found damaged as it opened is read whole from then on, until all of it is found whole', () => {
    changed(events - 199);
    const journal = counter.open();
    expect([journal.trouble(), isMarked()]).toEqual([corrupt(`event_${events - 199}`), true]);
    // What an opening reads lies behind the damage now.
    for (let n = 0; n < 300; n += 1) expect(journal.append({ subject: '', kind: 'filler', body: {} }).ok).toBe(true);
    journal.close();
    for (let start = 0; start < 2; start += 1)
      expect([opened().slice(1), isMarked()]).toEqual([[corrupt(`event_${events - 199}`), true], true]);
  });

  test('whose rows are of another form is read whole before they are derived anew', () => {
    const { directory, clock } = counter;
    const rules = { ...largeRules, projection: { ...largeRules.projection, form: 'a form' } };
    counter.tampered("INSERT INTO meta VALUES ('operations-form', 'an earlier form')");
    counter.change(counter.leavesOf('events_by_kind').slice(0, 1), dropLastCell);
    const journal = openOrThrow(directory, clock, rules);
    expect([journal.isCheckedWhole, journal.trouble()]).toEqual([true, null]);
    expect(journal.events({ kind: 'journal-rebuilt' }).map(({ body }) => body['detail'])).toEqual(['integrity_check']);
    expect(journal.transaction((tx) => tx.setMeta('operations-form', 'a form')).ok).toBe(true);
    journal.close();
    const again = openOrThrow(directory, clock, rules);
    expect(again.isCheckedWhole).toBe(false);
    again.close();
  });

  test('of which an answer differs from what its event says is found so at leisure', () => {
    const id = `answer:${subjectOf(9)}`;
    counter.tampered(`UPDATE sealed_answers SET ciphertext = x'00' WHERE id = '${id}'`);
    expect(found().round).toEqual(corrupt(`event_${3 + 9 * 3 + 2}`));
  });

  test.each(['events_by_subject', 'sqlite_autoindex_sealed_keys_1', 'operations_by_state'])(
    'with a damaged %s is found so at leisure, and made anew at the next opening, which asks nobody',
    (name) => {
      counter.change(counter.leavesOf(name).slice(0, 1), dropLastCell);
      expect(found()).toEqual({ opened: null, round: corrupt('index'), mended: [] });
      expect(opened()).toEqual([['integrity_check'], null, true]);
      expect([isMarked(), counter.open().isCheckedWhole]).toEqual([false, false]);
    },
  );

  test('is mended by the salvage, too, without a loss', () => {
    counter.change(counter.leavesOf('events_by_kind').slice(0, 1), dropLastCell);
    found();
    const { directory, clock } = counter;
    expect(salvageJournal({ directory, clock, randomness, rules: largeRules })).toMatchObject({
      ok: true,
      value: { gaps: [], missing: [], events },
    });
    expect(opened().slice(1)).toEqual([null, true]);
    const journal = counter.open();
    expect([journal.copyStatus(), isMarked()]).toEqual(['own', false]);
    journal.close();
  });

  test('with a page that cannot be read is found so at leisure, and can still be read where it cannot be made anew', () => {
    counter.change(counter.leavesOf('events').slice(40, 41), (page) => page.fill(0));
    expect(found().round).toMatchObject({ code: 'journal_corrupt' });
    const journal = counter.open();
    expect([journal.trouble(), journal.reserve().ok]).toEqual([corrupt('integrity_check'), false]);
    expect(journal.projectedPage({ limit: 5 })).toMatchObject({ ok: true, value: { items: { length: 5 } } });
    journal.close();
  });

  test('with a page that cannot be read takes no write, and stays as it was for its salvage', () => {
    counter.change(counter.leavesOf('events').slice(40, 41), (page) => page.fill(0));
    found();
    const files = (): readonly Buffer[] =>
      ['journal.db', 'installation'].map((name) => readFileSync(join(counter.directory, name)));
    const before = files();
    const journal = counter.open();
    const refused = { ok: false, error: corrupt('integrity_check') };
    expect(journal.append({ subject: '', kind: 'filler', body: {} })).toEqual(refused);
    expect([journal.rebuildProjection(), journal.changeCopyStatus('rolled-back', ['a'])]).toEqual([refused, refused]);
    expect(journal.purge()).toEqual(refused);
    journal.keep();
    journal.close();
    expect(files().map((file, n) => file.equals(before[n] ?? Buffer.alloc(0)))).toEqual([true, true]);
  });

  test('tells once that damage was found in it, whoever came upon it', () => {
    counter.change(counter.leavesOf('events_by_subject'), (page) => page.fill(0));
    const journal = counter.open();
    let told = 0;
    journal.onTrouble(() => (told += 1));
    for (let n = 0; n < 2; n += 1) expect(() => journal.events({ subject: subjectOf(n) })).toThrow('journal_corrupt');
    expect([told, journal.trouble()?.code, isMarked()]).toEqual([1, 'journal_corrupt', true]);
    journal.close();
  });
});

/** The file is open, and the disk gives nothing of it back from now on. */
function failingDisk(): void {
  const open = readdirSync(descriptors).find((name) => {
    try {
      return readlinkSync(join(descriptors, name)) === counter.path;
    } catch {
      return false;
    }
  });
  closeSync(Number(open));
  // Takes its number: what is opened only to be written cannot be read.
  expect(openSync(counter.path, constants.O_WRONLY)).toBe(Number(open));
}

const descriptors = '/proc/self/fd';

test.runIf(existsSync(descriptors))(
  'a large journal that the disk does not give back is damaged, until it does',
  () => {
    const journal = counter.open();
    let told = 0;
    journal.onTrouble(() => (told += 1));
    failingDisk();
    expect(() => journal.subjects(firstKind)).toThrow('journal_corrupt');
    expect([told, journal.trouble(), isMarked()]).toEqual([1, corrupt('SQLITE_IOERR_READ'), true]);
    expect(journal.reserve().ok).toBe(false);
    journal.close();
    expect([opened(), isMarked()]).toEqual([[[], null, true], false]);
  },
);

describe('the operations of a large journal', () => {
  const [first, second] = [subjectOf(4), subjectOf(500)];

  test('whose rows are not what their events give are mended at once, which is written down once', () => {
    counter.tampered(`
      UPDATE operations SET state = 'cancelled', pending = 1 - pending WHERE operation_id = '${first}';
      DELETE FROM operations WHERE operation_id = '${second}'`);
    expect(found()).toEqual({ opened: null, round: null, mended: [first, second] });
    expect(opened()).toEqual([['operations'], null, false]);
    const journal = counter.open();
    expect([journal.projected(first), journal.projected(second)]).toEqual([soldRow(first), soldRow(second)]);
    journal.close();
  });

  const kept = (): readonly unknown[] => {
    const file = new BetterSqlite3(counter.path, { readonly: true });
    const rows = file.prepare('SELECT * FROM operations ORDER BY rowid').all();
    file.close();
    return rows;
  };

  test.each([
    [
      'is newer than its last event',
      `UPDATE operations SET updated_at_ms = updated_at_ms + 1 WHERE operation_id = '${first}'`,
    ],
    [
      'has no events',
      `INSERT INTO operations SELECT 'nobody', state, pending, wallet_id, card_id, quantity, invoice_id,
         external_reference, intended_at_ms, updated_at_ms, next_attempt_at_ms, view, unsettled, search, NULL, NULL
       FROM operations LIMIT 1`,
    ],
  ])('of which a row %s are damaged: it may be all that is known of events that are gone', (_name, sql) => {
    counter.tampered(sql);
    const before = kept();
    expect(found()).toEqual({ opened: null, round: corrupt('operations'), mended: [] });
    expect([isMarked(), kept()]).toEqual([true, before]);
  });

  test('that a round of an earlier opening comes upon are not derived through an index that was damaged since', () => {
    // The whole of the round but the operations.
    const noted = { beganAtMs: counter.clock.atMs, part: 'operations', after: [] };
    counter.tampered(`
      INSERT INTO meta VALUES ('checked-at-leisure', '${JSON.stringify(noted)}')
        ON CONFLICT (key) DO UPDATE SET value = excluded.value`);
    counter.change(counter.leavesOf('events_by_subject').slice(0, 1), dropLastCell);
    const before = kept();
    // As the rows are told by what is found of their events.
    const rules = foldedBy((subject, all) => ({
      ...soldRow(subject),
      ...(all.length === 3 ? {} : { state: 'intended' }),
    }));
    const journal = openOrThrow(counter.directory, counter.clock, rules);
    const mended = roundOf(journal).flatMap((turn) => turn.mended);
    expect([mended, journal.trouble()]).toEqual([[], corrupt('index')]);
    journal.close();
    expect(kept()).toEqual(before);
  });
});

describe('a round', () => {
  test('reads nothing while an attempt is in flight', () => {
    const journal = counter.open();
    const held = journal.reserve();
    expect([journal.checkTurn(), journal.checkTurn()].map(({ came }) => came)).toEqual(['busy', 'busy']);
    if (held.ok) held.value.release();
    expect(journal.checkTurn().came).toBe('more');
    journal.close();
  });

  test('that was cut off goes on where it was, and from the beginning in other records', () => {
    const whole = counter.open();
    const all = roundOf(whole).length;
    whole.close();
    counter.clock.atMs += dayMs;
    const begun = counter.open();
    for (let turns = 0; turns < all - 40; turns += 1) begun.checkTurn();
    begun.close();
    const next = counter.open();
    // The closing did some more.
    const rest = roundOf(next).length;
    expect(rest).toBeLessThan(40);
    next.close();
    counter.clock.atMs += dayMs;
    changed(2);
    counter.tampered(
      `UPDATE meta SET value = '{"beganAtMs":${counter.clock.atMs},` +
        `"part":"chain","after":[900,"AAAA"]}' WHERE key = 'checked-at-leisure'`,
    );
    expect(found().round).toEqual(corrupt('event_2'));
  });

  test.each(['', 'null', '{}', '{"beganAtMs":0,"part":"of another build","after":[]}'])(
    'begins anew where what was noted is %j',
    (noted) => {
      changed(2);
      counter.tampered(`INSERT INTO meta VALUES ('checked-at-leisure', '${noted}')`);
      expect(found().round).toEqual(corrupt('event_2'));
    },
  );

  test('finds damage again where the folder took no mark of it', () => {
    // What writing the mark would put in its place cannot be removed.
    mkdirSync(join(counter.directory, 'damage-seen.partial'));
    writeFileSync(join(counter.directory, 'damage-seen.partial', 'kept'), '');
    changed(2);
    for (let start = 0; start < 2; start += 1)
      expect(found()).toMatchObject({ opened: null, round: corrupt('event_2') });
    expect(isMarked()).toBe(false);
  });

  test('is not made of records that can only be read, and leaves their folder as it is', () => {
    changed(2);
    const before = readdirSync(counter.directory);
    const opened = openJournalToRead({
      directory: counter.directory,
      rules: largeRules,
      clock: counter.clock,
      randomness,
    });
    if (!opened.ok) throw new Error(opened.error.code);
    expect(opened.value.checkTurn()).toEqual({ came: 'over', mended: [] });
    opened.value.close();
    expect([opened.value.checkTurn().came, readdirSync(counter.directory)]).toEqual(['over', before]);
  });

  test('is not made of a small journal, which is read whole at each opening', () => {
    const small = new LargeCounter(tempFolder());
    const journal = small.open();
    journal.append({ subject: '', kind: 'filler', body: {} });
    expect([journal.checkTurn().came, journal.isCheckedWhole]).toEqual(['over', true]);
    journal.close();
  });
});

test('of a large journal that a kill left open the last thousand events are read as it opens', () => {
  changed(events - 900);
  const journal = counter.open();
  expect(journal.trouble()).toBeNull();
  journal.append({ subject: '', kind: 'filler', body: {} });
  const left = new LargeCounter(tempFolder());
  cpSync(counter.directory, left.directory, { recursive: true });
  journal.close();
  const again = left.open();
  expect(again.trouble()).toEqual(corrupt(`event_${events - 900}`));
  again.close();
});
