import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import {
  machineIdOn,
  systemCalls,
  systemIdentity,
  type SystemCalls,
} from '../../../../src-main/files/machine-identity.ts';
import { tempFolder } from '../../../support/temp.ts';

test('a file keeps its identity when it is written to, moved or moved with its folder, and no copy has it', () => {
  const folder = tempFolder();
  const [path, moved, copy] = ['file', 'moved', 'copy'].map((name) => join(folder, name));
  if (path === undefined || moved === undefined || copy === undefined) throw new Error('three names');
  writeFileSync(path, 'one');
  const identity = systemIdentity.fileIdentity(path);
  // Its number and its time of birth, to the nanosecond.
  expect(identity).toMatch(/^\d+:\d{19}$/);
  writeFileSync(path, 'another text');
  renameSync(path, moved);
  expect(systemIdentity.fileIdentity(moved)).toBe(identity);
  cpSync(moved, copy, { preserveTimestamps: true });
  expect(systemIdentity.fileIdentity(copy)).not.toBe(identity);
  rmSync(moved);
  // Here the system may well give the same inode again.
  copyFileSync(copy, moved);
  expect(systemIdentity.fileIdentity(moved)).not.toBe(identity);
});

describe('the name of the machine', () => {
  afterEach(() => vi.unstubAllEnvs());

  /** A system with these files, and tools that say this when they are asked these words. */
  const system = (
    files: Readonly<Record<string, string>>,
    tools: Readonly<Record<string, string>> = {},
  ): SystemCalls => ({
    read: (path) => answer(files, path),
    ask: (tool, words) => answer(tools, [tool, ...words].join(' ')),
  });
  const answer = (known: Readonly<Record<string, string>>, name: string): string => {
    const text = known[name];
    if (text === undefined) throw new Error(`ENOENT ${name}`);
    return text;
  };
  const ioreg = '/usr/sbin/ioreg -rd1 -c IOPlatformExpertDevice';
  const reg = String.raw`System32\reg.exe query HKLM\SOFTWARE\Microsoft\Cryptography /v MachineGuid`;

  it('is that of this machine, and stays', () => {
    const name = systemIdentity.machineId();
    if (process.platform === 'linux')
      expect(name).toBe(machineIdOn('linux', { read: (path) => readFileSync(path, 'utf8'), ask: () => '' }));
    expect(systemIdentity.machineId()).toBe(name);
  });

  it('is read as text', () => {
    const path = join(tempFolder(), 'machine-id');
    writeFileSync(path, '4c4c4544\n');
    expect(systemCalls.read(path)).toBe('4c4c4544\n');
  });

  it('is the machine id on Linux, without what surrounds it', () => {
    expect(machineIdOn('linux', system({ '/etc/machine-id': ' 4c4c4544\n' }))).toBe('4c4c4544');
  });

  it('is the platform UUID that ioreg tells on a Mac', () => {
    const output =
      '+-o J413AP  <class IOPlatformExpertDevice>\n    {\n      "IOPlatformSerialNumber" = "X0"\n      "IOPlatformUUID" = "A1B2-C3"\n';
    expect(machineIdOn('darwin', system({}, { [ioreg]: output }))).toBe('A1B2-C3');
    expect(machineIdOn('darwin', system({}, { [ioreg]: '"IOPlatformUUID"  =  "A1B2-C3"' }))).toBe('A1B2-C3');
    expect(machineIdOn('darwin', system({}, { [ioreg]: '"IOPlatformUUID"="A1B2-C3"' }))).toBe('A1B2-C3');
  });

  it('is the MachineGuid that the registry tells on Windows, by the tool of the system itself', () => {
    const output =
      'HKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Cryptography\r\n    MachineGuid    REG_SZ    6f1b-22\r\n\r\n';
    vi.stubEnv('SystemRoot', 'D:\\WinNT');
    expect(machineIdOn('win32', system({}, { [`D:\\WinNT\\${reg}`]: output }))).toBe('6f1b-22');
    vi.stubEnv('SystemRoot', undefined);
    expect(machineIdOn('win32', system({}, { [`C:\\Windows\\${reg}`]: output }))).toBe('6f1b-22');
  });

  it('is asked of a tool that gets no input, and whose complaints nobody sees', () => {
    const script =
      "process.stderr.write('a complaint'); process.stdout.write(require('node:fs').readFileSync(0, 'utf8') + 'output')";
    const place = new URL('../../../../src-main/files/machine-identity.ts', import.meta.url).href;
    const asking =
      `import { systemCalls } from '${place}'; ` +
      `process.stdout.write(JSON.stringify(systemCalls.ask(process.execPath, ['-e', ${JSON.stringify(script)}])))`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', asking], { encoding: 'utf8' });
    expect([stdout, stderr]).toEqual(['"output"', '']);
    expect(() => systemCalls.ask(process.execPath, ['-e', 'process.exit(1)'])).toThrow('Command failed');
  });

  it('is none where the system has none, says something else, or is unknown', () => {
    expect(machineIdOn('linux', system({ '/etc/machine-id': ' \n' }))).toBeNull();
    expect(machineIdOn('linux', system({}))).toBeNull();
    expect(machineIdOn('darwin', system({}, { [ioreg]: 'nothing' }))).toBeNull();
    expect(machineIdOn('win32', system({}, { [`C:\\Windows\\${reg}`]: 'ERROR: access is denied' }))).toBeNull();
    expect(machineIdOn('freebsd', system({ '/etc/machine-id': '4c4c4544' }))).toBeNull();
  });
});
