import { join } from 'node:path';

import type { ElectronApplication } from 'playwright';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { tempFolder } from '../support/temp.ts';
import { CounterWindow } from '../ui/pages/counter-window.ts';
import { enrolCounter, readStory, sellTwo } from '../ui/pages/first-sale-story.ts';
import { languages } from '../ui/pages/words.ts';
import { projectRoot, whyNoElectron } from './electron-runtime.ts';
import { startCounter } from './running-counter.ts';
import type { RunningCounter } from './running-counter.ts';

const obstacle = whyNoElectron();
const because = obstacle === null ? '' : ` (${obstacle})`;

describe.skipIf(obstacle !== null).each(languages)(`the counter in Electron, in %s${because}`, (language) => {
  let running: RunningCounter;
  beforeAll(async () => {
    running = await startCounter();
  });
  afterAll(() => running.stop());

  it('enrols, sells two cards at the exact total, shows their codes only when asked and tells the story', async () => {
    const counter = new CounterWindow(running.page);
    const requests = await watchRequests(running.app);
    await enrolCounter(counter, language);
    await counter.enrolment.startSelling();
    await sellTwo(counter);
    await readStory(counter);
    for (const area of ['owned', 'counter'] as const) await counter.go(area);
    await counter.button('diagnosis.open').click();
    await counter.text('diagnosis.allAgree').waitFor();
    await running.page.reload();
    await counter.text('app.training.says').waitFor();
    const made = await requests();
    expect(made.length).toBeGreaterThan(0);
    expect(made.filter((each) => !each.startsWith('completed app://counterfoil/'))).toEqual([]);
  });
});

describe.skipIf(obstacle !== null)(`the cryptography of Electron${because}`, () => {
  let running: RunningCounter;
  beforeAll(async () => {
    running = await startCounter();
  });
  afterAll(() => running.stop());

  it('verifies the three ES256 vectors and refuses them when they are altered', async () => {
    const bundle = join(tempFolder(), 'check-vectors.cjs');
    await bundleVectors(bundle);
    const checked = await running.app.evaluate((_electron, { script, fixtures }) => {
      const load = process.getBuiltinModule('node:module').createRequire(script);
      const failures: unknown = Reflect.apply(Reflect.get(load(script) as object, 'checkVectors') as (folder: string) => unknown, undefined, [fixtures]);
      return { failures, inElectron: 'electron' in process.versions, openssl: process.versions.openssl };
    }, { script: bundle, fixtures: join(projectRoot, 'test/fixtures/rfc9421') });
    expect(checked).toMatchObject({ failures: [], inElectron: true });
    // The point of running them here: Electron links another library than Node does.
    expect(checked.openssl).not.toBe(process.versions.openssl);
  });
});

/** Every request of every session from now on, with what became of it: main's own record, which no page can evade. */
async function watchRequests(app: ElectronApplication): Promise<() => Promise<readonly string[]>> {
  await app.evaluate(({ session }) => {
    const made: string[] = [];
    Object.assign(globalThis, { made });
    for (const each of [session.fromPartition('counter'), session.defaultSession]) {
      each.webRequest.onCompleted(({ url }) => { made.push(`completed ${url}`); });
      each.webRequest.onErrorOccurred(({ url }) => { made.push(`stopped ${url}`); });
    }
  });
  return () => app.evaluate(() => Reflect.get(globalThis, 'made') as string[]);
}

/** One file that Electron's main process can require, with nothing of the project beside it. */
async function bundleVectors(file: string): Promise<void> {
  const bundle = await rolldown({ input: join(projectRoot, 'test/protocol-vectors/check-vectors.ts'), platform: 'node', logLevel: 'silent' });
  await bundle.write({ file, format: 'cjs' });
  await bundle.close();
}
