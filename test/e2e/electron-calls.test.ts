import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stepPatienceMs } from '../support/patience.ts';
import { projectRoot, whyNoElectron } from './electron-runtime.ts';
import { answerBoxes, startCounter, type RunningCounter } from './running-counter.ts';

const obstacle = whyNoElectron();
const because = obstacle === null ? '' : ` (${obstacle})`;
const run = promisify(execFile);

describe.skipIf(obstacle !== null)(`calls from a window${because}`, () => {
  let counter: RunningCounter;
  beforeAll(async () => {
    counter = await startCounter();
  });
  afterAll(() => counter.stop());

  it.each(['app://counterfoil/', 'about:blank', 'data:text/html,other'])(
    'are refused from another window with the same bridge at %s',
    async (url) => {
      const preload = join(projectRoot, 'out/preload/preload.cjs');
      const answer = await counter.app.evaluate(
        async ({ BrowserWindow }, other): Promise<unknown> => {
          const window = new BrowserWindow({
            show: false,
            webPreferences: { preload: other.preload, partition: 'counter', sandbox: true },
          });
          try {
            await window.loadURL(other.url).catch(() => undefined);
            return await window.webContents.executeJavaScript(
              'window.counter ? window.counter.app.start({}) : "no bridge"',
            );
          } finally {
            window.destroy();
          }
        },
        { preload, url },
      );
      expect(answer).toEqual({ ok: false, error: { code: 'not_allowed', detail: 'foreign_sender' } });
    },
  );

  it('cannot be made from a frame in the page', async () => {
    const bridges = await counter.page.evaluate(() =>
      ['about:blank', 'about:srcdoc'].map((src) => {
        const frame = document.body.appendChild(Object.assign(document.createElement('iframe'), { src }));
        const found = typeof Reflect.get(frame.contentWindow ?? {}, 'counter');
        frame.remove();
        return found;
      }),
    );
    expect(bridges).toEqual(['undefined', 'undefined']);
  });

  it('cannot be changed or replaced in the page, and listeners get the payload alone', async () => {
    const seen = await counter.page.evaluate(async () => {
      const bridge = window.counter;
      const attempts = [
        () => {
          'use strict';
          Object.assign(bridge?.app ?? {}, { start: () => 'mine' });
        },
        () => {
          'use strict';
          Object.assign(bridge ?? {}, { app: {} });
        },
        () => {
          'use strict';
          Reflect.apply(bridge?.on ?? (() => undefined), undefined, ['notice.appearing', () => undefined]);
        },
      ];
      const refused = attempts.map((attempt) => {
        try {
          attempt();
          return 'done';
        } catch {
          return 'refused';
        }
      });
      const payloads: unknown[][] = [];
      const stop = bridge?.on('connectionChanged', (...args: unknown[]) => payloads.push(args));
      Object.assign(globalThis, { payloads, stop });
      return { refused, start: (await bridge?.app.start({}))?.ok };
    });
    expect(seen).toEqual({ refused: ['refused', 'refused', 'refused'], start: true });
    await counter.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.send('counter:notice.connectionChanged', { online: true }),
    );
    await expect
      .poll(() => counter.page.evaluate(() => Reflect.get(globalThis, 'payloads') as unknown))
      .toEqual([[{ online: true }]]);
  });

  it('are refused where they are too large or no plain data, before anything reads them', async () => {
    const answers = await counter.page.evaluate(async () => {
      const ask = (input: unknown): unknown =>
        Reflect.apply(window.counter?.app.useDeployment ?? (() => undefined), undefined, [input]);
      return Promise.all(
        [
          { text: 'x'.repeat(2_000_000) },
          { text: new Date() },
          { text: 'x', more: 1 },
          null,
          undefined,
          'text',
          [],
          7,
        ].map(ask),
      );
    });
    for (const answer of answers) expect(answer).toMatchObject({ ok: false, error: { code: 'input_invalid' } });
  });

  it('take no deployment that a person did not confirm in a box of the system, whatever the page says', async () => {
    const text = JSON.stringify({
      version: 1,
      name: 'Example Cards',
      baseUrl: 'https://api.example.com',
      serviceKeys: { url: '/keys', pins: [] },
    });
    const boxes = await answerBoxes(counter, 1);
    const answer = await counter.page.evaluate((chosen) => window.counter?.app.useDeployment({ text: chosen }), text);
    expect(answer).toEqual({ ok: false, error: { code: 'deployment_declined' } });
    const [box, ...others] = await boxes();
    expect([others, box?.defaultId, box?.buttons.length]).toEqual([[], 1, 2]);
    expect(box?.message).toContain('api.example.com');
    expect(
      await counter.page.evaluate(async () => {
        const started = await window.counter?.app.start({});
        return started?.ok === true ? started.value.mode : started;
      }),
    ).toBe('none');
  });

  it('are answered by the one counter: a second start brings it to the front and touches nothing, whatever it is told', async () => {
    const { executablePath, args, env } = counter.runtime;
    const atFront = () =>
      counter.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map((window) => window.isVisible() && window.isFocused()),
      );
    await counter.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
    await expect.poll(atFront).toEqual([false]);
    const before = await timesBelow(counter.data);
    const starts = await startsNoted(counter);
    expect(starts).toBeGreaterThan(0);
    const second = await run(executablePath, [...args, 'app://counterfoil/elsewhere', '--something'], {
      env: { ...env, COUNTERFOIL_DATA: counter.data },
      timeout: stepPatienceMs,
    });
    expect(second.stdout).toBe('');
    await expect.poll(atFront).toEqual([true]);
    expect(await timesBelow(counter.data)).toEqual(before);
    expect(await startsNoted(counter)).toBe(starts);
    expect(counter.app.windows().map((page) => page.url())).toEqual(['app://counterfoil/']);
  });
});

/** When each file of records last changed. Chromium's own files come and go, and the first counter writes its log. */
async function timesBelow(folder: string): Promise<readonly string[]> {
  const records = join(folder, 'counter');
  const names = await readdir(records, { recursive: true }).catch(() => []);
  return names
    .filter((name) => !name.startsWith('support'))
    .map((name) => `${name} ${statSync(join(records, name)).mtimeMs}`)
    .sort();
}

/** How many starts the log tells of. */
async function startsNoted(counter: RunningCounter): Promise<number> {
  const read = await counter.page.evaluate(() => window.counter?.supportLog.read({}));
  return read?.ok === true ? read.value.text.split('"kind":"started"').length - 1 : 0;
}
