import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemIdentity, type MachineIdentity } from '../../../../src-main/files/machine-identity.ts';
import { areCodesHeld, copyFactsAfter, isSettleOnly, ownCopy } from '../../../../src-main/journal/copy-status.ts';
import { openInstallation, readInstallation } from '../../../../src-main/journal/installation.ts';
import type { Journal } from '../../../../src-main/journal/journal.ts';
import { openJournal } from '../../../../src-main/journal/open-journal.ts';
import { firstKind, HandClock, randomness, rowOf, testRules } from './journal-fixture.ts';

let parent: string;
let directory: string;
let opened: Journal[];

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'counterfoil-copies-'));
  directory = join(parent, 'counter');
  opened = [];
});

afterEach(() => {
  for (const journal of opened) journal.close();
  rmSync(parent, { recursive: true });
});

const here: MachineIdentity = { ...systemIdentity, machineId: () => 'machine one' };

function open(folder: string = directory, identity: MachineIdentity = here): Journal {
  const journal = openJournal({ rules: testRules, directory: folder, clock: new HandClock(), randomness, identity });
  if (!journal.ok) throw new Error(journal.error.code);
  opened.push(journal.value);
  return journal.value;
}

function intend(journal: Journal, operationId: string): void {
  journal.transaction((tx) => {
    tx.append({ subject: operationId, kind: firstKind, body: {} });
    tx.project(rowOf(operationId));
  });
}

/** A journal with an order, closed. */
function sold(operationId = 'op', folder = directory): void {
  const journal = open(folder);
  intend(journal, operationId);
  journal.close();
}

function evidenceIn(journal: Journal): unknown {
  return journal
    .events({ kind: 'custody-changed' })
    .map(({ body }) => [body['cause'], body['evidence'], body['boundarySeq'], body['pending']]);
}

describe('a journal where it was made', () => {
  test('is its own at every opening, also where its folder was moved', () => {
    sold();
    sold('another');
    const moved = join(parent, 'moved');
    renameSync(directory, moved);
    const journal = open(moved);
    expect([journal.copyStatus(), evidenceIn(journal)]).toEqual(['own', []]);
  });

  test('is its own where the checkpoint is older than the chain, as a power cut may leave it', () => {
    sold();
    const older = readFileSync(join(directory, 'installation'));
    sold('another');
    writeFileSync(join(directory, 'installation'), older);
    expect(open().copyStatus()).toBe('own');
  });

  test('is its own where the machine gives no name, then or now', () => {
    sold();
    const nameless = open(directory, { ...here, machineId: () => null });
    expect(nameless.copyStatus()).toBe('own');
    nameless.close();
    const named = open();
    expect(named.copyStatus()).toBe('own');
    named.close();
    // That the machine was once unknown does not forget which one it was.
    expect(open(directory, { ...here, machineId: () => 'machine two' }).copyStatus()).toBe('copied');
  });

  test('is its own where the machine has got a name since, and copied where that is another one later', () => {
    open(directory, { ...here, machineId: () => null }).close();
    const named = open();
    expect(named.copyStatus()).toBe('own');
    named.close();
    expect(open(directory, { ...here, machineId: () => 'machine two' }).copyStatus()).toBe('copied');
  });

  test('is copied where the machine is another one, though it gave no name in between', () => {
    sold();
    open(directory, { ...here, machineId: () => null }).close();
    expect(open(directory, { ...here, machineId: () => 'machine two' }).copyStatus()).toBe('copied');
  });

  test.each(['place-machine', 'place-folder', 'place-installation'])(
    'is its own where "%s" is not known any more, and then known again',
    (key) => {
      sold();
      const file = new BetterSqlite3(join(directory, 'journal.db'));
      file.prepare('DELETE FROM meta WHERE key = ?').run(key);
      file.close();
      const journal = open();
      expect([journal.copyStatus(), typeof journal.meta(key)]).toEqual(['own', 'string']);
    },
  );

  test('is its own where an older build wrote down that the machine gave no name, and it has got one since', () => {
    sold();
    const file = new BetterSqlite3(join(directory, 'journal.db'));
    file.prepare("UPDATE meta SET value = '' WHERE key = 'place-machine'").run();
    file.close();
    expect(open().copyStatus()).toBe('own');
  });

  test('writes down an empty text for a machine that gives no name', () => {
    expect(open(directory, { ...here, machineId: () => null }).meta('place-machine')).toBe('');
  });

  test('is not written to where an opening finds nothing new', () => {
    sold();
    open().close();
    const changedAt = (): bigint => statSync(join(directory, 'journal.db'), { bigint: true }).mtimeNs;
    const before = changedAt();
    open().close();
    expect(changedAt()).toBe(before);
  });

  test('is its own where the checkpoint saw an empty journal', () => {
    mkdirSync(directory);
    const installation = openInstallation(directory, randomness);
    if (!installation.ok) throw new Error(installation.error.code);
    for (const hash of ['a', 'b']) installation.value.recordCheckpoint({ seq: 0, hash: hash.repeat(43) });
    installation.value.close();
    expect(readInstallation(directory).checkpoint?.seq).toBe(0);
    expect(open().copyStatus()).toBe('own');
  });
});

describe('records in another location', () => {
  test('are known as copied where no machine ever gave a name', () => {
    const nameless: MachineIdentity = { ...here, machineId: () => null };
    const journal = open(directory, nameless);
    intend(journal, 'op');
    journal.close();
    cpSync(directory, join(parent, 'copy'), { recursive: true });
    expect(open(join(parent, 'copy'), nameless).copyStatus()).toBe('copied');
  });

  test('are copied where the whole folder was copied, with all its times', () => {
    sold();
    cpSync(directory, join(parent, 'copy'), { recursive: true, preserveTimestamps: true });
    const copy = open(join(parent, 'copy'));
    expect(copy.copyStatus()).toBe('copied');
    expect(evidenceIn(copy)).toEqual([['copied', ['folder'], 1, ['op']]]);
    expect(open().copyStatus()).toBe('own');
  });

  test('are copied where the same folder shows up on another machine', () => {
    sold();
    const journal = open(directory, { ...here, machineId: () => 'machine two' });
    expect(evidenceIn(journal)).toEqual([['copied', ['machine'], 1, ['op']]]);
  });

  test('are copied where the journal alone was taken to a folder of its own', () => {
    sold();
    sold('another', join(parent, 'other'));
    cpSync(join(directory, 'journal.db'), join(parent, 'other', 'journal.db'));
    const journal = open(join(parent, 'other'));
    expect(journal.copyStatus()).toBe('copied');
    expect(evidenceIn(journal)).toMatchObject([['copied', ['installation_file', 'folder', 'witness'], 1, ['op']]]);
  });

  test('are copied, once, where the file beside them is none of ours', () => {
    sold();
    writeFileSync(join(directory, 'installation'), 'of somebody else');
    const journal = open();
    expect(evidenceIn(journal)).toEqual([['copied', ['installation_file'], 1, ['op']]]);
    journal.close();
    expect(evidenceIn(open())).toHaveLength(1);
  });

  test('are copied where the folder was removed and restored from a copy', () => {
    sold();
    cpSync(directory, join(parent, 'copy'), { recursive: true, preserveTimestamps: true });
    rmSync(directory, { recursive: true });
    cpSync(join(parent, 'copy'), directory, { recursive: true, preserveTimestamps: true });
    expect(open().copyStatus()).toBe('copied');
  });

  test('know their location as the first version wrote it down: what lies in a shop is not taken for a copy', () => {
    const identity: MachineIdentity = { machineId: () => 'machine one', fileIdentity: () => 'file one' };
    const journal = open(directory, identity);
    expect(['place-machine', 'place-folder'].map((key) => journal.meta(key))).toEqual([
      'mnUKj8v_6PM4ZVUBRgb6J4dWjTdgSd1qavDJgwZPCJI',
      'vGSN-FNOuG38B6MoHb-uczo8zi9Z2rlFDU4t0wLEfoc',
    ]);
    journal.close();
    writeFileSync(join(directory, 'installation'), 'of somebody else');
    expect(open(directory, identity).meta('place-installation')).toBe('');
  });

  test('hold no name of the machine that could be read back', () => {
    sold();
    expect(readFileSync(join(directory, 'journal.db')).includes('machine one')).toBe(false);
  });
});

describe('records that were rolled back', () => {
  test('are shown by the checkpoint, once, though the counter was killed before it could close', () => {
    sold('before');
    const older = readFileSync(join(directory, 'journal.db'));
    const live = open();
    intend(live, 'after');
    // As a kill leaves it.
    const checkpoint = readFileSync(join(directory, 'installation'));
    live.close();
    writeFileSync(join(directory, 'journal.db'), older);
    writeFileSync(join(directory, 'installation'), checkpoint);
    const journal = open();
    expect([journal.copyStatus(), evidenceIn(journal)]).toEqual([
      'rolled-back',
      [['rolled-back', ['witness'], 1, ['before']]],
    ]);
    journal.close();
    expect(evidenceIn(open())).toHaveLength(1);
  });

  test('have their operations derived anew, since their rows may say what lost events said', () => {
    const form = (journal: Journal): string | null => journal.meta('operations-form');
    const before = open();
    before.transaction((tx) => tx.setMeta('operations-form', 'a form'));
    before.close();
    const older = readFileSync(join(directory, 'journal.db'));
    sold();
    const whole = open();
    expect(form(whole)).toBe('a form');
    whole.close();
    writeFileSync(join(directory, 'journal.db'), older);
    const journal = open();
    expect([journal.copyStatus(), form(journal)]).toEqual(['rolled-back', '']);
  });

  test('are noticed where the journal is gone and a new one begins', () => {
    sold();
    rmSync(join(directory, 'journal.db'));
    expect(open().copyStatus()).toBe('rolled-back');
  });

  test.each([0, 73])('are noticed though the slot of the checkpoint at %i was torn by a power cut', (slot) => {
    sold('before');
    const older = readFileSync(join(directory, 'journal.db'));
    const live = open();
    intend(live, 'one');
    intend(live, 'two');
    live.close();
    const torn = readFileSync(join(directory, 'installation'));
    torn.write('torn', 63 + slot + 20);
    writeFileSync(join(directory, 'installation'), torn);
    writeFileSync(join(directory, 'journal.db'), older);
    expect(open().copyStatus()).toBe('rolled-back');
  });
});

describe('the copy status', () => {
  test('is open until it is reconciled, and what was pending then is never sent again', () => {
    sold('before');
    const moved = open(directory, { ...here, machineId: () => 'machine two' });
    intend(moved, 'after');
    expect([moved.isSettleOnly('before'), moved.isSettleOnly('after'), moved.isSettleOnly('none')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(areCodesHeld(moved.copyFacts(), 1)).toBe(true);
    expect(moved.reconcileCopyStatus({ ownedCards: 3 }).ok).toBe(true);
    expect([moved.copyStatus(), moved.isSettleOnly('before'), areCodesHeld(moved.copyFacts(), 1)]).toEqual([
      'own',
      true,
      false,
    ]);
    moved.close();
    const again = open(directory, { ...here, machineId: () => 'machine two' });
    expect([again.copyStatus(), again.isSettleOnly('before'), again.isSettleOnly('after')]).toEqual([
      'own',
      true,
      false,
    ]);
    expect(again.verify().ok).toBe(true);
  });

  test('changes by evidence from elsewhere, which is written once', () => {
    sold();
    const journal = open();
    for (const evidence of ['keyring_witness', 'service_knows_more'])
      expect(journal.changeCopyStatus('rolled-back', [evidence]).ok).toBe(true);
    expect(evidenceIn(journal)).toEqual([['rolled-back', ['keyring_witness'], 1, ['op']]]);
    expect(journal.isSettleOnly('op')).toBe(true);
  });

  test('changes by a head that the keyring saw once: what a person has seen is no new evidence', () => {
    sold();
    const journal = open();
    const lost = { seq: 9, hash: 'nine' };
    const seen = (checkpoint: typeof lost) => {
      expect(journal.changeCopyStatus('rolled-back', ['keyring_witness'], checkpoint).ok).toBe(true);
      return journal.copyStatus();
    };
    expect(seen(lost)).toBe('rolled-back');
    journal.reconcileCopyStatus({});
    expect(seen(lost)).toBe('own');
    expect(seen({ seq: 9, hash: 'another nine' })).toBe('rolled-back');
    expect(evidenceIn(journal)).toHaveLength(2);
    journal.reconcileCopyStatus({});
    expect(journal.changeCopyStatus('copied', ['service_knows_more']).ok).toBe(true);
    expect(journal.copyStatus()).toBe('copied');
    journal.reconcileCopyStatus({});
    const noted = { seq: 9, hash: 'noted by another event' };
    journal.append({ subject: '', kind: 'noted', body: { witness: noted } });
    expect(seen(noted)).toBe('rolled-back');
  });

  test('that is its own has nothing to reconcile', () => {
    const journal = open();
    expect(journal.reconcileCopyStatus({}).ok).toBe(true);
    expect(journal.head().seq).toBe(0);
  });

  test('leaves the checkpoint beside the records as it is until a person has seen that their end is gone', () => {
    sold();
    const journal = open();
    journal.changeCopyStatus('rolled-back', ['keyring_witness'], { seq: 9, hash: 'nine' });
    const checkpoint = (): string => readFileSync(join(directory, 'installation'), 'utf8');
    const before = checkpoint();
    intend(journal, 'after');
    expect(checkpoint()).toBe(before);
    journal.reconcileCopyStatus({});
    expect(checkpoint()).not.toBe(before);
  });

  test('of a journal that never moved is its own, and an unknown cause is none', () => {
    const event = {
      seq: 9,
      atMs: 0,
      subject: '',
      kind: 'custody-changed',
      body: { cause: 'of a later build' },
      hash: '',
    };
    expect(isSettleOnly(ownCopy, 1)).toBe(false);
    expect(copyFactsAfter(ownCopy, [event])).toEqual({ status: 'copied', boundarySeq: 8, openSeq: 9 });
  });
});
