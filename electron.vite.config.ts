import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { askedFirst } from './scripts/build/asked-first.ts';
import { bundledPackages } from './scripts/build/bundled-packages.ts';
import { firstFrames } from './scripts/build/first-frames.ts';
import { withoutNeverRun } from './scripts/build/never-run.ts';
import { ourLanguagesOnly } from './scripts/build/our-languages.ts';
import { pageFiles } from './scripts/build/page-files.ts';
import { target } from './scripts/build/target.ts';

const root = import.meta.dirname;
const out = join(root, target.folder);

/**
 * The same files are served over app:// and over loopback HTTP, always from their own origin: `crossorigin` would only
 * ask the protocol handler for headers that it has no reason to send.
 */
const sameOriginOnly: Plugin = {
  name: 'same-origin-only',
  transformIndexHtml: { order: 'post', handler: (html) => html.replaceAll(' crossorigin', '') },
};

export default defineConfig({
  main: {
    define: target.define,
    plugins: [withoutNeverRun(), bundledPackages(out, 'main')],
    build: {
      outDir: join(out, 'main'),
      target: 'node20.18',
      // Everything is bundled but the native module, which finds its binary beside itself.
      externalizeDeps: false,
      rolldownOptions: {
        input: join(root, 'src-main/hosts/electron/main.ts'),
        external: ['better-sqlite3'],
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', minify: target.minify },
      },
    },
  },
  preload: {
    plugins: [bundledPackages(out, 'preload')],
    build: {
      outDir: join(out, 'preload'),
      target: 'node20.18',
      // A sandboxed preload is one CommonJS file that can require nothing but electron.
      externalizeDeps: false,
      rolldownOptions: {
        input: join(root, 'src-preload/preload.ts'),
        output: { format: 'cjs', entryFileNames: '[name].cjs', minify: target.minify },
      },
    },
  },
  renderer: {
    root: join(root, 'src-renderer'),
    plugins: [
      react(),
      sameOriginOnly,
      askedFirst(),
      firstFrames(root),
      ourLanguagesOnly(),
      bundledPackages(out, 'renderer'),
    ],
    build: {
      outDir: join(out, 'renderer'),
      emptyOutDir: true,
      // The browser host serves it to whatever browser is there, not to Electron's alone.
      target: 'es2023',
      minify: true,
      // The content security policy knows no data: addresses.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 2_000,
      ...pageFiles,
      rolldownOptions: { ...pageFiles.rolldownOptions, input: join(root, 'src-renderer/index.html') },
    },
  },
});
