import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoElectron } from './electron-runtime.ts';
import { startOutside, type Outside } from './outside.ts';
import { startCounter, type RunningCounter } from './running-counter.ts';

const obstacle = whyNoElectron();

/** What a page can load something with, in the page; `reached` where it got anything. */
async function loadAll(addresses: readonly string[]): Promise<readonly string[]> {
  const settled = (start: (done: () => void, failed: () => void) => void): Promise<boolean> =>
    new Promise((resolve) => {
      const late = setTimeout(() => resolve(false), 500);
      const end = (reached: boolean) => (): void => {
        clearTimeout(late);
        resolve(reached);
      };
      try {
        start(end(true), end(false));
      } catch {
        end(false)();
      }
    });
  const element = (name: string, part: object) =>
    settled((done, failed) => {
      document.body.append(
        Object.assign(document.createElement(name), { onload: done, onloadeddata: done, onerror: failed, ...part }),
      );
    });
  const ways: Readonly<Record<string, (url: string) => Promise<boolean>>> = {
    fetch: (url) =>
      settled((done, failed) => {
        fetch(url, { mode: 'no-cors' }).then(done, failed);
      }),
    request: (url) =>
      settled((done, failed) => {
        const request = Object.assign(new XMLHttpRequest(), { onload: done, onerror: failed });
        request.open('GET', url);
        request.send();
      }),
    beacon: (url) =>
      settled((_done, failed) => {
        navigator.sendBeacon(url, 'x');
        setTimeout(failed, 50);
      }),
    image: (src) => element('img', { src }),
    media: (src) => element('video', { src }),
    style: (href) => element('link', { rel: 'stylesheet', href }),
    script: (src) => element('script', { src }),
    worker: (url) =>
      settled((done, failed) => {
        Object.assign(new Worker(url), { onmessage: done, onerror: failed });
      }),
    socket: (url) =>
      settled((done, failed) => {
        Object.assign(new WebSocket(url.replace(/^http/, 'ws')), { onopen: done, onerror: failed });
      }),
    events: (url) =>
      settled((done, failed) => {
        const source = Object.assign(new EventSource(url), {
          onopen: done,
          onerror: () => {
            source.close();
            failed();
          },
        });
      }),
  };
  const reached: string[] = [];
  for (const url of addresses)
    for (const [name, load] of Object.entries(ways)) if (await load(url)) reached.push(`${name} ${url}`);
  return reached;
}

describe.skipIf(obstacle !== null)(`the window of the counter${obstacle === null ? '' : ` (${obstacle})`}`, () => {
  let counter: RunningCounter;
  let outside: Outside;
  beforeAll(async () => {
    outside = await startOutside();
    counter = await startCounter();
  });
  afterAll(async () => {
    outside.stop();
    await counter.stop();
  });

  it.each([
    ['under its policy', false],
    ['even without its policy', true],
  ] as const)('loads nothing of any other scheme or host, %s', async (_name, bypass) => {
    const cdp = await counter.page.context().newCDPSession(counter.page);
    await cdp.send('Page.setBypassCSP', { enabled: bypass });
    await counter.page.reload();
    const addresses = [
      `${outside.address}/x`,
      `${outside.address}/redirect`,
      'file:///etc/hostname',
      'ftp://127.0.0.1/x',
      'app://other/',
      'app://counterfoil.evil/',
      'devtools://devtools/bundled/x.js',
    ];
    expect(await counter.page.evaluate(loadAll, addresses)).toEqual([]);
    expect(outside.reached).toEqual([]);
    await cdp.send('Page.setBypassCSP', { enabled: false });
    await counter.page.reload();
  });

  it('has no name to go to, also where nothing else is between it and the network', async () => {
    const tried = await counter.app.evaluate(async ({ session }, address) => {
      const open = session.fromPartition('unguarded');
      open.webRequest.onBeforeRequest(null);
      const why = (failed: unknown): string => (failed instanceof Error ? failed.message : String(failed));
      const { port } = new URL(address);
      const asked = await Promise.all(
        [address, `http://localhost:${port}/x`].map((url) => open.fetch(url).then(({ status }) => String(status), why)),
      );
      return { asked, resolved: await open.resolveHost('localhost').then(() => 'an address', why) };
    }, outside.address);
    expect(tried).toEqual({
      asked: [expect.stringContaining('ERR_NAME_NOT_RESOLVED'), expect.stringContaining('ERR_NAME_NOT_RESOLVED')],
      resolved: expect.stringContaining('ERR_NAME_NOT_RESOLVED') as unknown,
    });
    expect(outside.reached).toEqual([]);
  });

  it('has its policy stop each thing that it forbids', async () => {
    await counter.page.evaluate(async (url) => {
      // What a test runs at once is exempt from the policy; what it leaves for later is not.
      await new Promise((resolve) => setTimeout(resolve, 0));
      const directives: string[] = [];
      Object.assign(globalThis, { directives });
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
        directives.push(effectiveDirective),
      );
      const add = (name: string, part: object): void => {
        document.body.append(Object.assign(document.createElement(name), part));
      };
      const attempts: (() => unknown)[] = [
        () => {
          Reflect.set(
            document.body.appendChild(document.createElement('script')),
            'textContent',
            'globalThis.planted = 1',
          );
        },
        () => {
          document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="globalThis.planted = 2">');
        },
        () =>
          Reflect.apply(Reflect.get(globalThis, 'eval') as (text: string) => void, undefined, [
            'globalThis.planted = 3',
          ]),
        () => {
          Reflect.construct(Function, ['globalThis.planted = 4']);
        },
        () => {
          Reflect.apply(setTimeout, undefined, ['globalThis.planted = 5', 0]);
        },
        () => {
          document.body.appendChild(document.createElement('p')).setAttribute('style', 'color: red');
        },
        () => {
          document.body.appendChild(document.createElement('p')).setAttribute('onclick', 'globalThis.planted = 6');
        },
        () => {
          add('style', { textContent: 'p { color: red }' });
        },
        () => {
          add('link', { rel: 'stylesheet', href: `${url}/style` });
        },
        () => {
          add('img', { src: `${url}/image` });
        },
        () => {
          add('video', { src: `${url}/video` });
        },
        () => {
          add('iframe', { src: `${url}/frame` });
        },
        () => {
          add('object', { data: `${url}/object` });
        },
        () => {
          document.head.append(Object.assign(document.createElement('base'), { href: url }));
        },
        () => {
          const form = Object.assign(document.createElement('form'), { action: url });
          document.body.append(form);
          form.submit();
        },
        () => new Worker('/trusted-types.js'),
        () => new FontFace('x', `url(${url}/font)`).load().catch(() => undefined),
        () => fetch(`${url}/fetch`).catch(() => undefined),
        () => new WebSocket(url.replace('http', 'ws')),
      ];
      for (const attempt of attempts)
        try {
          attempt();
        } catch {
          /* refused, as wanted */
        }
    }, outside.address);
    await expect
      .poll(() => counter.page.evaluate(() => Reflect.get(globalThis, 'directives') as string[]))
      .toEqual(
        expect.arrayContaining([
          'base-uri',
          'connect-src',
          'font-src',
          'form-action',
          'frame-src',
          'img-src',
          'media-src',
          'require-trusted-types-for',
          'style-src-attr',
          'style-src-elem',
        ]),
      );
    expect(await counter.page.evaluate(() => Reflect.get(globalThis, 'planted') as unknown)).toBeUndefined();
    expect(outside.reached).toEqual([]);
  });

  it('is granted no permission and no device', async () => {
    const granted = await counter.page.evaluate(async () => {
      const failing = (work: () => unknown): Promise<boolean> =>
        Promise.race([
          Promise.resolve()
            .then(work)
            .then(
              () => true,
              () => false,
            ),
          new Promise<boolean>((resolve) => setTimeout(resolve, 2_000, false)),
        ]);
      const device = (name: string, ask: string, input: unknown) =>
        failing(() => {
          const api: unknown = Reflect.get(navigator, name);
          if (typeof api !== 'object' || api === null) throw new Error('absent');
          return Promise.resolve(
            Reflect.apply(Reflect.get(api, ask) as (input: unknown) => unknown, api, [input]),
          ).then((found) => {
            if (Array.isArray(found) && found.length === 0) throw new Error('none');
          });
        });
      const asked: Record<string, Promise<boolean>> = {
        camera: failing(() => navigator.mediaDevices.getUserMedia({ video: true })),
        microphone: failing(() => navigator.mediaDevices.getUserMedia({ audio: true })),
        display: failing(() => navigator.mediaDevices.getDisplayMedia()),
        notifications: failing(async () => {
          if ((await Notification.requestPermission()) !== 'granted') throw new Error('denied');
        }),
        geolocation: failing(
          () =>
            new Promise((resolve, reject) => {
              navigator.geolocation.getCurrentPosition(resolve, reject);
            }),
        ),
        clipboardRead: failing(() => navigator.clipboard.readText()),
        clipboardWrite: failing(() => navigator.clipboard.writeText('x')),
        fullscreen: failing(() => document.documentElement.requestFullscreen()),
        pointerLock: failing(() => document.body.requestPointerLock()),
        wakeLock: failing(() => navigator.wakeLock.request()),
        persistence: failing(async () => {
          if (!(await navigator.storage.persist())) throw new Error('denied');
        }),
        midi: failing(() => navigator.requestMIDIAccess({ sysex: true })),
        hid: device('hid', 'requestDevice', { filters: [] }),
        usb: device('usb', 'requestDevice', { filters: [] }),
        serial: device('serial', 'requestPort', {}),
        bluetooth: device('bluetooth', 'requestDevice', { acceptAllDevices: true }),
      };
      const outcomes = await Promise.all(
        Object.entries(asked).map(async ([name, outcome]) => ((await outcome) ? [name] : [])),
      );
      const names: PermissionName[] = [
        'geolocation',
        'notifications',
        'camera',
        'microphone',
        'midi',
        'persistent-storage',
        'screen-wake-lock',
        'storage-access',
      ];
      const states = await Promise.all(
        names.map(async (name) =>
          (await navigator.permissions.query({ name })).state === 'denied' ? [] : [`query ${name}`],
        ),
      );
      return [...outcomes, ...states].flat();
    });
    expect(granted).toEqual([]);
  });

  it('keeps nothing of its pages on disk, and leaves no dump when they crash', async () => {
    const crashed = counter.app.evaluate(
      ({ BrowserWindow }) =>
        new Promise<void>((resolve) => {
          const contents = BrowserWindow.getAllWindows()[0]?.webContents;
          contents?.once('did-finish-load', () => resolve());
          contents?.forcefullyCrashRenderer();
        }),
    );
    await crashed;
    const { dumps, stored } = await counter.app.evaluate(({ app, session }) => ({
      dumps: app.getPath('crashDumps'),
      stored: session.fromPartition('counter').getStoragePath(),
    }));
    expect(stored).toBeNull();
    expect(filesBelow(dumps).filter((name) => name.endsWith('.dmp'))).toEqual([]);
  });
});

function filesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}
