import { existsSync } from 'node:fs';
import { chromium, type Browser, type LaunchOptions } from 'playwright';
import { unpackChromium } from './chromium-package.ts';

export type BrowserLaunch =
  | { readonly ok: true; readonly browser: Browser }
  | { readonly ok: false; readonly error: string };

interface Candidate {
  readonly name: string;
  readonly find: () => Promise<{ readonly executablePath: string; readonly env?: NodeJS.ProcessEnv } | undefined>;
}

/**
 * Launches the browser for tests: the one that COUNTERFOIL_CHROMIUM names and no other, else the one in the
 * @sparticuz/chromium package, else Debian's (decision 0019). A browser counts as found when it really runs.
 */
export async function launchChromium(args: readonly string[] = []): Promise<BrowserLaunch> {
  const named = process.env['COUNTERFOIL_CHROMIUM'];
  const failures: string[] = [];
  for (const candidate of named === undefined || named === ''
    ? usualCandidates
    : [candidateAt(named, 'COUNTERFOIL_CHROMIUM')]) {
    const launched = await tryLaunch(candidate, args);
    if (launched.ok) return launched;
    failures.push(launched.error);
  }
  return {
    ok: false,
    error:
      `No browser for the tests runs on this machine: ${failures.join('; ')}. ` +
      `Install Debian's chromium or name one in COUNTERFOIL_CHROMIUM.`,
  };
}

const usualCandidates: readonly Candidate[] = [
  {
    name: '@sparticuz/chromium',
    find: () =>
      process.platform === 'linux' && process.arch === 'x64' ? unpackChromium() : Promise.resolve(undefined),
  },
  candidateAt('/usr/bin/chromium-headless-shell'),
  candidateAt('/usr/bin/chromium'),
];

function candidateAt(executablePath: string, name = executablePath): Candidate {
  return { name, find: () => Promise.resolve(existsSync(executablePath) ? { executablePath } : undefined) };
}

async function tryLaunch(candidate: Candidate, args: readonly string[]): Promise<BrowserLaunch> {
  try {
    const found = await candidate.find();
    if (found === undefined) return { ok: false, error: `${candidate.name} is not there` };
    const env = definedOnly(found.env ?? process.env);
    return {
      ok: true,
      browser: await launchWithOrWithoutSandbox({
        executablePath: found.executablePath,
        env,
        args: [...args],
        timeout: 120_000,
      }),
    };
  } catch (error) {
    return { ok: false, error: `${candidate.name} does not start (${firstLine(error)})` };
  }
}

/**
 * Chromium refuses its sandbox to root, and some machines to everyone. The tests show it nothing but our own pages.
 * Scrollbars take the room that they take at a counter: playwright hides them, and with them whatever they cover or
 * push aside.
 */
async function launchWithOrWithoutSandbox(given: LaunchOptions): Promise<Browser> {
  const options: LaunchOptions = { ...given, ignoreDefaultArgs: ['--hide-scrollbars'] };
  const args = ['--disable-dev-shm-usage', ...(given.args ?? [])];
  const withoutSandbox = (): Promise<Browser> => chromium.launch({ ...options, args: [...args, '--no-sandbox'] });
  return process.getuid?.() === 0 ? withoutSandbox() : chromium.launch({ ...options, args }).catch(withoutSandbox);
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return Object.fromEntries(entries);
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
}
