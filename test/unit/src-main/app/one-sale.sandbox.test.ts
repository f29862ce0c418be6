import { writeFileSync } from 'node:fs';
import { Session, type Profiler } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../support/project.ts';
import { value } from '../orders/till.ts';
import { appInTest, aSale, settled, untilActive } from './counter-app.ts';

it('one sale', async () => {
  const parts = await appInTest();
  const { handlers } = parts.app;
  value(await handlers.app.startTraining({}));
  value(await handlers.enrolment.begin({ validDays: 365, cidrs: [] }));
  await untilActive(parts.app);
  const sale = await aSale(parts.app);
  const files = await filesRunBy(async () => {
    const { operationId } = value(await handlers.orders.place(sale));
    await settled(parts, operationId);
    value(await handlers.reveals.show({ operationId }));
  });
  writeFileSync('/tmp/one-sale.txt', files.join('\n'));
  expect(files.length).toBeGreaterThan(10);
});

async function filesRunBy(work: () => Promise<void>): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  return result
    .filter(wasRun)
    .map(({ url }) => (url.startsWith('file:') ? fileURLToPath(url) : url))
    .filter((p) => p.startsWith(projectRoot) && /\/src-(main|shared)\//.test(p))
    .map((p) => p.slice(projectRoot.length + 1))
    .sort();
}

function wasRun({ functions }: Profiler.ScriptCoverage): boolean {
  return functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
}
