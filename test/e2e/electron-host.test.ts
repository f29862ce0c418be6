import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { callNames } from '../../src-preload/contract/names.ts';
import { whyNoElectron } from './electron-runtime.ts';
import { startCounter } from './running-counter.ts';
import type { RunningCounter } from './running-counter.ts';

const obstacle = whyNoElectron();

describe.skipIf(obstacle !== null)(`the counter in Electron${obstacle === null ? '' : ` (${obstacle})`}`, () => {
  let counter: RunningCounter;
  let server: Server;
  let outside: string;
  const reached: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      reached.push(request.url ?? '');
      response.end('outside');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    outside = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
    counter = await startCounter();
    counter.page.on('pageerror', (error) => complaints.push(error.message));
    counter.page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
  });

  afterAll(async () => {
    server.close();
    await counter.stop();
  });

  /** Main's own word for it: a refused navigation leaves the test's driver waiting for its end. */
  const shownPages = () => counter.app.evaluate(({ webContents }) => webContents.getAllWebContents().map((contents) => contents.getURL()));

  it('shows its page at its own origin, with the contract as its only bridge', async () => {
    const seen = await counter.page.evaluate(() => ({
      origin: location.origin,
      bridge: Object.entries(window.counter ?? {}).map(([domain, calls]) => [domain, typeof calls === 'object' ? Object.keys(calls) : typeof calls]),
      node: ['require', 'process', 'module', 'Buffer', 'ipcRenderer'].map((name) => typeof Reflect.get(globalThis, name)),
    }));
    expect(seen.origin).toBe('app://counterfoil');
    expect(seen.bridge).toEqual([...Object.entries(callNames).map(([domain, names]) => [domain, [...names]]), ['on', 'function']]);
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
      const outsideContract: unknown = typeof setLanguage === 'function' ? await Reflect.apply(setLanguage, undefined, [{ language: 'fr' }]) : null;
      return [await window.counter?.app.setLanguage({ language: 'ar' }), outsideContract];
    });
    expect(results).toEqual([{ ok: true, value: { language: 'ar' } }, { ok: false, error: { code: 'input_invalid', field: 'language' } }]);
  });

  it('has safe preferences in every web contents', async () => {
    const preferences = await counter.app.evaluate(({ webContents }) => webContents.getAllWebContents().map((contents): unknown => {
      const read: unknown = Reflect.get(contents, 'getLastWebPreferences');
      return typeof read === 'function' ? Reflect.apply(read, contents, []) : null;
    }));
    expect(preferences).toHaveLength(1);
    for (const each of preferences) {
      expect(each).toMatchObject({
        sandbox: true, contextIsolation: true, nodeIntegration: false, nodeIntegrationInSubFrames: false, webSecurity: true, webviewTag: false,
        allowRunningInsecureContent: false, experimentalFeatures: false,
      });
    }
  });

  it('sends its policy as a header', async () => {
    const [response] = await Promise.all([counter.page.waitForResponse('app://counterfoil/'), counter.page.reload()]);
    const policy = response.headers()['content-security-policy'];
    expect(policy).toContain("default-src 'none'; script-src 'self'");
    expect(policy).toContain("connect-src 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
  });

  it('runs no script that is not its own, and makes no script from text', async () => {
    const ran = await counter.page.evaluate(async () => {
      // What a test runs at once is exempt from the policy; what it leaves for later is not.
      await new Promise((resolve) => setTimeout(resolve, 0));
      const attempts: (() => void)[] = [
        () => { const script = document.createElement('script'); Reflect.set(script, 'textContent', 'globalThis.planted = true'); document.body.append(script); },
        () => { document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="globalThis.planted = true">'); },
        () => { Reflect.apply(Reflect.get(globalThis, 'eval') as (text: string) => void, undefined, ['globalThis.planted = true']); },
      ];
      for (const attempt of attempts) try { attempt(); } catch { /* refused, as wanted */ }
      return Reflect.get(globalThis, 'planted') as unknown;
    });
    expect(ran).toBeUndefined();
  });

  it('goes nowhere, however it is asked to', async () => {
    for (const address of [`${outside}/away`, 'file:///etc/passwd', 'data:text/html,away', 'about:blank', 'app://other/']) {
      await counter.page.evaluate((url) => {
        const link = Object.assign(document.createElement('a'), { href: url });
        document.body.append(link);
        link.click();
        link.target = '_blank';
        link.click();
        link.remove();
        window.open(url);
        location.href = url;
      }, address).catch(() => undefined);
      await counter.page.waitForTimeout(100);
      await expect.poll(shownPages, { message: address }).toEqual(['app://counterfoil/']);
    }
    expect(reached).toEqual([]);
  });

  it('reaches no network from its page', async () => {
    const attempts = await counter.page.evaluate(async (url) => {
      const outcome = (work: Promise<unknown>): Promise<string> => work.then(() => 'reached', () => 'refused');
      const loaded = (element: HTMLElement): Promise<unknown> => new Promise((resolve, reject) => {
        element.onload = resolve;
        element.onerror = reject;
        document.body.append(element);
      });
      return Promise.all([
        outcome(fetch(`${url}/fetch`)),
        outcome(loaded(Object.assign(new Image(), { src: `${url}/image` }))),
        outcome(new Promise((resolve, reject) => { const socket = new WebSocket(`${url.replace('http', 'ws')}/socket`); socket.onopen = resolve; socket.onerror = reject; })),
      ]);
    }, outside);
    expect(attempts).toEqual(['refused', 'refused', 'refused']);
    expect(reached).toEqual([]);
  });

  it('grants no permission', async () => {
    const states = await counter.page.evaluate(async () => {
      const names: PermissionName[] = ['geolocation', 'notifications', 'camera', 'microphone'];
      return Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state));
    });
    expect(new Set(states)).toEqual(new Set(['denied']));
  });

  it('trains with a service in a process of its own', async () => {
    const started = await counter.page.evaluate(() => window.counter?.app.startTraining({}));
    expect(started).toMatchObject({ ok: true, value: { host: 'electron', mode: 'training', invitation: { tokenReady: true } } });
    const processes = await counter.app.evaluate(({ app }) => app.getAppMetrics().map((metric) => metric.name));
    expect(processes).toContain('counterfoil training');
  });

  it('is there once: a second start ends at once and leaves the first alone', async () => {
    const { executablePath, args, env } = counter.runtime;
    const second = await promisify(execFile)(executablePath, [...args], { env: { ...env, COUNTERFOIL_DATA: counter.data }, timeout: 20_000 });
    expect(second.stdout).toBe('');
    expect(counter.app.windows()).toHaveLength(1);
  });
});
