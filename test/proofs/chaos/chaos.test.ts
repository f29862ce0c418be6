import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { roomForTheYoung } from '../../support/room.ts';
import { brokenDays, daysSearched, rarelyBroken } from './broken-days.ts';
import { breaches } from './laws.ts';

const main = join(import.meta.dirname, 'main.ts');

const some = String.raw`[1-9]\d*`;
const covered = [
  '90 runs from seed 1 in .* orders',
  '.* kills',
  `${some} real SIGKILLs`,
  `${some} faults of .* kinds`,
  `${some} restores .*`,
  `${some} salvages`,
  `${some} full disks`,
  `${some} signals`,
  `${some} clock jumps and ${some} by years`,
  `${some} days with two counters`,
  `${some} Zs`,
  `${some} baskets`,
  `${some} complaints`,
  `${some} price rules`,
];

it('holds every bar over the fixed days of chaos, and says what they covered', async () => {
  const { exitCode, stdout } = await prove();
  console.log(stdout.split('\n', 1)[0]);
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(new RegExp(`^${covered.join(', ')}`))]);
  expect(stdout).not.toMatch(/FAILED/);
});

it('lives the same day again for the same seed', async () => {
  const two = await Promise.all([prove('--seed', '18', '--runs', '1'), prove('--seed', '18', '--runs', '1')]);
  const [one, other] = two.map(({ stdout }) => stdout.replace(/ in .* a second\)/, ''));
  expect(one).toMatch(/^1 runs from seed 18, [1-9]/);
  expect(other).toBe(one);
});

it.each(brokenDays)('fails when the counter is made to $law, and shows what it did', async ({ law, seed, bar }) => {
  const { exitCode, stdout, stderr } = await search(law, seed);
  expect([exitCode, stdout], stderr).toEqual([1, expect.stringContaining(`  ${bar}: `)]);
  const shown = /^FAILED: --seed (\d+) /m.exec(stdout)?.[1];
  if (shown !== seed) console.log(`${law} shows on day ${shown ?? ''} first, no longer on day ${seed}`);
});

it('looks for each law that can be broken', () => {
  expect([...brokenDays, ...rarelyBroken].map(({ law }) => law).toSorted()).toEqual(Object.keys(breaches).toSorted());
});

it('shows the same failure again when it is given the seed that it named', async () => {
  const { stdout } = await search('drop-the-seal', '7');
  const [, seed, , shown] =
    /^FAILED: --seed (\d+) (--runs 1 --break drop-the-seal)\n((?: {2}.*\n?)+)/m.exec(stdout) ?? [];
  const again = await prove('--seed', seed ?? '', '--runs', '1', '--break', 'drop-the-seal');
  expect([again.exitCode, again.stdout]).toEqual([1, expect.stringContaining(shown?.trimEnd() ?? 'nothing was shown')]);
});

it('kills a real process at the step that a failure named, and at no other', async () => {
  const { exitCode, stdout } = await prove('--real-kill', 'answer-sealed');
  expect([exitCode, stdout]).toEqual([
    0,
    expect.stringMatching(/^0 runs .* 1 real SIGKILLs,[^]*^Real SIGKILLs by step: answer-sealed 1$/m),
  ]);
});

it.each([
  ['--break', 'no-such-law'],
  ['--seed', '0'],
  ['--seed', 'one'],
  ['--runs', '0'],
  ['--jobs', '-1'],
  ['--real-kill', 'no-such-step'],
  ['--no-such-option'],
])('says how it is used where it is given %s %s', async (...args) => {
  const { exitCode, stderr } = await prove(...args);
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringMatching(/^usage: proof:chaos .*--real-kill STEP[^]*answer-sealed[^]*trust-unbound-refusal/),
  ]);
});

const searches = new Map<string, ReturnType<typeof prove>>();

/** Two tests look at the same search. A second worker would prepare premises for nothing: the first day shows it. */
function search(law: string, seed: string): ReturnType<typeof prove> {
  const known = searches.get(law) ?? prove('--seed', seed, '--runs', daysSearched, '--jobs', '1', '--break', law);
  searches.set(law, known);
  return known;
}

function prove(
  ...args: readonly string[]
): Promise<{ readonly exitCode: number | null; readonly stdout: string; readonly stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...roomForTheYoung, main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (bytes: Buffer) => stdout.push(bytes));
    child.stderr.on('data', (bytes: Buffer) => stderr.push(bytes));
    child.once('error', reject);
    child.once('close', (exitCode) =>
      resolve({ exitCode, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() }),
    );
  });
}
