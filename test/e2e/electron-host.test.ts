import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callNames } from '../../src-shared/contract/names.ts';
import { projectRoot, whyNoElectron } from './electron-runtime.ts';
import { startCounter, type RunningCounter } from './running-counter.ts';
import { safePreferences } from './safe-preferences.ts';

const obstacle = whyNoElectron();

describe.skipIf(obstacle !== null)(`the counter in Electron${obstacle === null ? '' : ` (${obstacle})`}`, () => {
  let counter: RunningCounter;
  const complaints: string[] = [];

  beforeAll(async () => {
    counter = await startCounter();
    counter.page.on('pageerror', (error) => complaints.push(error.message));
    counter.page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
  });

  afterAll(() => counter.stop());

  it('shows its page at its own origin, with the contract as its only bridge', async () => {
    const seen = await counter.page.evaluate(() => ({
      origin: location.origin,
      bridge: Object.entries(window.counter ?? {}).map(([domain, calls]) => [
        domain,
        typeof calls === 'object' ? Object.keys(calls) : typeof calls,
      ]),
      node: ['require', 'process', 'module', 'Buffer', 'ipcRenderer'].map(
        (name) => typeof Reflect.get(globalThis, name),
      ),
    }));
    expect(seen.origin).toBe('app://counterfoil');
    expect(seen.bridge).toEqual([
      ...Object.entries(callNames).map(([domain, names]) => [domain, [...names]]),
      ['on', 'function'],
    ]);
    expect(new Set(seen.node)).toEqual(new Set(['undefined']));
  });

  it('loads again without a complaint about its own policy', async () => {
    complaints.length = 0;
    await counter.page.reload();
    await counter.page.waitForSelector('#root > *');
    expect(complaints).toEqual([]);
  });

  it('answers a call by the contract, and one outside it with the member at fault', async () => {
    const results = await counter.page.evaluate(async () => {
      const setLanguage: unknown = window.counter?.app.setLanguage;
      const outsideContract: unknown =
        typeof setLanguage === 'function' ? await Reflect.apply(setLanguage, undefined, [{ language: 'fr' }]) : null;
      return [await window.counter?.app.setLanguage({ language: 'ar' }), outsideContract];
    });
    expect(results).toEqual([
      { ok: true, value: { language: 'ar' } },
      { ok: false, error: { code: 'input_invalid', field: 'language' } },
    ]);
  });

  it('has safe preferences, one preload and no spelling in every web contents', async () => {
    const held = await counter.app.evaluate(({ webContents }) =>
      webContents.getAllWebContents().map((contents) => {
        const read = (name: string): unknown =>
          Reflect.apply(Reflect.get(contents, name) as () => unknown, contents, []);
        return {
          preferences: read('getLastWebPreferences'),
          preloads: read('_getPreloadPaths'),
          spelling: contents.session.isSpellCheckerEnabled(),
        };
      }),
    );
    expect(held).toMatchObject([
      { preferences: safePreferences, preloads: [join(projectRoot, 'out/preload/preload.cjs')], spelling: false },
    ]);
  });

  it('sends its policy as a header', async () => {
    const [response] = await Promise.all([counter.page.waitForResponse('app://counterfoil/'), counter.page.reload()]);
    const policy = response.headers()['content-security-policy'];
    expect(policy).toContain("default-src 'none'; script-src 'self'");
    expect(policy).toContain("connect-src 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
  });

  it('trains with a service in a process of its own', async () => {
    const started = await counter.page.evaluate(() => window.counter?.app.startTraining({}));
    expect(started).toMatchObject({
      ok: true,
      value: { host: 'electron', mode: 'training', invitation: { tokenReady: true } },
    });
    const processes = await counter.app.evaluate(({ app }) => app.getAppMetrics().map((metric) => metric.name));
    expect(processes).toContain('counterfoil training');
  });
});
