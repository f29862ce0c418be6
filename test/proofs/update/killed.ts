import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readCurrent, versionOfFolder } from '../../../src-main/updates/installation.ts';
import { swapSteps } from '../../../src-main/updates/swap.ts';
import { fetchSteps } from '../../../src-main/updates/update.ts';
import { packageFiles } from '../../support/update-shop.ts';
import { attempt } from './attempt.ts';
import { noise, type Scene, type Stage } from './stage.ts';

const child = join(import.meta.dirname, 'update-child.ts');
const steps = [...fetchSteps, 'piece', ...swapSteps];
const isSwapped = (step: string): boolean => step === 'current-written' || step === 'swap-done';

/** An update is over by then. */
const longestMs = 90;

/** The counter is killed at a step; then it opens, tries again, and opens as the new version. */
export const killed: readonly Scene[] = steps.map((step) => ({
  name: 'killed at each step',
  play: async (stage) => {
    stage.shop.publish(packageFiles('0.2.0', noise));
    const env = { ...process.env, COUNTERFOIL_CRASH_AT: step };
    const { signal } = spawnSync(process.execPath, [child, stage.shop.root], { env });
    stage.notes(step, signal ?? 'lived', ['SIGKILL'], [isSwapped(step) ? '0.2.0' : '0.1.0']);
    await triesAgain(stage, step);
  },
}));

/** A newer version comes each time, and the counter is killed at any moment of its update. */
export const killedSometime: Scene = {
  name: 'killed at any moment',
  play: async (stage, full) => {
    const { shop } = stage;
    for (let round = 1; round <= (full ? 60 : 8); round += 1) {
      const { current } = readCurrent(shop.installation.folder) ?? shop.installation;
      const version = `0.${String(round + 1)}.0`;
      shop.publish(packageFiles(version, noise), { version, number: round });
      const counter = spawn(process.execPath, [child, shop.root], { stdio: ['ignore', 'pipe', 'inherit'] });
      const closed = once(counter, 'close');
      await once(counter.stdout, 'data');
      await wait((round * 19) % longestMs);
      counter.kill('SIGKILL');
      await closed;
      stage.notes(version, 'killed', ['killed'], [versionOfFolder(current), version]);
    }
    shop.publish(packageFiles('0.99.0', noise), { version: '0.99.0', number: 99 });
    await triesAgain(stage, 'the last', '0.99.0');
  },
};

async function triesAgain({ notes, shop, feeds }: Stage, name: string, version = '0.2.0'): Promise<void> {
  const outcome = await attempt({ root: shop.root, installation: shop.installation, feed: feeds.stick });
  notes(`${name}, again`, outcome, ['installed', 'version_not_newer'], [version]);
}
