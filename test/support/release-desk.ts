import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../../scripts/lib/say.mjs';
import { writeZip } from '../../scripts/package/zip.ts';
import { run } from '../../scripts/release/commands.ts';
import { Misused } from '../../scripts/release/options.ts';
import { tempFolder } from './temp.ts';

export const farAway = '2999-01-01T00:00:00Z';

/** A publisher with six keys, a signed root and the zip of a version in a feed. */
export interface ReleaseDesk {
  readonly path: (name: string) => string;
  /** What a command prints, or the words of its refusal. */
  readonly release: (...args: readonly string[]) => Promise<string>;
  readonly publicHalf: (key: string) => string;
  readonly rootOptions: readonly string[];
  readonly draft: (changes?: Readonly<Record<string, string>>) => Promise<string>;
  readonly addZip: (name: string, version?: string, program?: string) => Promise<void>;
}

export async function releaseDesk(): Promise<ReleaseDesk> {
  const folder = tempFolder();
  const path = (name: string): string => join(folder, name);
  mkdirSync(path('feed'));
  const release = async (...args: readonly string[]): Promise<string> => {
    try {
      return await run(args);
    } catch (thrown) {
      if (thrown instanceof Refusal || thrown instanceof Misused) return `refused: ${thrown.message}`;
      throw thrown;
    }
  };
  const keys = ['r1', 'r2', 'r3', 'k1', 'k2', 'k3'];
  const printed = (await release('keys', ...keys.map(path))).split('\n').map((line) => line.split(' ').at(-1) ?? '');
  const publicHalf = (key: string): string => printed[keys.indexOf(key)] ?? '';
  const rootOptions = keys.map((key) => `--${key.startsWith('r') ? 'root' : 'release'}-key=${publicHalf(key)}`);
  await release('root', '--out', path('root-1.json'), '--expires', farAway, ...rootOptions);
  await release('sign', path('root-1.json'), '--key', path('r1'), '--key', path('r2'));
  const addZip: ReleaseDesk['addZip'] = async (name, version = '0.2.0', program = 'counterfoil.sh') => {
    const files = [{ path: program, mode: 0o755, bytes: Buffer.from('a program') }];
    writeFileSync(path(name), await writeZip(files, `counterfoil-${version}-linux-x64`, 1_700_000_000));
  };
  await addZip('feed/counterfoil-0.2.0-linux-x64.zip');
  const draft: ReleaseDesk['draft'] = (changes = {}) => {
    const options = {
      out: path('feed/release.json'),
      number: '12',
      version: '0.2.0',
      from: '0.1.0',
      expires: farAway,
      package: `linux-x64-zip=${path('feed/counterfoil-0.2.0-linux-x64.zip')}`,
      ...changes,
    };
    return release('draft', ...Object.entries(options).map(([name, value]) => `--${name}=${value}`));
  };
  return { path, release, publicHalf, rootOptions, draft, addZip };
}

export function rewrite(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}
