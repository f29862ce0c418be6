import { describe, expect, it } from 'vitest';
import { hasDisplay, parseArguments, usage } from '../../../../../src-main/hosts/browser/arguments.ts';

describe('the arguments of the browser host', () => {
  it('have defaults', () => {
    expect(parseArguments([])).toEqual({
      ok: true,
      value: { port: 0, reason: null, data: null, openIfDisplay: false },
    });
  });

  it('are taken as given', () => {
    const args = ['--port', '8123', '--reason', 'There is no display.', '--data', 'somewhere', '--open-if-display'];
    expect(parseArguments(args)).toEqual({
      ok: true,
      value: { port: 8123, reason: 'There is no display.', data: 'somewhere', openIfDisplay: true },
    });
  });

  it.each([[['--port', '65536']], [['--port', '-1']], [['--port', 'x']]])('refuse the port of %j', (args) => {
    expect(parseArguments(args)).toMatchObject({ ok: false });
  });

  it.each([[['--host', '0.0.0.0']], [['here']], [['--port']]])('are explained after %j', (args) => {
    expect(parseArguments(args)).toEqual({ ok: false, error: usage });
  });
});

describe('a browser is opened', () => {
  it.each([
    ['on a Linux desktop', { DISPLAY: ':0' }, 'linux', 1000, true],
    ['under Wayland', { WAYLAND_DISPLAY: 'wayland-0' }, 'linux', 1000, true],
    ['on macOS', {}, 'darwin', 501, true],
    ['on Windows', {}, 'win32', undefined, true],
    ['not without a display', { DISPLAY: '' }, 'linux', 1000, false],
    ['not as root', { DISPLAY: ':0' }, 'linux', 0, false],
    ['not on a build machine', { DISPLAY: ':0', CI: 'true' }, 'linux', 1000, false],
  ] as const)('%s', (_where, env, platform, userId, opened) => {
    expect(hasDisplay(env, platform, userId)).toBe(opened);
  });
});
