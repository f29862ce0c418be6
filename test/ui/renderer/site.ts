import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { rolldown } from 'rolldown';
import { build, type Plugin } from 'vite';
import { pageFiles } from '../../../scripts/build/page-files.ts';
import type { DrawnPage } from '../../../src-main/pages/page.ts';
import { axeScript } from '../../support/axe.ts';

const root = join(import.meta.dirname, '../../..');
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};
/** The policy of the hosts; the page must live under it without one violation. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'none'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Where a page of the site finds the script of axe. */
export const axeFile = 'axe.js';

/** What main would draw at a path of its own. */
export type Draw = (path: string) => Promise<DrawnPage>;

export interface Site {
  readonly address: string;
  /** Who draws from now on; gives back what ends that. */
  drawWith: (draw: Draw) => () => void;
  stop: () => Promise<void>;
}

type Files = ReadonlyMap<string, string | Uint8Array>;

/** Built once for all files of a worker. */
let built: Promise<Files> | undefined;

/**
 * Builds the real renderer in memory and serves it over loopback as a host would, with the double of main as a script
 * before the page's own.
 */
export async function startSite(): Promise<Site> {
  built ??= builtFiles();
  const files = await built;
  let drawer: Draw | null = null;
  const server = createServer((request, response) => {
    const url = request.url ?? '/';
    if (url.startsWith('/drawn/')) void answerDrawn(response, url, drawer);
    else answerFile(response, url, files);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/`,
    drawWith: (draw) => {
      drawer = draw;
      return () => {
        if (drawer === draw) drawer = null;
      };
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** One for all test files of a worker, there until it ends. */
let shared: Promise<Site> | undefined;

export function sharedSite(): Promise<Site> {
  shared ??= startSite();
  return shared;
}

function answerFile(response: ServerResponse, url: string, files: Files): void {
  const path = url === '/' ? 'index.html' : url.slice(1);
  const content = files.get(path);
  response.writeHead(content === undefined ? 404 : 200, {
    'content-type': types[extname(path)] ?? 'text/plain',
    'content-security-policy': policy,
    // Loaded for hundreds of counters in a window: what does not change is read and compiled once.
    ...(path === 'index.html' ? {} : { 'cache-control': 'max-age=3600, immutable' }),
  });
  response.end(content);
}

async function answerDrawn(response: ServerResponse, path: string, draw: Draw | null): Promise<void> {
  // The window may have been left meanwhile: then nobody waits for the answer.
  const drawn = draw === null ? null : await draw(path).catch(() => null);
  if (drawn === null) response.writeHead(404).end();
  else
    response
      .writeHead(200, {
        'content-type': types['.html'],
        'content-security-policy': drawn.policy,
        'cache-control': 'no-store',
      })
      .end(drawn.html);
}

async function builtFiles(): Promise<Files> {
  const [outputs, double] = await Promise.all([builtRenderer(), builtDouble()]);
  const files = new Map<string, string | Uint8Array>([
    ['double.js', double],
    [axeFile, axeScript],
  ]);
  for (const output of Array.isArray(outputs) ? outputs : [outputs]) {
    if (!('output' in output)) throw new Error('vite watches instead of building');
    for (const file of output.output) files.set(file.fileName, file.type === 'chunk' ? file.code : file.source);
  }
  return files;
}

/**
 * As it is shipped: under the `test` that vitest says it is, React would be the one for developers, larger and slower.
 */
async function builtRenderer(): ReturnType<typeof build> {
  const { NODE_ENV } = process.env;
  process.env['NODE_ENV'] = 'production';
  try {
    return await build({
      root: join(root, 'src-renderer'),
      configFile: false,
      logLevel: 'error',
      plugins: [react(), doubleFirst],
      mode: 'production',
      build: {
        write: false,
        assetsInlineLimit: 0,
        target: 'es2023',
        chunkSizeWarningLimit: 2_000,
        ...pageFiles,
      },
    });
  } finally {
    if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = NODE_ENV;
  }
}

const doubleFirst: Plugin = {
  name: 'double-first',
  transformIndexHtml: {
    order: 'post',
    handler: () => [{ tag: 'script', attrs: { src: '/double.js' }, injectTo: 'head-prepend' }],
  },
};

async function builtDouble(): Promise<string> {
  const bundle = await rolldown({ input: join(import.meta.dirname, 'double.ts'), logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'iife' });
  await bundle.close();
  return output[0].code;
}
