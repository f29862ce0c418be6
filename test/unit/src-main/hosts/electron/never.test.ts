import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../../../support/project.ts';

const anyOf = (...patterns: readonly RegExp[]): RegExp => new RegExp(patterns.map(({ source }) => source).join('|'));

/** What no source of the app may say, but for the one file that is named; each would undo a promise of SECURITY.md. */
const never: readonly { readonly what: string; readonly pattern: RegExp; readonly except?: string }[] = [
  { what: 'opens something outside', pattern: /\bshell\.(open|show|trash|beep)|openExternal|openPath/ },
  { what: 'listens to messages of a page', pattern: /\bipcMain\b/, except: 'src-main/hosts/electron/ipc-registrar.ts' },
  { what: 'speaks to main but by the contract', pattern: /\bipcRenderer\b/, except: 'src-preload/preload.ts' },
  { what: 'offers the page anything but the contract', pattern: /exposeInMainWorld/, except: 'src-preload/preload.ts' },
  {
    what: 'trusts a certificate that the runtime does not',
    pattern: anyOf(
      /certificate-error|setCertificateVerifyProc|rejectUnauthorized: (?!true)/,
      /checkServerIdentity|NODE_TLS|ignore-certificate/,
    ),
    // It names what a packaged counter does not start with.
    except: 'src-main/hosts/environment.ts',
  },
  { what: 'lets the key store hide instead of seal', pattern: /setUsePlainTextEncryption|password-store/ },
  { what: 'sends or keeps crash reports', pattern: /crashReporter/ },
  {
    what: 'runs a script in a page',
    pattern: /executeJavaScript|insertCSS|\beval\(|new Function|dangerouslySetInnerHTML/,
  },
  {
    what: 'switches a safety of the window off',
    pattern: anyOf(
      /bypassCSP|enableBlinkFeatures|experimentalFeatures: true|webSecurity: false|sandbox: false/,
      /contextIsolation: false|nodeIntegration(InWorker|InSubFrames)?: true|webviewTag: true/,
      /allowRunningInsecureContent: true/,
    ),
  },
  {
    what: 'adds the switch that takes the sandbox away',
    pattern: /appendSwitch\(\s*['"](no-sandbox|disable-web-security|remote-debugging|ignore-)/,
  },
  { what: 'fetches code', pattern: /autoUpdater|electron-updater|setFeedURL/ },
];

const sources = ['src-main', 'src-preload', 'src-renderer'].flatMap((folder) =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(projectRoot, folder, name)),
);

describe('no source of the app', () => {
  it.each(never)('$what', ({ pattern, except }) => {
    const found = sources
      .filter((file) => pattern.test(readFileSync(file, 'utf8')))
      .map((file) => relative(projectRoot, file));
    expect(found).toEqual(except === undefined ? [] : [except]);
  });
});
