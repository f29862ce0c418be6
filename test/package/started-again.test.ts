import { readFileSync } from 'node:fs';
import { link } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processesBelow, processesUnder } from '../e2e/processes.ts';
import { until } from '../support/until.ts';
import { driveCopy } from './driven-copy.ts';
import { startProgram } from './driven-counter.ts';
import { installPackage, type Installed } from './installed.ts';
import { makePackage, whyNoPackage } from './made.ts';
import { sellInTraining } from './training-sale.ts';

const obstacle = whyNoPackage();
const because = obstacle === null ? '' : ` (${obstacle})`;

describe.skipIf(obstacle !== null)(`a package that is started again while it ends${because}`, () => {
  let installed: Installed;
  let driven: string;
  beforeAll(async () => {
    installed = await installPackage(await makePackage());
    ({ driven } = await driveCopy(installed));
    // What its launcher starts has no other name.
    await link(driven, join(dirname(driven), 'counterfoil'));
  });
  afterAll(async () => {
    for (const { pid } of processesUnder(dirname(driven))) process.kill(pid, 'SIGKILL');
    await installed.person.remove();
  });

  it('comes back by its launcher, which checks its files, whatever it was waiting for', async () => {
    const counter = await startProgram(installed, driven, {});
    await counter.inPage(sellInTraining, null);
    const service = processesBelow(counter.pid).find(({ line }) => line.includes('node.mojom.NodeService'));
    if (service === undefined) throw new Error('there is no practice service');
    process.kill(service.pid, 'SIGSTOP');
    await counter.inPage(() => void window.counter?.wallets.list({}), null);
    process.kill(counter.pid, 'SIGTERM');
    const isPage = ({ line }: { readonly line: string }): boolean => line.includes('--type=renderer');
    await until('The end of the page', () => !processesBelow(counter.pid).some(isPage));
    expect(processesUnder(dirname(driven)).some(({ pid }) => pid === counter.pid)).toBe(true);
    installed.person.start(driven);
    await until('The end of the first', () => !processesUnder(dirname(driven)).some(({ pid }) => pid === counter.pid));
    let again: number | undefined;
    await until('Another page', () => {
      again = processesUnder(dirname(driven)).find(({ pid }) => processesBelow(pid).some(isPage))?.pid;
      return again !== undefined;
    });
    // The first had it, and the launcher lets nobody else have it.
    expect(readFileSync(`/proc/${String(again)}/environ`, 'utf8')).not.toContain('NODE_OPTIONS');
  });
});
