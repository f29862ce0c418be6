import { execFile, execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { extractFile } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeArchive } from '../../scripts/package/archive.ts';
import { checksumsOf } from '../../scripts/package/checksums.ts';
import type { PackageFile } from '../../scripts/package/file.ts';
import { readLockFile } from '../../scripts/package/lock-file.ts';
import { readProduct } from '../../scripts/package/product.ts';
import { readRelease } from '../../scripts/package/release.ts';
import { folderOfVersion, readCurrent } from '../../src-main/updates/installation.ts';
import { programName } from '../../src-main/updates/launcher.ts';
import { readStarts } from '../../src-main/updates/starts.ts';
import { personWithoutRights, type Person } from '../e2e/person.ts';
import { processesUnder } from '../e2e/processes.ts';
import { projectRoot } from '../support/project.ts';
import { datesOf, newPublisher, signedWith } from '../support/publisher.ts';
import { makeTempFolder } from '../support/temp.ts';
import { until } from '../support/until.ts';
import { packageOfBytes } from '../support/update-shop.ts';
import { makePackage, versionAfter, whyNoPackage, type Made } from './made.ts';

const obstacle = whyNoPackage();
const because = obstacle === null ? '' : ` (${obstacle})`;
const build = '.cache/update-build';

/** What a person does in the window: chooses the folder of the stick, waits, installs. */
const press = `(async () => {
  const { updates } = window.counter;
  await updates.lookInFolder({});
  for (;;) {
    const { value } = await updates.view({});
    if (value.fault !== null) return value;
    if (value.offer !== null) return updates.install({});
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
})()`;

describe.skipIf(obstacle !== null)(`a build with a first root${because}`, () => {
  const root = makeTempFolder();
  let made: Made;
  let person: Person;
  let folder: string;
  let older: string;
  let newer: string;
  beforeAll(async () => {
    made = await makePackage();
    newer = folderOfVersion(versionAfter(made));
    older = `${made.manifest.name}-${made.manifest.version}-${made.manifest.platform}-${made.manifest.arch}`;
    person = await personWithoutRights();
    folder = join(person.home, 'programs');
    const publisher = newPublisher();
    const dates = datesOf(30, Date.now());
    const rootFile = join(root.path, 'root-1.json');
    await writeFile(rootFile, signedWith(publisher.root(dates), publisher.rootKeys.slice(0, 2)));
    await buildWith(rootFile);
    await install();
    const feed = join(person.home, 'stick');
    await mkdir(feed);
    const zip = readFileSync(join(made.folder, `${older}.zip`));
    await writeFile(join(feed, 'counterfoil.zip'), zip);
    const targets = { [`linux-${process.arch}-zip`]: packageOfBytes('counterfoil.zip', zip) };
    const release = publisher.release({ ...dates, version: versionAfter(made), targets });
    await writeFile(join(feed, 'release.json'), signedWith(release, publisher.releaseKeys.slice(0, 2)));
    execFileSync('chown', ['-R', '--reference', person.home, folder, feed]);
  });
  afterAll(async () => {
    for (const { pid } of processesUnder(folder)) process.kill(pid, 'SIGKILL');
    await person.remove();
    await rm(join(projectRoot, build), { recursive: true, force: true });
    root.remove();
  });

  it('takes an update from a stick, swaps and starts anew, and the new version is good', async () => {
    const started = person.start(join(folder, older, programName));
    let said = '';
    started.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    await until('The new version', () => {
      if (said.includes('"fault":{')) throw new Error(said);
      return readStarts(folder).some(({ kind, name }) => kind === 'good' && name === newer);
    });
    expect(readCurrent(folder)).toEqual({ folder, current: newer, before: older });
    await expect.poll(() => started.exitCode).toBe(0);
    await expect.poll(() => processesUnder(join(folder, older))).toEqual([]);
    expect(existsSync(join(person.home, '.config/counterfoil/counter/updates.json'))).toBe(true);
  });

  /** Builds for a shop with this root, beside the build of the other tests. */
  async function buildWith(rootFile: string): Promise<void> {
    await promisify(execFile)(process.execPath, [join(projectRoot, 'scripts/build/packaged.ts')], {
      cwd: projectRoot,
      env: {
        ...process.env,
        COUNTERFOIL_BUILD_FOLDER: build,
        COUNTERFOIL_UPDATE_FEED: 'https://updates.invalid/',
        COUNTERFOIL_UPDATE_ROOT: rootFile,
      },
    });
  }

  /** The version with that build's main, behind a first file that presses what a person would. */
  async function install(): Promise<void> {
    const program = join(folder, older);
    await cp(made.program, program, { recursive: true });
    const archive = join(program, 'resources/app.asar');
    const description = JSON.parse(extractFile(archive, 'package.json').toString('utf8')) as Record<string, string>;
    const { files } = await readProduct('app', readRelease({ SOURCE_DATE_EPOCH: '1700000000' }), readLockFile(), {
      platform: 'linux',
      arch: process.arch === 'arm64' ? 'arm64' : 'x64',
    });
    const others = files.filter(({ path }) => path !== 'package.json' && !path.startsWith('main/'));
    const own = [
      fileOf('package.json', JSON.stringify({ ...description, main: 'start.js' })),
      fileOf('start.js', pressing(join(person.home, 'stick'))),
      ...globSync('main/**/*.js', { cwd: join(projectRoot, build) }).map((path) =>
        fileOf(relative('.', path), readFileSync(join(projectRoot, build, path), 'utf8')),
      ),
    ];
    await rm(archive);
    await writeArchive(archive, [...own, ...others]);
    const list = join(program, 'integrity.sha256');
    await rm(list);
    await writeFile(list, checksumsOf([{ path: 'resources/app.asar', bytes: readFileSync(archive) }]));
  }
});

function fileOf(path: string, text: string): PackageFile {
  return { path, mode: 0o644, bytes: Buffer.from(text) };
}

function pressing(feed: string): string {
  return [
    "import { app, dialog } from 'electron';",
    `dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [${JSON.stringify(feed)}] });`,
    "app.on('web-contents-created', (_created, contents) => contents.once('did-finish-load', async () => {",
    `  const said = await contents.executeJavaScript(${JSON.stringify(press)}).catch(String);`,
    '  process.stdout.write(`${JSON.stringify(said)}\\n`);',
    '}));',
    "await import('./main/main.js');",
  ].join('\n');
}
