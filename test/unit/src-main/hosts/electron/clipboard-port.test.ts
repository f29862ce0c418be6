import { describe, expect, it } from 'vitest';
import { sha256Base64url } from '../../../../../src-main/core/hash.ts';
import { clipboardPort, type SystemClipboard } from '../../../../../src-main/hosts/electron/clipboard-port.ts';

function memory(asynchronous: boolean) {
  let held = '';
  const later = <T>(value: T): T | Promise<T> => (asynchronous ? Promise.resolve(value) : value);
  const system: SystemClipboard = {
    readText: () => later(held),
    writeText: (text) => {
      held = text;
      return later(undefined);
    },
    clear: () => {
      held = '';
    },
  };
  return { system, held: () => held };
}

describe.each([
  ['before version 44', false],
  ['since version 44', true],
])('the clipboard %s', (_name, asynchronous) => {
  it('holds what was written and is emptied while it still does', async () => {
    const { system, held } = memory(asynchronous);
    const clipboard = clipboardPort(system, 'linux');
    expect(await clipboard.write('training code')).toBe(true);
    expect(held()).toBe('training code');
    await clipboard.clearIfStill(sha256Base64url('training code'));
    expect(held()).toBe('');
  });

  it('keeps what the person copied since', async () => {
    const { system, held } = memory(asynchronous);
    const clipboard = clipboardPort(system, 'linux');
    await clipboard.write('training code');
    await system.writeText('a phone number');
    await clipboard.clearIfStill(sha256Base64url('training code'));
    expect(held()).toBe('a phone number');
  });
});

describe('the selection of X11, where every copied text lies too', () => {
  function both(selected: string) {
    const [clipboard, selection] = [memory(true), memory(false)];
    void clipboard.system.writeText('training code');
    void selection.system.writeText(selected);
    return { port: clipboardPort({ ...clipboard.system, selection: selection.system }, 'linux'), clipboard, selection };
  }

  it('is emptied with the clipboard, and without it where the person copied something else since', async () => {
    const { port, clipboard, selection } = both('training code');
    await clipboard.system.writeText('a phone number');
    await port.clearIfStill(sha256Base64url('training code'));
    expect([clipboard.held(), selection.held()]).toEqual(['a phone number', '']);
  });

  it('keeps what the person selected since, and is emptied where the clipboard cannot be read', async () => {
    const { port, clipboard, selection } = both('a phone number');
    await port.clearIfStill(sha256Base64url('training code'));
    expect([clipboard.held(), selection.held()]).toEqual(['', 'a phone number']);
    const other = both('training code');
    const fail = (): never => {
      throw new Error('no clipboard');
    };
    await clipboardPort(
      { ...other.clipboard.system, readText: fail, selection: other.selection.system },
      'linux',
    ).clearIfStill(sha256Base64url('training code'));
    expect(other.selection.held()).toBe('');
  });
});

describe('a clipboard that fails', () => {
  it('says that nothing was written, and is not emptied blindly', async () => {
    let cleared = false;
    const fail = (): never => {
      throw new Error('no clipboard');
    };
    const clipboard = clipboardPort(
      {
        readText: fail,
        writeText: fail,
        clear: () => {
          cleared = true;
        },
      },
      'linux',
    );
    expect(await clipboard.write('training code')).toBe(false);
    await clipboard.clearIfStill(sha256Base64url('training code'));
    expect(cleared).toBe(false);
  });
});

describe('a secret that is put there', () => {
  const own = (format: string): string => `electron application/osclipboard;format="${format}"`;

  /** A clipboard that takes several formats at once, or does as it is told. */
  function marked(platform: NodeJS.Platform, takes: 'all' | 'nothing' | 'no marks' = 'all') {
    const { system, held } = memory(true);
    const written: Readonly<Record<string, string>>[] = [];
    const writeFormats = async (formats: Readonly<Record<string, string>>): Promise<void> => {
      written.push(formats);
      if (takes === 'nothing') throw new Error('refused');
      if (takes === 'all') await system.writeText(formats['text/plain'] ?? '');
    };
    return { clipboard: clipboardPort({ ...system, writeFormats }, platform), written, held };
  }

  it.each<readonly [NodeJS.Platform, Readonly<Record<string, string>>]>([
    [
      'win32',
      {
        [own('ExcludeClipboardContentFromMonitorProcessing')]: '\0\0\0\0',
        [own('CanIncludeInClipboardHistory')]: '\0\0\0\0',
        [own('CanUploadToCloudClipboard')]: '\0\0\0\0',
      },
    ],
    ['darwin', { [own('org.nspasteboard.ConcealedType')]: 'secret' }],
    ['linux', { [own('x-kde-passwordManagerHint')]: 'secret' }],
    ['freebsd', {}],
  ])('is marked as secret for the histories of %s, in one write', async (platform, marks) => {
    const { clipboard, written, held } = marked(platform);
    expect(await clipboard.write('training code', { secret: true })).toBe(true);
    expect(written).toEqual([{ 'text/plain': 'training code', ...marks }]);
    expect(held()).toBe('training code');
  });

  it.each(['nothing', 'no marks'] as const)(
    'is there all the same where the system takes %s of that',
    async (takes) => {
      const { clipboard, held } = marked('win32', takes);
      expect(await clipboard.write('training code', { secret: true })).toBe(true);
      expect(held()).toBe('training code');
    },
  );

  it('goes there as it is where it is no secret', async () => {
    const { clipboard, written, held } = marked('win32');
    expect(await clipboard.write('the numbers of an order')).toBe(true);
    expect([written, held()]).toEqual([[], 'the numbers of an order']);
  });
});
