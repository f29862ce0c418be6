import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callNames } from '../../src-shared/contract/names.ts';
import { forbidden, tryForbidden } from '../e2e/forbidden-by-policy.ts';
import { startOutside, type Outside } from '../e2e/outside.ts';
import { askForAll } from '../e2e/permissions.ts';
import { processesBelow } from '../e2e/processes.ts';
import { safePreferences } from '../e2e/safe-preferences.ts';
import { hostile, pageWays } from '../e2e/ways-to-leave.ts';
import { elsewhere, loadAll } from '../e2e/ways-to-load.ts';
import { startDriven, type DrivenCounter } from './driven-counter.ts';
import { installPackage, type Installed } from './installed.ts';
import { makePackage, whyNoPackage } from './made.ts';

const obstacle = whyNoPackage();
const because = obstacle === null ? '' : ` (${obstacle})`;

const strangePaths = [
  '../package.json',
  '..%2fpackage.json',
  '%2e%2e/%2e%2e/etc/passwd',
  '..%5cpackage.json',
  '%00',
  'index.html',
  'trusted-types.js%00.html',
  'main/main.js',
  'x'.repeat(10_000),
];

describe.skipIf(obstacle !== null)(`the page of a package, for somebody without rights${because}`, () => {
  let installed: Installed;
  let counter: DrivenCounter;
  let outside: Outside;
  beforeAll(async () => {
    outside = await startOutside();
    installed = await installPackage(await makePackage());
    counter = await startDriven(installed);
  });
  afterAll(async () => {
    await counter.stop();
    outside.stop();
    await installed.person.remove();
  });

  it("is in Chromium's sandbox, without Node, under the preferences that are safe, with neither tools nor spelling", async () => {
    const pages = processesBelow(counter.pid).filter(({ line }) => line.includes('--type=renderer'));
    expect(pages.map(({ pid }) => /^Seccomp:\t(\d)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])).toEqual([
      '2',
    ]);
    const held = await counter.inMain(async ({ webContents }) => {
      const all = webContents.getAllWebContents();
      for (const contents of all) contents.openDevTools();
      await new Promise((resolve) => setTimeout(resolve, 500));
      return all.map((contents) => ({
        preferences: Reflect.apply(Reflect.get(contents, 'getLastWebPreferences') as () => unknown, contents, []),
        tools: contents.isDevToolsOpened(),
        spelling: contents.session.isSpellCheckerEnabled(),
      }));
    }, null);
    expect(held).toMatchObject([{ preferences: safePreferences, tools: false, spelling: false }]);
    const node = await counter.inPage(
      (names) => names.map((name) => typeof Reflect.get(globalThis, name)),
      ['require', 'process', 'module', 'Buffer', 'ipcRenderer'],
    );
    expect(new Set(node)).toEqual(new Set(['undefined']));
  });

  it('has the contract as its only bridge, which no page can change', async () => {
    const seen = await counter.inPage(() => {
      const { counter: bridge } = window;
      return {
        origin: location.origin,
        domains: Object.keys(bridge ?? {}),
        frozen: [bridge, ...Object.values(bridge ?? {})].every((part) => Object.isFrozen(part)),
        replaced: Reflect.set(window, 'counter', null),
      };
    }, null);
    expect(seen).toEqual({
      origin: 'app://counterfoil',
      domains: [...Object.keys(callNames), 'on'],
      frozen: true,
      replaced: false,
    });
  });

  it('has each of its files under the policy, and nothing at an address that would leave them', async () => {
    const seen = await counter.inMain(
      async ({ session }, paths) => {
        const screens = session.fromPartition('counter');
        const answers = paths.map(async (path) => {
          const answer = await screens.fetch(`app://counterfoil/${path}`);
          return [path, answer.status, answer.headers.get('content-security-policy')?.slice(0, 38) ?? 'none'];
        });
        return Promise.all(answers);
      },
      ['', 'trusted-types.js', ...strangePaths],
    );
    const policy = "default-src 'none'; script-src 'self';";
    expect(seen).toEqual([
      ['', 200, policy],
      ['trusted-types.js', 200, policy],
      ...strangePaths.map((path) => [path, 404, policy]),
    ]);
  });

  it('loads nothing of any other scheme or host', async () => {
    expect(await counter.inPage(loadAll, elsewhere(outside.address))).toEqual([]);
    expect(outside.reached).toEqual([]);
  });

  it('is granted no permission and no device', async () => {
    expect(await counter.inPage(askForAll, null)).toEqual([]);
  });

  it('stays where it is, whatever it tries to leave by', async () => {
    const shown = async () => {
      const urls = await counter.inMain(
        ({ webContents }) => webContents.getAllWebContents().map((each) => [each.getURL(), each.getTitle()]),
        null,
      );
      const origin = await counter.inPage(() => location.origin, null);
      return urls.map((url) => [...url, origin]);
    };
    for (const [name, way] of Object.entries(pageWays))
      for (const url of hostile(outside.address)) {
        await counter.inPage(laterIn(way), url);
        await new Promise((resolve) => setTimeout(resolve, 20));
        await expect
          .poll(shown, { message: `${name} to ${url}` })
          .toEqual([['app://counterfoil/', 'Counterfoil', 'app://counterfoil']]);
      }
    expect(outside.reached).toEqual([]);
  });

  it('has its policy stop each thing that it forbids', async () => {
    await counter.inPage(tryForbidden, outside.address);
    await expect
      .poll(() => counter.inPage(() => Reflect.get(globalThis, 'directives') as string[], null))
      .toEqual(expect.arrayContaining([...forbidden]));
    expect(await counter.inPage(() => String(Reflect.get(globalThis, 'planted')), null)).toBe('undefined');
    expect(outside.reached).toEqual([]);
  });

  it('has no menu, and leaves nothing on the disk and no dump when it crashes', async () => {
    const left = await counter.inMain(async ({ app, BrowserWindow, Menu, session }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      const back = new Promise<void>((resolve) => contents?.once('did-finish-load', () => resolve()));
      contents?.forcefullyCrashRenderer();
      await back;
      return {
        menu: Menu.getApplicationMenu(),
        stored: session.fromPartition('counter').getStoragePath(),
        dumps: app.getPath('crashDumps'),
      };
    }, null);
    expect(left).toMatchObject({ menu: null, stored: null });
    expect(dumpsBelow(left.dumps)).toEqual([]);
  });
});

/** As a page would do it by itself, and not as a test that waits for the end of what it ran. */
function laterIn(way: (url: string) => void): (url: string) => void {
  const later = `(url) => { setTimeout(() => { (${String(way)})(url); }, 0); }`;
  return Object.assign(() => undefined, { toString: () => later });
}

function dumpsBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.dmp'));
}
