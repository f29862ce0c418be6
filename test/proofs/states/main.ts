import { z } from 'zod';
import { readOptions, wholeNumber } from '../options.ts';
import { writeSection } from '../report.ts';
import type { Explored } from './explore.ts';
import { exploredApart, hunt, replayed, walked } from './hunt.ts';
import { plants } from './plants.ts';
import { pathLines, sectionOf, type ExploredPart, type Found } from './print.ts';
import { boundsOf, fullParts, usualParts, wholeSpace } from './spaces.ts';

const usage = 'usage: proof:states [--full [--states MILLIONS]] [--write] [--break FAULT] [--walks N [--seed S]]';
const options = z.object({
  full: z.boolean(),
  write: z.boolean(),
  states: wholeNumber.default(25),
  break: z.string().optional(),
  walks: wholeNumber.optional(),
  seed: wholeNumber.default(1),
});

/** Exits 1 where a law is broken in some state, or a planted fault is not found. */
async function main(): Promise<void> {
  const given = readOptions(usage, options, {
    full: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    states: { type: 'string' },
    break: { type: 'string' },
    walks: { type: 'string' },
    seed: { type: 'string' },
  });
  if (given === null) return;
  if (given.walks !== undefined) {
    process.exitCode = await walkAtRandom(given.seed, given.walks, given.break ?? null);
    return;
  }
  if (given.break !== undefined) {
    const explored = await hunt(given.break);
    say(explored);
    process.exitCode = explored.broken === null ? 0 : 1;
    return;
  }
  const parts: ExploredPart[] = [];
  const all = given.full ? [...fullParts, wholeSpace(given.states * 1_000_000)] : usualParts;
  for (const part of all) {
    process.stdout.write(`${part.name} (${boundsOf(part)}): `);
    const explored = await exploredApart(part);
    parts.push({ part, explored });
    say(explored);
  }
  const isHeld = parts.every(({ explored }) => explored.broken === null);
  const found = new Map<string, Found>();
  for (const name of given.write || given.full ? Object.keys(plants) : []) {
    process.stdout.write(`planted, ${name}: `);
    const explored = await hunt(name);
    say(explored);
    found.set(name, { explored, isReplayed: await isReplayed(explored, name) });
  }
  const isFound = [...found.values()].every(({ explored: { broken } }) => broken !== null);
  process.stdout.write(isHeld && isFound ? 'holds\n' : 'FAILS\n');
  if (given.write && isHeld) writeSection('proof:states', sectionOf(parts, found));
  process.exitCode = isHeld && isFound ? 0 : 1;
}

/** Far longer ways than can be explored, drawn: `--break` plants a fault for them. */
async function walkAtRandom(seed: number, times: number, name: string | null): Promise<number> {
  const { steps, longest, states, broken } = await walked(seed, times, name);
  process.stdout.write(`${times} walks from seed ${seed}, ${steps} steps, ${longest} at most\n`);
  process.stdout.write(`${JSON.stringify(states)}\n`);
  if (broken !== null) process.stdout.write(`${pathLines(broken)}\n`);
  process.stdout.write(broken === null ? 'holds\n' : 'FAILS\n');
  return broken === null ? 0 : 1;
}

/** Whether the whole counter breaks the same law by the same path, and breaks none without the fault. */
async function isReplayed({ broken }: Explored, name: string): Promise<boolean> {
  if (broken === null) return false;
  const [faulty, sound] = [await replayed(broken, name), await replayed(broken, null)];
  const isShown = faulty?.law === broken.law && sound?.law !== broken.law;
  process.stdout.write(isShown ? 'replayed\n' : `not replayed: ${JSON.stringify({ faulty, sound })}\n`);
  return isShown;
}

function say({ states, transitions, depth, wholeTo, seconds, broken, isCut }: Explored): void {
  const reach = isCut ? `cut, all within ${wholeTo} steps` : `depth ${depth}`;
  const rate = Math.round(states / seconds);
  process.stdout.write(`${states} states, ${transitions} transitions, ${reach}, ${seconds.toFixed(1)} s, ${rate}/s\n`);
  if (broken !== null) process.stdout.write(`${pathLines(broken)}\n`);
}

await main();
