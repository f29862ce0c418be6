import { z } from 'zod';
import { readOptions } from '../options.ts';
import { writeSection } from '../report.ts';
import type { Explored } from './explore.ts';
import { hunt } from './hunt.ts';
import { plants } from './plants.ts';
import { pathLines, sectionOf, type ExploredPart } from './print.ts';
import { boundsOf, exploredPart, fullParts, usualParts } from './spaces.ts';

/** Exits 1 where a law is broken in some state, or a planted fault is not found. */
async function main(): Promise<void> {
  const schema = z.object({ full: z.boolean(), write: z.boolean(), break: z.string().optional() });
  const given = readOptions('usage: proof:states [--full] [--write] [--break FAULT]', schema, {
    full: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    break: { type: 'string' },
  });
  if (given === null) return;
  if (given.break !== undefined) {
    const explored = await hunt(given.break);
    say(explored);
    process.exitCode = explored.broken === null ? 0 : 1;
    return;
  }
  const parts: ExploredPart[] = [];
  for (const part of given.full ? fullParts : usualParts) {
    process.stdout.write(`${part.name} (${boundsOf(part)}): `);
    const explored = exploredPart(part);
    parts.push({ part, explored });
    say(explored);
  }
  const isHeld = parts.every(({ explored }) => explored.broken === null);
  const found = new Map<string, Explored>();
  for (const name of given.write || given.full ? Object.keys(plants) : []) {
    process.stdout.write(`planted, ${name}: `);
    const explored = await hunt(name);
    found.set(name, explored);
    say(explored);
  }
  const isFound = [...found.values()].every(({ broken }) => broken !== null);
  process.stdout.write(isHeld && isFound ? 'holds\n' : 'FAILS\n');
  if (given.write && isHeld) writeSection('proof:states', sectionOf(parts, found));
  process.exitCode = isHeld && isFound ? 0 : 1;
}

function say({ states, transitions, depth, seconds, broken }: Explored): void {
  process.stdout.write(`${states} states, ${transitions} transitions, depth ${depth}, ${seconds.toFixed(1)} s\n`);
  if (broken !== null) process.stdout.write(`${pathLines(broken)}\n`);
}

await main();
