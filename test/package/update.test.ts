import { execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { appendFile, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runningSha256 } from '../../src-main/core/hash.ts';
import type { Package } from '../../src-main/updates/documents.ts';
import { folderOfVersion, installationOf, readCurrent } from '../../src-main/updates/installation.ts';
import { launcherName, programName } from '../../src-main/updates/launcher.ts';
import { readStarts } from '../../src-main/updates/starts.ts';
import { swapIn } from '../../src-main/updates/swap.ts';
import { readZipEntries, unpackEntry } from '../../src-main/updates/zip.ts';
import { personWithoutRights, type Person } from '../e2e/person.ts';
import { processesBelow } from '../e2e/processes.ts';
import { until } from '../support/until.ts';
import { makePackage, versionAfter, whyNoPackage, type Made } from './made.ts';

const obstacle = whyNoPackage();
const because = obstacle === null ? '' : ` (${obstacle})`;

/** The same zip is offered as the next version: nothing in it says which one it is but the folder it comes into. */
describe.skipIf(obstacle !== null)(`a zip that somebody without rights has unpacked${because}`, () => {
  let zip: string;
  let person: Person;
  let folder: string;
  let older: string;
  let version: string;
  let newer: string;
  let counter: ChildProcess | null = null;
  beforeAll(async () => {
    const made: Made = await makePackage();
    version = versionAfter(made);
    newer = folderOfVersion(version);
    older = `${made.manifest.name}-${made.manifest.version}-${made.manifest.platform}-${made.manifest.arch}`;
    zip = join(made.folder, `${older}.zip`);
    person = await personWithoutRights();
    folder = join(person.home, 'programs');
    await unzip(zip, join(folder, older));
    giveToPerson();
  });
  afterEach(() => {
    counter?.kill('SIGKILL');
    counter = null;
  });
  afterAll(() => person.remove());

  /** What was made here belongs to whoever runs the test. */
  const giveToPerson = (): void => {
    execFileSync('chown', ['-R', '--reference', person.home, folder]);
  };
  const starts = (): readonly string[] => readStarts(folder).map(({ kind, name }) => `${kind} ${name}`);
  /** Starts it, waits until `holds`, and ends it as the end of a session does. */
  const startUntil = async (file: string, holds: (pid: number) => boolean): Promise<void> => {
    const started = person.start(file);
    counter = started;
    await until(`What ${file} does`, () => holds(started.pid ?? 0));
    const ended = once(started, 'exit');
    started.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  };

  it('starts by its own program, which puts the launcher beside it', async () => {
    const good = `good ${older}`;
    await startUntil(join(folder, older, programName), () => starts().includes(good) && existsSync(launcher()));
    expect(readCurrent(folder)).toEqual({ folder, current: older, before: null });
    expect(starts()).toEqual([good]);
  });

  it('has the next version after a swap, also by the icon of the old one', async () => {
    const installation = installationOf(join(folder, older));
    if (installation === null) throw new Error('no installation');
    const wanted = await packageIn(zip);
    const swapped = await swapIn({
      installation,
      version,
      package: wanted,
      path: zip,
      roomBytes: 0,
      mark: () => undefined,
    });
    expect(swapped).toMatchObject({ ok: true, value: { current: newer, before: older } });
    giveToPerson();
    let pressed: ChildProcess | null = null;
    await startUntil(join(folder, older, programName), (pid) => {
      const isNewer = processesBelow(pid).some(({ line }) => line.includes(`/${newer}/`));
      if (!isNewer || !starts().includes(`good ${newer}`)) return false;
      // Somebody presses the icon once more.
      pressed ??= person.start(launcher());
      return starts().includes(`again ${newer}`) && pressed.exitCode === 0;
    });
    expect(starts().filter((line) => line === `good ${newer}`)).toHaveLength(1);
    expect(readCurrent(folder)).toEqual({ folder, current: newer, before: older });
  });

  it('goes back to the version before where the new one does not start twice, and stays with it', async () => {
    await appendFile(join(folder, newer, 'resources/app.asar'), 'x');
    for (let left = 2; left > 0; left -= 1)
      expect((await person.refusal(launcher(), [])).says).toContain('not as it was installed');
    await startUntil(launcher(), () => readCurrent(folder)?.current === older && !existsSync(join(folder, newer)));
    expect(readCurrent(folder)).toEqual({ folder, current: older, before: null });
    expect(readFileSync(join(folder, 'current'), 'utf8')).toBe(`${older}\n`);
  });

  function launcher(): string {
    return join(folder, launcherName);
  }
});

async function unzip(path: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const file = await open(path, 'r');
  try {
    for (const entry of (await readZipEntries(file)) ?? [])
      if (!(await unpackEntry(file, entry, to))) throw new Error(entry.path);
  } finally {
    await file.close();
  }
}

async function packageIn(path: string): Promise<Package> {
  const sum = runningSha256();
  let bytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    sum.add(chunk);
    bytes += chunk.length;
  }
  return { file: 'counterfoil.zip', bytes, sha256: sum.hex(), from: '0.1.0' };
}
