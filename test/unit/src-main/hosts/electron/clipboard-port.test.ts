import { describe, expect, it } from 'vitest';

import { sha256Base64url } from '../../../../../src-main/core/hash.ts';
import { clipboardPort } from '../../../../../src-main/hosts/electron/clipboard-port.ts';
import type { SystemClipboard } from '../../../../../src-main/hosts/electron/clipboard-port.ts';

function memory(asynchronous: boolean) {
  let held = '';
  const later = <T>(value: T): T | Promise<T> => (asynchronous ? Promise.resolve(value) : value);
  const system: SystemClipboard = { readText: () => later(held), writeText: (text) => { held = text; return later(undefined); }, clear: () => { held = ''; } };
  return { system, held: () => held };
}

describe.each([['before version 44', false], ['since version 44', true]])('the clipboard %s', (_name, asynchronous) => {
  it('holds what was written and is emptied while it still does', async () => {
    const { system, held } = memory(asynchronous);
    const clipboard = clipboardPort(system);
    expect(await clipboard.write('training code')).toBe(true);
    expect(held()).toBe('training code');
    await clipboard.clearIfStill(sha256Base64url('training code'));
    expect(held()).toBe('');
  });

  it('keeps what the person copied since', async () => {
    const { system, held } = memory(asynchronous);
    const clipboard = clipboardPort(system);
    await clipboard.write('training code');
    await system.writeText('a phone number');
    await clipboard.clearIfStill(sha256Base64url('training code'));
    expect(held()).toBe('a phone number');
  });
});

describe('a clipboard that fails', () => {
  it('says that nothing was written, and is not emptied blindly', async () => {
    let cleared = false;
    const fail = (): never => { throw new Error('no clipboard'); };
    const clipboard = clipboardPort({ readText: fail, writeText: fail, clear: () => { cleared = true; } });
    expect(await clipboard.write('training code')).toBe(false);
    await clipboard.clearIfStill(sha256Base64url('training code'));
    expect(cleared).toBe(false);
  });
});
