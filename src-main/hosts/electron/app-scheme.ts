import type { CustomScheme } from 'electron';
import { drawnFolder } from '../../pages/one-time-pages.ts';
import type { DrawnPage } from '../../pages/page.ts';
import type { RendererFile, RendererFiles } from '../renderer-files.ts';
import { appOrigin, appPage, appScheme } from './addresses.ts';
import { buildOf, frameOf, htmlWithLook, type Beginning, type Look } from './first-files.ts';

export const privilegedScheme: CustomScheme = { scheme: appScheme, privileges: { standard: true, secure: true } };

export interface Served {
  readonly files: RendererFiles;
  readonly headers: Readonly<Record<string, string>>;
  /** What the counter drew for a frame. */
  readonly page: (path: string) => DrawnPage | null;
  /** How the screens looked last. */
  readonly look: Look;
  /** What a page of a build begins with, which needs nothing that main has still to read. Asked for the page alone. */
  readonly begins: (build: string) => Beginning;
}

/**
 * Answers from the fixed files and drawn pages alone: the address is looked up as it is, never decoded, normalised or
 * joined to a path.
 */
export function answerAppRequest(
  { files, headers, page, look, begins }: Served,
  request: { readonly url: string; readonly method: string },
): Response {
  if (request.method !== 'GET') return new Response(null, { status: 405, headers: { ...headers, Allow: 'GET' } });
  const path = request.url.startsWith(appPage) ? request.url.slice(appOrigin.length) : '';
  const drawn = path.startsWith(drawnFolder) ? page(path) : null;
  if (drawn !== null)
    return new Response(drawn.html, {
      status: 200,
      headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': drawn.policy },
    });
  const file = path === framesPath ? undefined : files.get(path);
  if (file === undefined) return new Response(null, { status: 404, headers });
  const bytes = path === '/' ? withLook(file, look, begins(buildOf(files)), files.get(framesPath)) : file.bytes;
  return new Response(bytes, { status: 200, headers: { ...headers, 'Content-Type': file.contentType } });
}

/** Part of the page, and no file that a screen may load. */
const framesPath = '/first-frames.json';

function withLook(
  page: RendererFile,
  look: Look,
  begins: Beginning,
  frames: RendererFile | undefined,
): Uint8Array<ArrayBuffer> {
  if (frames === undefined) throw new Error('the screens are not built: first-frames.json is missing');
  return new TextEncoder().encode(htmlWithLook(textOf(page), look, begins, frameOf(textOf(frames), look)));
}

const textOf = ({ bytes }: RendererFile): string => new TextDecoder().decode(bytes);
