import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib';
import { extractTar } from './tar.ts';
import { cacheFolder, projectRoot } from './tools.ts';

const packageFolder = join(projectRoot, 'node_modules/@sparticuz/chromium');

export interface UnpackedChromium {
  readonly executablePath: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Unpacks the Chromium of the @sparticuz/chromium package into the project's cache, once for each of its versions. The
 * package's own code would unpack into one fixed folder of the whole machine, and leaves its libraries out on an
 * ordinary Linux.
 */
export async function unpackChromium(): Promise<UnpackedChromium> {
  const folder = join(cacheFolder, 'chromium', packageVersion());
  if (!existsSync(folder)) await unpackInto(folder);
  const executablePath = join(folder, 'chromium');
  const libraries = [join(folder, 'lib'), process.env['LD_LIBRARY_PATH']].filter(
    (path) => path !== undefined && path !== '',
  );
  const env = { ...process.env, LD_LIBRARY_PATH: libraries.join(':'), FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  return { executablePath, env };
}

function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const version: unknown =
    typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, 'version') : undefined;
  if (typeof version !== 'string') throw new Error('@sparticuz/chromium states no version');
  return version;
}

/** Under a name of its own first: a folder that exists under the final name is always complete. */
async function unpackInto(folder: string): Promise<void> {
  const draft = `${folder}.${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  for (const archive of ['al2023', 'swiftshader', 'fonts']) {
    await extractTar(brotliDecompressSync(await readFile(join(packageFolder, 'bin', `${archive}.tar.br`))), draft);
  }
  const target = createWriteStream(join(draft, 'chromium'), { mode: 0o755 });
  await pipeline(createReadStream(join(packageFolder, 'bin/chromium.br')), createBrotliDecompress(), target);
  await writeFile(join(draft, 'fonts.conf'), fontConfiguration(folder));
  await moveToTarget(draft, folder);
}

async function moveToTarget(draft: string, folder: string): Promise<void> {
  try {
    await mkdir(dirname(folder), { recursive: true });
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/** The machine may have no fonts at all; the package's own configuration names a folder that we do not use. */
function fontConfiguration(folder: string): string {
  const folders = [join(folder, 'fonts'), '/usr/share/fonts', '/usr/local/share/fonts']
    .map((path) => `<dir>${path}</dir>`)
    .join('');
  return (
    '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">' +
    `<fontconfig>${folders}<cachedir>${join(folder, 'font-cache')}</cachedir></fontconfig>\n`
  );
}
