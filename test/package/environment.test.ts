import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certificateVariables } from '../../src-shared/contract/certificate-variables.ts';
import { languageCodes, languages } from '../../src-shared/words/languages.ts';
import { processesBelow } from '../e2e/processes.ts';
import { until } from '../support/until.ts';
import { wordsOf } from '../ui/pages/words.ts';
import { startDriven } from './driven-counter.ts';
import { installPackage, type Installed } from './installed.ts';
import { makePackage, whyNoPackage } from './made.ts';

const obstacle = whyNoPackage();
const because = obstacle === null ? '' : ` (${obstacle})`;

/** What loads code into a program, writes down what it does, or has it trust more. */
const hostile = [
  ['NODE_OPTIONS', '--require /tmp/strange.cjs'],
  ['NODE_DEBUG', 'http,https,net,tls'],
  ['NODE_DEBUG_NATIVE', 'tls'],
  ['NODE_USE_SYSTEM_CA', '1'],
  ['NODE_USE_ENV_PROXY', '1'],
  ['NODE_TLS_REJECT_UNAUTHORIZED', '0'],
  ['NODE_V8_COVERAGE', 'MARKS'],
  ['NODE_REDIRECT_WARNINGS', 'MARKS/warnings'],
  ['NODE_PATH', '/tmp'],
  ['ELECTRON_RUN_AS_NODE', '1'],
  ['ELECTRON_ENABLE_LOGGING', 'file'],
  ['ELECTRON_LOG_FILE', 'MARKS/log'],
  ['ELECTRON_NO_ASAR', '1'],
  ['ELECTRON_OVERRIDE_DIST_PATH', '/tmp'],
  ['LD_PRELOAD', '/not/there.so'],
  ['LD_AUDIT', '/not/there.so'],
  ['LD_LIBRARY_PATH', '/not/there'],
  ['GTK_MODULES', 'strange'],
  ['GTK_PATH', '/not/there'],
  ['GIO_EXTRA_MODULES', '/not/there'],
  ['GDK_PIXBUF_MODULE_FILE', '/not/there'],
  ['CHROME_DEVEL_SANDBOX', '/not/there'],
  ['SSLKEYLOGFILE', 'MARKS/keys'],
  ['VK_LAYER_PATH', '/not/there'],
] as const;

describe.skipIf(obstacle !== null)(`a package in a hostile environment${because}`, () => {
  let installed: Installed;
  beforeAll(async () => {
    installed = await installPackage(await makePackage());
  });
  afterAll(() => installed.person.remove());

  describe('that its launcher starts', () => {
    let environment: readonly string[] = [];
    let says = '';
    let marks = '';
    beforeAll(async () => {
      marks = join(installed.person.home, 'marks');
      const env = Object.fromEntries(hostile.map(([name, value]) => [name, value.replace('MARKS', marks)]));
      const started = installed.person.start(installed.launcher, [], { ...env, NODE_EXTRA_CA_CERTS: '/not/there' });
      started.stderr?.on('data', (chunk: Buffer) => {
        says += chunk.toString();
      });
      await until('The page', () =>
        processesBelow(started.pid ?? 0).some(({ line }) => line.includes('--type=renderer')),
      );
      environment = readFileSync(`/proc/${started.pid ?? 0}/environ`, 'utf8').split('\0');
      started.kill('SIGKILL');
    });

    it.each(hostile)('starts without %s=%s, and says so', (name) => {
      expect(environment.filter((each) => each.startsWith(`${name}=`))).toEqual([]);
      expect(says.split('\n').find((line) => line.startsWith('Counterfoil starts without'))).toContain(` ${name}`);
    });

    it('keeps the rest of it, and writes nothing where that asked for it', () => {
      expect(environment).toContain(`HOME=${installed.person.home}`);
      expect(environment).toContain('NODE_EXTRA_CA_CERTS=/not/there');
      expect(existsSync(marks)).toBe(false);
      expect(says).not.toContain('extra certs');
    });
  });

  it.each([
    ['NODE_DEBUG', 'http'],
    ['NODE_DEBUG_NATIVE', 'tls'],
    ['NODE_TLS_REJECT_UNAUTHORIZED', '0'],
    ['NODE_USE_ENV_PROXY', '1'],
    ['NODE_USE_SYSTEM_CA', '1'],
    ['SSLKEYLOGFILE', '/tmp/keys'],
  ])('does not start past its launcher with %s=%s', async (name, value) => {
    const { exitCode, says } = await installed.person.refusal(installed.program, [], { [name]: value });
    expect([exitCode, says]).toEqual([2, expect.stringContaining(`does not start with ${name}`)]);
  });

  it('says in its window, in each language, which extra certificates are named, and that it takes none', async () => {
    const ca = join(installed.person.folder, 'ca.pem');
    await writeFile(ca, '');
    const env = Object.fromEntries(certificateVariables.map((name) => [name, ca]));
    const counter = await startDriven(installed, env);
    try {
      const started = await counter.inPage(async () => {
        const training = await window.counter?.app.startTraining({});
        return training?.ok === true ? training.value.extraCertificates : training;
      }, null);
      expect(started).toEqual({ names: [...certificateVariables], used: false });
      // What it trusts instead came with it.
      const roots = await counter.inMain(() => process.getBuiltinModule('node:tls').rootCertificates.length, null);
      expect(roots).toBeGreaterThan(100);
      for (const language of languageCodes) {
        await counter.inPage((other) => window.counter?.app.setLanguage({ language: other }), language);
        await counter.inMain(async ({ webContents }) => {
          const [contents] = webContents.getAllWebContents();
          const loaded = new Promise<void>((resolve) => contents?.once('did-finish-load', () => resolve()));
          contents?.reload();
          await loaded;
        }, null);
        const said = wordsOf(language)('certificates.unused', { names: certificateVariables.join(', ') });
        await until(`The note in ${languages[language].endonym}`, async () =>
          (await counter.inPage(() => document.body.innerText, null)).includes(said.slice(0, 20)),
        );
      }
    } finally {
      await counter.stop();
    }
  });
});
