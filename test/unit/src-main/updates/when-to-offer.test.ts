import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { administratorCommand, whyNotNow, type CounterFacts } from '../../../../src-main/updates/when-to-offer.ts';

const idle: CounterFacts = { inFlight: 0, unsettled: 0, isServing: false, isDayClosed: false, isBackedUp: true };

it.each([
  [{}, null],
  [{ inFlight: 1 }, 'in_flight'],
  [{ inFlight: 1, isDayClosed: true }, 'in_flight'],
  [{ isServing: true }, 'serving'],
  [{ unsettled: 1 }, 'unsettled'],
  [{ unsettled: 1, isDayClosed: true }, null],
  [{ isBackedUp: false }, 'not_backed_up'],
  [{ isBackedUp: false, isDayClosed: true }, 'not_backed_up'],
] as const)('a counter with %j waits for %s', (facts, reason) => {
  expect(whyNotNow({ ...idle, ...facts })).toBe(reason);
});

it.each(['/home/ali/counterfoil.deb', "/home/ali's/a b $(touch x)/c.deb"])('a shell takes %s as one word', (path) => {
  const words = administratorCommand(path).replace('sudo apt install', String.raw`printf '%s\n'`);
  expect(execFileSync('sh', ['-c', words], { encoding: 'utf8' })).toBe(`${path}\n`);
});
