import { readFile, readdir } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

export interface RendererFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
}

/** Every file a screen may load, by the exact path of its address. What is not in here does not exist. */
export type RendererFiles = ReadonlyMap<string, RendererFile>;

/** A script of the host that runs before the screens do. */
export interface HostScript {
  readonly path: string;
  readonly text: string;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * The policy forbids to make HTML or scripts from text. Emptying an element by `innerHTML = ''` is the one use that is
 * left open: react-aria's announcer does it.
 */
const trustedTypesScript: HostScript = {
  path: '/trusted-types.js',
  text: "globalThis.trustedTypes?.createPolicy('default', { createHTML: (text) => (text === '' ? text : null) });\n",
};

/** Reads the built screens once; later changes on disk are not seen, and no address is ever joined to a path. */
export async function loadRendererFiles(folder: string, scripts: readonly HostScript[] = []): Promise<RendererFiles> {
  const files = new Map<string, RendererFile>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const contentType = contentTypes[extname(entry.name)];
    if (!entry.isFile() || contentType === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(`/${relative(folder, path).split(sep).join('/')}`, {
      bytes: new Uint8Array(await readFile(path)),
      contentType,
    });
  }
  const all = [trustedTypesScript, ...scripts];
  for (const script of all)
    files.set(script.path, { bytes: bytesOf(script.text), contentType: 'text/javascript; charset=utf-8' });
  const page = files.get('/index.html');
  if (page === undefined) throw new Error('the screens are not built: index.html is missing');
  files.set('/', { ...page, bytes: bytesOf(withScripts(new TextDecoder().decode(page.bytes), all)) });
  files.delete('/index.html');
  return files;
}

/**
 * The headers of every answer to a screen. `connect` is the one place it may connect to: nowhere, or the host that
 * serves it.
 */
export function securityHeaders(connect: 'none' | 'self'): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(connect),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  };
}

function contentSecurityPolicy(connect: 'none' | 'self'): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src '${connect}'`,
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

function withScripts(html: string, scripts: readonly HostScript[]): string {
  const head = html.indexOf('<head>');
  if (head === -1) throw new Error('index.html has no <head>');
  const at = head + '<head>'.length;
  const tags = scripts.map((script) => `<script src="${script.path}"></script>`);
  return [html.slice(0, at), ...tags, html.slice(at)].join('');
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
