import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../lib/tools.ts';
import type { LockedPackage } from './lock-file.ts';

const licenceFile = /^(?:licen[cs]e|notice|copying)/i;

/** The licences of all that others wrote, which ask to be handed on. */
export async function licencesOf(packages: readonly LockedPackage[]): Promise<string> {
  const texts = await Promise.all(packages.map(licenceOf));
  return `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

async function licenceOf({ key, name, version, licence }: LockedPackage): Promise<string> {
  const folder = join(projectRoot, key);
  const files = (await readdir(folder)).filter((file) => licenceFile.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8').catch(() => '')));
  return [`${name} ${version} (${licence})`, ...texts.map((text) => text.trim())]
    .filter((text) => text !== '')
    .join('\n\n');
}
