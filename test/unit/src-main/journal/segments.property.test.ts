import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { automaticBackups } from '../../../../src-main/journal/backups.ts';
import type { Journal } from '../../../../src-main/journal/journal.ts';
import { restoreJournal } from '../../../../src-main/journal/restore.ts';
import { makeTempFolder } from '../../../support/temp.ts';
import { HandClock, openOrThrow, randomness, testRules } from './journal-fixture.ts';
import { filesWithKey, permitPurge, sellOne } from './segments-fixture.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** What a shop does with its records, in any sequence. */
type Step =
  | { readonly does: 'sell'; readonly count: number }
  | { readonly does: 'pass'; readonly days: number }
  | { readonly does: 'backUp' }
  | { readonly does: 'purge' }
  | { readonly does: 'restore'; readonly nth: number };

const steps = fc.array(
  fc.oneof(
    fc.record({ does: fc.constant('sell' as const), count: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ does: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 20 }) }),
    { weight: 3, arbitrary: fc.record({ does: fc.constant('backUp' as const) }) },
    fc.record({ does: fc.constant('purge' as const) }),
    fc.record({ does: fc.constant('restore' as const), nth: fc.nat(6) }),
  ),
  { minLength: 4, maxLength: 14 },
);

/** What is expected of a backup: the hashes of its chain, and nothing else. */
type Chain = readonly string[];

class Shop {
  readonly folder = makeTempFolder();
  readonly directory = join(this.folder.path, 'counter');
  readonly clock = new HandClock();
  readonly chains = new Map<string, Chain>();
  readonly purged = new Set<string>();
  journal: Journal = openOrThrow(this.directory, this.clock);
  sold = 0;

  constructor() {
    permitPurge(this.journal);
  }

  async run(step: Step): Promise<void> {
    if (step.does === 'sell') for (let n = 0; n < step.count; n += 1) this.sell();
    if (step.does === 'pass') this.clock.atMs += step.days * dayMs;
    if (step.does === 'backUp') await this.backUp();
    if (step.does === 'purge') this.purge();
    if (step.does === 'restore') this.restore(step.nth);
    this.checkPurged();
  }

  sell(): void {
    this.sold += 1;
    sellOne(this.journal, `sale ${this.sold}.`);
  }

  async backUp(): Promise<void> {
    this.clock.atMs += dayMs;
    await this.journal.keepInTurns(() => Promise.resolve());
    this.noteBackup();
  }

  noteBackup(): void {
    this.notePurged();
    const [newest] = automaticBackups(this.directory);
    if (newest === undefined || this.chains.has(newest.path)) return;
    const hashes = this.journal.events().map(({ hash }) => hash);
    this.chains.set(newest.path, hashes);
  }

  purge(): void {
    this.journal.purge();
    this.notePurged();
  }

  notePurged(): void {
    for (let n = 1; n <= this.sold; n += 1)
      if (this.journal.sealed(`sale ${n}.`) === 'purged') this.purged.add(`sale ${n}.`);
  }

  restore(nth: number): void {
    // As its closing does, which then has nothing left to do.
    this.journal.keep();
    this.noteBackup();
    const backups = automaticBackups(this.directory);
    const backup = backups[nth % Math.max(backups.length, 1)];
    if (backup === undefined) return;
    this.journal.close();
    const { directory, clock } = this;
    const restored = restoreJournal({ directory, file: backup.path, rules: testRules, clock, randomness });
    expect(restored).toMatchObject({ ok: true });
    this.journal = openOrThrow(directory, clock);
    const events = this.journal.events();
    const expected = this.chains.get(backup.path) ?? [];
    expect(events.slice(0, expected.length).map(({ hash }) => hash)).toEqual(expected);
    const since = events.slice(expected.length).map(({ kind }) => kind);
    expect(since.filter((kind) => kind !== 'codes-purged' && kind !== 'custody-changed')).toEqual([]);
    expect(this.journal.copyStatus()).toBe('restored');
    expect(this.journal.verifyRecord()).toMatchObject({ ok: true });
    expect(this.journal.compareProjection()).toEqual([]);
    expect(this.journal.reconcileCopyStatus({}).ok).toBe(true);
  }

  checkPurged(): void {
    for (const id of this.purged) expect([id, filesWithKey(this.directory, id)]).toEqual([id, []]);
  }

  end(): void {
    this.journal.close();
    rmSync(this.folder.path, { recursive: true, force: true });
  }
}

test('any sequence of sales, purges, backups and restores gives exactly what was there, and nothing that was purged', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const shop = new Shop();
      try {
        for (const step of sequence) await shop.run(step);
        for (let nth = 0; nth < 3; nth += 1) shop.restore(nth);
        shop.checkPurged();
      } finally {
        shop.end();
      }
    }),
    { numRuns: 12, seed: 13 },
  );
});
