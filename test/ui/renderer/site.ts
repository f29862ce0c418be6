import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

import react from '@vitejs/plugin-react';
import { rolldown } from 'rolldown';
import { build } from 'vite';

const root = join(import.meta.dirname, '../../..');
const types: Readonly<Record<string, string>> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' };
/** The policy of the hosts; the page must live under it without one violation. */
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'none'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export interface Site {
  readonly address: string;
  /** The double of main as one script that runs before the page's own. */
  readonly doubleScript: string;
  stop: () => Promise<void>;
}

/** Built once for all files of a worker. */
let built: Promise<[ReadonlyMap<string, string | Uint8Array>, string]> | undefined;

/** Builds the real renderer in memory and serves it over loopback as a host would. */
export async function startSite(): Promise<Site> {
  built ??= Promise.all([builtFiles(), builtDouble()]);
  const [files, doubleScript] = await built;
  const server = createServer((request, response) => {
    const path = request.url === '/' ? 'index.html' : (request.url ?? '').slice(1);
    const content = files.get(path);
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': types[extname(path)] ?? 'text/plain', 'content-security-policy': policy });
    response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/`, doubleScript,
    stop: () => new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    }),
  };
}

async function builtFiles(): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const outputs = await build({
    root: join(root, 'src-renderer'), configFile: false, logLevel: 'error', plugins: [react()], mode: 'production',
    build: { write: false, assetsInlineLimit: 0, target: 'es2023', modulePreload: false, chunkSizeWarningLimit: 2_000 },
  });
  const files = new Map<string, string | Uint8Array>();
  for (const output of Array.isArray(outputs) ? outputs : [outputs]) {
    if (!('output' in output)) throw new Error('vite watches instead of building');
    for (const file of output.output) files.set(file.fileName, file.type === 'chunk' ? file.code : file.source);
  }
  return files;
}

async function builtDouble(): Promise<string> {
  const bundle = await rolldown({ input: join(import.meta.dirname, 'double.ts'), logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'iife' });
  await bundle.close();
  return output[0].code;
}
