import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fastFolder } from '../chaos/folder.ts';
import { markdownTable } from '../report.ts';
import { profileWith, sharedTime, startServiceIn } from '../stage.ts';
import { sellAt, type Offered } from './sell-at.ts';

/** How far ahead of its own clock the service takes a request's date. */
const tolerances = [0, 1, 60] as const;
/** What its answers are bound to, besides method and address. */
const bindings = { 'bound to the nonce': ['nonce', 'idempotency-key'], 'bound to nothing of one request': [] } as const;

/** The counter's clock is so far ahead of the service's (negative: behind) from its first start on. */
interface ClockCase {
  readonly aheadSeconds: number;
  readonly tolerance: (typeof tolerances)[number];
  readonly binding: keyof typeof bindings;
}

/** `sold` and `clock` are right; any other is what the counter said or did in their place. */
export interface ClockResult extends ClockCase {
  readonly outcome: string;
}

const bindingNames = ['bound to the nonce', 'bound to nothing of one request'] as const;

export type ServiceKind = Pick<ClockCase, 'tolerance' | 'binding'>;
export const serviceKinds: readonly ServiceKind[] = tolerances.flatMap((tolerance) =>
  bindingNames.map((binding) => ({ tolerance, binding })),
);

/** Lets a counter with each of these clocks enrol and sell at each service; services of one kind are shared. */
export async function prove(
  offsets: readonly number[],
  said: (result: ClockResult) => void,
  kinds = serviceKinds,
): Promise<readonly ClockResult[]> {
  const root = fastFolder();
  const results: ClockResult[] = [];
  try {
    for (const [at, kind] of kinds.entries()) {
      const outcomes = await proveAt(join(root, String(at)), kind, offsets);
      for (const [index, outcome] of outcomes.entries()) {
        const result = { ...kind, aheadSeconds: offsets[index] ?? 0, outcome };
        results.push(result);
        said(result);
      }
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  return results;
}

async function proveAt(
  folder: string,
  { tolerance, binding }: ServiceKind,
  offsets: readonly number[],
): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true });
  const { clock } = sharedTime();
  const deploymentFile = join(folder, 'given.json');
  const answer = ['@method', '@authority', '@path', '@query', ...bindings[binding]];
  writeFileSync(deploymentFile, profileWith({ 'request.maxSkewSeconds': tolerance, 'answer.binding': answer }));
  const service = await startServiceIn({
    dir: join(folder, 'service'),
    deploymentFile,
    activation: 'automatic',
    clock,
  });
  try {
    const outcomes: string[] = [];
    let offered: Offered | null = null;
    for (const [index, aheadSeconds] of offsets.entries()) {
      const counterFolder = join(folder, `counter-${String(index)}`);
      const sold = await sellAt({ folder: counterFolder, service, clock, aheadSeconds, offered });
      rmSync(counterFolder, { recursive: true, force: true });
      offered = sold.offered;
      outcomes.push(sold.outcome);
    }
    return outcomes;
  } finally {
    await service.stop();
  }
}

/** Whether every counter sold or named its clock; a clock that is right, or a little ahead, must sell. */
export function holds(results: readonly ClockResult[]): boolean {
  return (
    results.length > 0 &&
    results.every(
      ({ outcome, aheadSeconds }) =>
        outcome === 'sold' || (outcome === 'clock' && Math.abs(aheadSeconds) > leastSoldSeconds),
    )
  );
}

/** What answers may differ by, and what is lost in whole seconds. */
const leastSoldSeconds = 58;

/** The section of docs/proofs.md. */
export function sectionOf(results: readonly ClockResult[]): string {
  const rows = tolerances.flatMap((tolerance) =>
    bindingNames.map((binding) => {
      const own = results.filter((result) => result.tolerance === tolerance && result.binding === binding);
      const count = (outcome: string): number => own.filter((result) => result.outcome === outcome).length;
      const soldOffsets = own.filter(({ outcome }) => outcome === 'sold').map(({ aheadSeconds }) => aheadSeconds);
      const range = `${String(Math.min(...soldOffsets))} to ${String(Math.max(...soldOffsets))}`;
      return [
        `${String(tolerance)} s`,
        binding,
        count('sold'),
        range,
        count('clock'),
        own.length - count('sold') - count('clock'),
      ];
    }),
  );
  return [
    '## The clock',
    'Written by `npm run -s proof:clock -- --write`.',
    'A counter whose clock is off from its first start enrols a key and sells one card. The service takes dates so far ahead of its own clock; its answers are bound or not. ' +
      'Every second from 10 minutes behind to 10 minutes ahead:',
    markdownTable(
      ['dates ahead', 'answers', 'sold', 'at offsets (s)', 'said that the clock is off', 'anything else'],
      rows,
    ),
  ].join('\n\n');
}
