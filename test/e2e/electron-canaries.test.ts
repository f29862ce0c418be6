import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canariesBelow, canariesIn, type Canaries } from '../support/canaries.ts';
import { CounterWindow } from '../ui/pages/counter-window.ts';
import { whyNoElectron } from './electron-runtime.ts';
import { ElectronShop } from './electron-shop.ts';
import { whyNoKeyring } from './keyring-session.ts';
import { processesBelow } from './processes.ts';
import { answerBoxes, startCounter, type RunningCounter } from './running-counter.ts';

const obstacle = whyNoElectron() ?? whyNoKeyring();
const because = obstacle === null ? '' : ` (${obstacle})`;
const pin = '86420975';

/** As a log of addresses or a query would spell it. */
function withEncoded(secrets: Canaries): Canaries {
  return new Map(
    [...secrets].flatMap(([name, bytes]) => {
      const text = encodeURIComponent(Buffer.from(bytes).toString('latin1'));
      return [[name, bytes] as const, [`${name} as in an address`, Buffer.from(text)] as const];
    }),
  );
}

describe.skipIf(obstacle !== null)(`what a counter in Electron leaves of its secrets${because}`, () => {
  let shop: ElectronShop;
  let running: RunningCounter;
  let said = '';
  beforeAll(async () => {
    shop = await ElectronShop.start('en');
    await shop.close();
    running = await startCounter(shop.startOptions);
    for (const stream of [running.app.process().stdout, running.app.process().stderr])
      stream?.on('data', (chunk: Buffer) => {
        said += chunk.toString('latin1');
      });
    await answerBoxes(running, 0);
  });
  afterAll(async () => {
    await running.stop().catch(() => undefined);
    await shop.stop();
  });

  it('is nothing: not in files, processes, titles, the clipboard or what it prints, though page and main throw them', async () => {
    const { app, page } = running;
    const counter = new CounterWindow(page);
    await counter.speak('en');
    await shop.sell(counter);
    const shown: Record<string, string> = { pin };
    const planted = await page.evaluate(async (typed) => {
      const bridge = window.counter;
      if (bridge === undefined) throw new Error('no bridge');
      const { value } = (await bridge.orders.list({ show: 'all' })) as {
        value: { items: { operationId: string; codes: { soldCardId: string }[] }[] };
      };
      const order = value.items[0];
      const phrase = (await bridge.app.recoveryPhrase({})) as { value?: { phrase: string } };
      await bridge.staff.add({ name: 'Mona', role: 'manager', pin: typed });
      const operationId = order?.operationId ?? '';
      const soldCardId = order?.codes[0]?.soldCardId ?? '';
      const shownNow = await bridge.reveals.show({ operationId });
      const copied = await bridge.reveals.copy({ operationId, soldCardId, part: 'voucher' });
      return { phrase: phrase.value?.phrase ?? '', ok: shownNow.ok && copied.ok };
    }, pin);
    expect(planted.ok).toBe(true);
    shown['phrase'] = planted.phrase;
    const voucher = await app.evaluate(({ clipboard }) => clipboard.readText());
    expect(voucher).not.toBe('');
    shown['voucher'] = voucher;
    const all = Object.values(shown).join(' ');

    // The page throws them, and dies with them.
    await page.evaluate((secret) => {
      console.error(secret);
      setTimeout(() => {
        throw new Error(secret);
      });
      void Promise.reject(new Error(secret));
    }, all);
    await page.evaluate(() => window.counter?.supportLog.read({}));
    const titles = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((each) => each.getTitle()),
    );
    const pid = app.process().pid ?? 0;
    const processes = [{ pid }, ...processesBelow(pid)].map((each) => each.pid);
    const ofProcesses = processes.flatMap((each) =>
      ['environ', 'cmdline'].map((name) => {
        try {
          return readFileSync(`/proc/${String(each)}/${name}`, 'latin1');
        } catch {
          return '';
        }
      }),
    );
    expect(processes.length).toBeGreaterThan(2);
    await app.evaluate(({ powerMonitor }) => void powerMonitor.emit('lock-screen'));
    await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).not.toContain(voucher);

    // Main throws them, reports each without its message, and goes on with its window.
    const bugs = (): number => said.split('bug: Error').length - 1;
    const before = bugs();
    await app
      .evaluate((_electron, secret) => {
        void Promise.reject(new Error(secret));
        setTimeout(() => {
          throw new Error(`${secret}\n    at ${secret}`);
        }, 200);
      }, all)
      .catch(() => undefined);
    await expect.poll(bugs).toBe(before + 2);
    const secrets = withEncoded(new Map(Object.entries(shown).map(([name, text]) => [name, Buffer.from(text)])));
    const { data, env } = shop.startOptions;
    expect({
      titles: canariesIn(Buffer.from(titles.join('\n')), secrets),
      processes: canariesIn(Buffer.from(ofProcesses.join('\n'), 'latin1'), secrets),
      said: canariesIn(Buffer.from(said, 'latin1'), secrets),
      files: [data, env['HOME'] ?? '', env['TMPDIR'] ?? ''].flatMap((folder) => canariesBelow(join(folder), secrets)),
    }).toEqual({ titles: [], processes: [], said: [], files: [] });
    // What the service issued and the enrolment was proved with is looked for when the service has ended.
    expect((await shop.secretsWritten()).found).toEqual([]);
  });
});
