import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { isAllowedRequest } from '../../../../../src-main/hosts/electron/addresses.ts';
import { guardNavigation } from '../../../../../src-main/hosts/electron/navigation-guard.ts';
import { isOwnMainFrame } from '../../../../../src-main/hosts/electron/sender.ts';
import { forcesSandbox, nameOf, refusedSwitches } from '../../../../../src-main/hosts/electron/switches.ts';
import { zoomLevelAfter, zoomStepOf } from '../../../../../src-main/hosts/electron/zoom.ts';

const hostileAddresses = [
  'https://example.com/',
  'http://127.0.0.1/',
  'file:///etc/passwd',
  'data:text/html,x',
  'javascript:alert(1)',
  'about:blank',
  'blob:app://counterfoil/1',
  'app://other/',
  'app://counterfoil.evil/',
  'app://counterfoil@evil/',
  'ws://127.0.0.1/',
  'chrome://gpu/',
  'view-source:app://counterfoil/',
  '',
];

describe('a request of the screens', () => {
  it.each([...hostileAddresses, 'devtools://devtools/bundled/x.html'])(
    'to %j is not let through by a packaged counter',
    (url) => {
      expect(isAllowedRequest(url, true)).toBe(false);
    },
  );

  it('to their own files is let through', () => {
    expect(isAllowedRequest('app://counterfoil/assets/a.js', true)).toBe(true);
    expect(isAllowedRequest('devtools://devtools/bundled/x.html', false)).toBe(true);
  });
});

class Contents extends EventEmitter {
  opened: (() => { action: 'deny' }) | null = null;
  webRtc: string | null = null;
  setWindowOpenHandler(handler: () => { action: 'deny' }): void {
    this.opened = handler;
  }
  setWebRTCIPHandlingPolicy(policy: string): void {
    this.webRtc = policy;
  }
  /** Whether the page may do what `event` announces. */
  allows(event: string, details: object = {}): boolean {
    let allowed = true;
    this.emit(event, {
      ...details,
      preventDefault: () => {
        allowed = false;
      },
    });
    return allowed;
  }
}

function guardedPage(): Contents {
  const contents = new Contents();
  guardNavigation(contents);
  return contents;
}

describe('a page', () => {
  it.each(hostileAddresses)('does not go to %j', (url) => {
    expect(guardedPage().allows('will-navigate', { url })).toBe(false);
    expect(guardedPage().allows('will-frame-navigate', { url, isMainFrame: true })).toBe(false);
  });

  it('may be loaded again, but not into a frame', () => {
    expect(guardedPage().allows('will-navigate', { url: 'app://counterfoil/' })).toBe(true);
    expect(guardedPage().allows('will-frame-navigate', { url: 'app://counterfoil/', isMainFrame: true })).toBe(true);
    expect(guardedPage().allows('will-frame-navigate', { url: 'app://counterfoil/', isMainFrame: false })).toBe(false);
  });

  it('may load into a frame what main drew for it, and go there by no other way', () => {
    const url = 'app://counterfoil/drawn/abc';
    expect(guardedPage().allows('will-frame-navigate', { url, isMainFrame: false })).toBe(true);
    expect(guardedPage().allows('will-frame-navigate', { url, isMainFrame: true })).toBe(false);
    expect(guardedPage().allows('will-navigate', { url })).toBe(false);
  });

  it('is not redirected, opens no window, attaches no webview and has no WebRTC around the proxy', () => {
    const contents = guardedPage();
    expect(contents.allows('will-redirect', { url: 'app://counterfoil/' })).toBe(false);
    expect(contents.allows('will-attach-webview')).toBe(false);
    expect(contents.opened?.()).toEqual({ action: 'deny' });
    expect(contents.webRtc).toBe('disable_non_proxied_udp');
  });
});

describe('the sender of a call', () => {
  const ours = { name: 'our contents' };
  const url = 'app://counterfoil/';
  const mainFrame = { parent: null, origin: 'app://counterfoil', url };

  it('is the main frame of our window on our page', () => {
    expect(isOwnMainFrame({ sender: ours, senderFrame: mainFrame }, ours)).toBe(true);
  });

  it.each([
    ['other contents', { sender: { name: 'our contents' }, senderFrame: mainFrame }],
    ['a frame that is gone', { sender: ours, senderFrame: null }],
    ['a frame in the page', { sender: ours, senderFrame: { parent: mainFrame, origin: 'app://counterfoil', url } }],
    ['about:blank', { sender: ours, senderFrame: { parent: null, origin: 'null', url: 'about:blank' } }],
    [
      'about:blank with our origin',
      { sender: ours, senderFrame: { parent: null, origin: 'app://counterfoil', url: 'about:blank' } },
    ],
    ['another host of the scheme', { sender: ours, senderFrame: { parent: null, origin: 'app://other', url } }],
    [
      'an origin that begins alike',
      { sender: ours, senderFrame: { parent: null, origin: 'app://counterfoil.evil', url } },
    ],
    ['a web page', { sender: ours, senderFrame: { parent: null, origin: 'https://counterfoil', url } }],
    ['an empty origin', { sender: ours, senderFrame: { parent: null, origin: '', url } }],
  ])('is not %s', (_what, event) => {
    expect(isOwnMainFrame(event, ours)).toBe(false);
  });

  it('is nobody while there is no window, or where reading the frame throws', () => {
    expect(isOwnMainFrame({ sender: null, senderFrame: mainFrame }, null)).toBe(false);
    const disposed = {
      sender: ours,
      get senderFrame(): never {
        throw new Error('Render frame was disposed');
      },
    };
    expect(isOwnMainFrame(disposed, ours)).toBe(false);
  });
});

describe('command line switches', () => {
  const given =
    (...names: string[]) =>
    (name: string) =>
      names.includes(name);
  /** What Electron itself has set in every start. */
  const own = given('allow-file-access-from-files', 'host-resolver-rules');

  it.each([
    '--no-sandbox',
    '-no-sandbox',
    '--disable-seccomp-filter-sandbox',
    '--in-process-gpu',
    '--allow-sandbox-debugging',
    '--remote-debugging-port=0',
    '--inspect-brk',
    '--load-extension=/tmp',
    '--allow-file-access-from-files',
    '--lang',
    '--lang=../x',
    '--ozone-platform=headless',
    '--LANG=en',
    '--',
    'app://counterfoil/',
    '/tmp/file',
    '',
    '--lang=en\n--no-sandbox',
  ])('keep a packaged counter from starting where a person gives %j', (argument) => {
    expect(refusedSwitches(true, ['--lang=en', argument], own)).toEqual([argument]);
    expect(refusedSwitches(false, [argument], own)).toEqual([]);
  });

  it.each([
    [],
    ['--lang=ar'],
    ['--lang=en-GB', '--force-device-scale-factor=1.5', '--disable-gpu'],
    ['--ozone-platform-hint=auto'],
    ['-psn_0_12345'],
  ])('let a packaged counter start with %j', (...some) => {
    expect(refusedSwitches(true, some, own)).toEqual([]);
  });

  it('are refused too where something else than a person gave them', () => {
    expect(refusedSwitches(true, [], given('no-sandbox', 'allow-file-access-from-files'))).toEqual(['--no-sandbox']);
    expect(refusedSwitches(true, ['--no-sandbox'], given('no-sandbox'))).toEqual(['--no-sandbox']);
    expect(refusedSwitches(false, [], given('no-sandbox'))).toEqual([]);
  });

  it('are repeated without their values', () => {
    expect(['--proxy-server=user:secret@host', '--lang=a\nb', 'x'.repeat(100)].map(nameOf)).toEqual([
      '--proxy-server',
      '--lang',
      'x'.repeat(60),
    ]);
  });

  it('take the sandbox away from a build under development alone', () => {
    expect(forcesSandbox(true, given('no-sandbox'))).toBe(true);
    expect(forcesSandbox(false, given())).toBe(true);
    expect(forcesSandbox(false, given('no-sandbox'))).toBe(false);
  });
});

describe('zoom', () => {
  const key = (name: string, more: object = {}) => ({
    type: 'keyDown',
    key: name,
    code: '',
    control: true,
    meta: false,
    alt: false,
    ...more,
  });

  it.each([
    ['+', 'larger'],
    ['=', 'larger'],
    ['-', 'smaller'],
    ['0', 'usual'],
  ])('follows the usual keys: %s', (name, step) => {
    expect(zoomStepOf(key(name))).toBe(step);
  });

  it.each([
    ['٠', 'Digit0', 'usual'],
    ['٠', 'Numpad0', 'usual'],
    ['ـ', 'Minus', 'smaller'],
    ['Unidentified', 'NumpadAdd', 'larger'],
    ['Unidentified', 'Equal', 'larger'],
    ['Unidentified', 'NumpadSubtract', 'smaller'],
  ])('goes by where the key lies under another layout: %s on %s', (name, code, step) => {
    expect(zoomStepOf(key(name, { code }))).toBe(step);
  });

  it('stays within its limits', () => {
    expect([
      zoomLevelAfter('larger', 3.5),
      zoomLevelAfter('larger', 4),
      zoomLevelAfter('smaller', 0),
      zoomLevelAfter('smaller', -2),
      zoomLevelAfter('usual', 3),
    ]).toEqual([4, 4, -0.5, -2, 0]);
  });

  it.each([
    ['another key', key('r')],
    ['a key without control', key('+', { control: false })],
    ['a key going up', key('+', { type: 'keyUp' })],
    ['AltGr', key('+', { alt: true })],
    ['a key named like a method', key('toString')],
  ])('leaves %s alone', (_what, input) => {
    expect(zoomStepOf(input)).toBeNull();
  });
});
