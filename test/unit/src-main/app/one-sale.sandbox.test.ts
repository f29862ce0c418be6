import { readFileSync } from 'node:fs';
import { Session, type Profiler } from 'node:inspector/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../support/project.ts';
import { until } from '../../../support/until.ts';
import { value } from '../orders/till.ts';
import { appInTest, aSale, untilActive } from './counter-app.ts';

// docs/architecture.md tells one sale. What a sale really runs, by V8's own coverage, must be what it tells.

const page = readFileSync(join(projectRoot, 'docs/architecture.md'), 'utf8');
const oneSale = page.slice(page.indexOf('## One sale'));

it('runs the modules of orders and of the exchange that docs/architecture.md names, and no other', async () => {
  const files = await filesOfOneSale();
  const run = files.filter((file) => /^src-main\/(orders|exchange)\//.test(file));
  const named = [...oneSale.matchAll(/`((?:orders|exchange)\/[\w/-]+\.ts)`/g)].map(
    ([, file]) => `src-main/${file ?? ''}`,
  );
  expect(run).toEqual([...new Set(named)].sort());
  expect(run.filter((file) => lineCountOf(file) > 300)).toEqual([]);
  // How many files it passes in all is said there too, and grows only with a line in this page.
  expect(files.length).toBeLessThanOrEqual(Number(/at most (\d+) files/.exec(oneSale)?.[1]));
});

async function filesOfOneSale(): Promise<readonly string[]> {
  const parts = await appInTest();
  const { handlers } = parts.app;
  value(await handlers.app.startTraining({}));
  value(await handlers.enrolment.begin({ validDays: 365, cidrs: [] }));
  await untilActive(parts.app);
  const sale = await aSale(parts.app);
  const isCompleted = (): boolean =>
    parts.notices.some(({ payload }) => 'state' in payload && payload.state === 'completed');
  return filesRunBy(async () => {
    const { operationId } = value(await handlers.orders.place(sale));
    await until('the sale', () => Promise.resolve(isCompleted()));
    value(await handlers.reveals.show({ operationId }));
  });
}

/** The files of main and the contract of which a function was called; what loading them runs does not count. */
async function filesRunBy(work: () => Promise<void>): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  await session.post('Debugger.enable');
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const files: string[] = [];
  for (const script of result.filter(({ url }) => url.startsWith('file:'))) {
    const file = fileURLToPath(script.url).slice(projectRoot.length + 1);
    if (!/^src-(main|shared)\//.test(file)) continue;
    const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId: script.scriptId });
    if (wasRun(script, scriptSource)) files.push(file);
  }
  session.disconnect();
  return files.sort();
}

/** The test runner wraps each export in a function of its own, which says nothing of the module. */
const wrapper = /^\(\)\s*=>\s*\{?\s*(try\s*\{\s*)?return /;

function wasRun({ functions }: Profiler.ScriptCoverage, source: string): boolean {
  return functions.some(
    ({ ranges: [range] }) =>
      range !== undefined && range.count > 0 && !wrapper.test(source.slice(range.startOffset, range.endOffset)),
  );
}

function lineCountOf(file: string): number {
  return readFileSync(join(projectRoot, file), 'utf8').trimEnd().split('\n').length;
}
