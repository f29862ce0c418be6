import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { journalRules } from '../../src-main/app/counter/journal-rules.ts';
import { systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { automaticBackups, brokenBackups } from '../../src-main/journal/backups.ts';
import type { Journal } from '../../src-main/journal/journal.ts';
import { foldSteps } from '../../src-main/journal/keeping-steps.ts';
import { openJournal } from '../../src-main/journal/open-journal.ts';
import { restoreJournal } from '../../src-main/journal/restore.ts';
import { makeTempFolder } from '../support/temp.ts';
import { filesWithKey, keyOf } from '../unit/src-main/journal/segments-fixture.ts';

const dayMs = 24 * 60 * 60 * 1000;
const firstDayMs = Date.UTC(2026, 0, 5, 7);
/** After so many backups the next one folds. */
const daysBefore = 30;
/** The codes of one of the first days, which a purge has destroyed in the backups before they are folded. */
const purgedCard = 'card:purged.';
const foldingDayMs = firstDayMs + daysBefore * dayMs;

/** Copies of the folder pass for the folder itself: what is due is done in each. */
const sameEverywhere = { machineId: () => 'here', fileIdentity: () => 'the folder' };

const source = makeTempFolder();
const data = join(source.path, 'counter');
let steps: readonly string[];
let copies = 0;

function ports(atMs: number) {
  const clock = { nowMs: () => atMs, monotonicMs: () => performance.now(), sleep: () => Promise.resolve() };
  return { rules: journalRules, clock, randomness: systemRandomness, identity: sameEverywhere };
}

function openAt(directory: string, atMs: number): Journal {
  const opened = openJournal({ directory, ...ports(atMs) });
  if (!opened.ok) throw new Error(`${opened.error.code} ${opened.error.detail ?? ''}`);
  return opened.value;
}

/** Sells a card and shows its codes; the opening makes the backup of that day, which does not have it yet. */
function sellAt(directory: string, atMs: number, subject: string): void {
  const journal = openAt(directory, atMs);
  journal.transaction((tx) => {
    const record = { ciphertext: Buffer.from(`ciphertext of ${subject}`), wrappedKey: keyOf(subject) };
    tx.append({ subject, kind: 'reveal-answer-sealed', body: { sealed: tx.fileSealed(subject, record) } });
  });
  journal.append({ subject, kind: 'codes-shown', body: { soldCardIds: [subject] } });
  journal.close();
}

function copyOf(directory: string): string {
  copies += 1;
  const copy = join(source.path, `copy-${copies}`);
  cpSync(directory, copy, { recursive: true });
  return copy;
}

/** Opens a copy of the folder in a process of its own, which makes the backup that folds, up to a step. */
function foldedUpTo(step: number): {
  readonly directory: string;
  readonly signal: string | null;
  said: readonly string[];
} {
  const directory = copyOf(data);
  const child = join(import.meta.dirname, 'fold-child.ts');
  const run = spawnSync(process.execPath, [child, directory, String(foldingDayMs), String(step)], { encoding: 'utf8' });
  if (run.status !== 0 && run.signal === null) throw new Error(run.stderr);
  return { directory, signal: run.signal, said: run.stdout.trim().split('\n') };
}

/** How many cards a backup gives once it is restored, the newest being the 0th; -1 where it cannot be. */
function cardsIn(directory: string, backups: readonly number[]): readonly number[] {
  const all = automaticBackups(directory);
  return backups.map((nth) => {
    const path = all[nth]?.path ?? '';
    const copy = copyOf(directory);
    const file = path.replace(directory, copy);
    const restored = restoreJournal({ directory: copy, file, ...ports(foldingDayMs) });
    if (!restored.ok) return -1;
    const journal = openAt(copy, foldingDayMs);
    expect([journal.verifyRecord().ok, journal.sealed(purgedCard)]).toEqual([true, 'purged']);
    const cards = journal.events().filter(({ kind }) => kind === 'codes-shown').length;
    journal.close();
    return cards;
  });
}

beforeAll(() => {
  const first = openAt(data, firstDayMs - dayMs / 2);
  first.append({ subject: '', kind: 'policy-reported', body: { policyVersion: 1, scopes: ['cards:reveal'] } });
  first.close();
  sellAt(data, firstDayMs - dayMs / 2, purgedCard);
  for (let day = 1; day < daysBefore; day += 1) sellAt(data, firstDayMs + day * dayMs, `card:${day}.`);
  steps = foldedUpTo(0).said;
});
afterAll(source.remove);

/** Every step of the fold by its number; of the files that are removed after it the first ones, and two later ones. */
function killedAt(): readonly number[] {
  const from = steps.indexOf('segment-named');
  const removed = steps.flatMap((step, at) => (step === 'one-removed' ? [at + 1] : []));
  const folding = steps.flatMap((step, at) => (at >= from && step !== 'one-removed' ? [at + 1] : []));
  return [...folding, ...removed.filter((_, nth) => [0, 1, 12, removed.length - 1].includes(nth))];
}

describe('a counter that is killed while it makes older backups one with their base', () => {
  test('comes to each step of it', () => {
    expect(steps.filter((step) => step.startsWith('fold-'))).toEqual(
      foldSteps.filter((step) => step !== 'one-removed'),
    );
    expect(steps.filter((step) => step === 'one-removed').length).toBeGreaterThan(20);
    expect([automaticBackups(data).length, brokenBackups(data)]).toEqual([daysBefore, []]);
  });

  test('can restore the last seven days whole, and calls none damaged, at whichever step', () => {
    for (const step of killedAt()) {
      const name = `${step}: ${steps[step - 1]}`;
      const { directory, signal, said } = foldedUpTo(step);
      expect([signal, said.length], name).toEqual(['SIGKILL', step]);
      expect(brokenBackups(directory), name).toEqual([]);
      const backups = [0, 6];
      expect(cardsIn(directory, backups), name).toEqual(backups.map((nth) => daysBefore - nth));
      expect(filesWithKey(directory, purgedCard), name).toEqual([]);
    }
  });

  test('goes on the next day as if nothing had been', () => {
    const folding = steps.findIndex((step) => step === 'fold-begun');
    for (const step of [folding + 1, folding + 4, steps.indexOf('one-removed') + 3]) {
      const { directory } = foldedUpTo(step);
      sellAt(directory, foldingDayMs + dayMs, 'card:next.');
      openAt(directory, foldingDayMs + 2 * dayMs).close();
      expect(readdirSync(join(directory, 'backups')).filter((name) => /partial|-journal$/.test(name))).toEqual([]);
      expect(brokenBackups(directory)).toEqual([]);
      expect(cardsIn(directory, [0])).toEqual([daysBefore + 1]);
    }
  });
});
