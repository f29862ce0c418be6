import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import type { Plugin } from 'vite';
import type { firstFrame as draws } from '../../src-renderer/shell/first-frame.tsx';
import { themes } from '../../src-shared/contract/choices.ts';
import { languageCodes } from '../../src-shared/words/languages.ts';

/** Draws what the page shows first, in each language and theme, into a file beside it; `root` is the project’s. */
export function firstFrames(root: string): Plugin {
  return {
    name: 'first-frames',
    async generateBundle() {
      const frames = await drawn(root);
      this.emitFile({ type: 'asset', fileName: 'first-frames.json', source: `${JSON.stringify(frames)}\n` });
    },
  };
}

/** By `LANGUAGE THEME`. */
async function drawn(root: string): Promise<Readonly<Record<string, string>>> {
  // Below the root, whose packages it imports.
  await mkdir(join(root, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(root, '.cache', 'first-frames-'));
  try {
    const file = join(folder, 'first-frame.mjs');
    const bundle = await rolldown({
      input: join(root, 'src-renderer/shell/first-frame.tsx'),
      tsconfig: join(root, 'tsconfig.json'),
      platform: 'node',
      external: [/^react-dom/, /^react$/],
      transform: { define: { 'process.env.NODE_ENV': '"production"' } },
      plugins: [
        { name: 'no-styles', load: { filter: { id: /\.css$/ }, handler: () => ({ code: '', moduleType: 'js' }) } },
      ],
    });
    await bundle.write({ file, codeSplitting: false });
    await bundle.close();
    const { firstFrame } = (await import(pathToFileURL(file).href)) as { firstFrame: typeof draws };
    return Object.fromEntries(
      languageCodes.flatMap((language) =>
        themes.map((theme) => [`${language} ${theme}`, firstFrame(language, theme)] as const),
      ),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
