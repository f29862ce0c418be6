import { expect, test } from 'vitest';
import { whyNoWindow, type Machine } from '../../../../scripts/lib/window.ts';

const desktop: Machine = { platform: 'linux', env: { DISPLAY: ':0' }, userId: 1000 };

test.each<[string, Machine]>([
  ['Linux with X', desktop],
  ['Linux with Wayland', { ...desktop, env: { WAYLAND_DISPLAY: 'wayland-0' } }],
  ['macOS', { platform: 'darwin', env: {}, userId: 501 }],
  ['Windows', { platform: 'win32', env: {}, userId: undefined }],
])('%s has a window', (_name, machine) => {
  expect(whyNoWindow(machine)).toBeUndefined();
});

test.each<[string, Machine, string]>([
  ['root, with a display too,', { ...desktop, userId: 0 }, 'root'],
  ['Linux without a display', { ...desktop, env: {} }, 'no display'],
  ['Linux with an empty display', { ...desktop, env: { DISPLAY: '' } }, 'no display'],
])('%s has none, and the reason is said', (_name, machine, reason) => {
  expect(whyNoWindow(machine)).toContain(reason);
});
