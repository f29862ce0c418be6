import type { CustomScheme } from 'electron';
import { drawnFolder } from '../../pages/one-time-pages.ts';
import type { DrawnPage } from '../../pages/page.ts';
import type { RendererFiles } from '../renderer-files.ts';
import { appOrigin, appPage, appScheme } from './addresses.ts';

export const privilegedScheme: CustomScheme = { scheme: appScheme, privileges: { standard: true, secure: true } };

export interface Served {
  readonly files: RendererFiles;
  readonly headers: Readonly<Record<string, string>>;
  /** What the counter drew for a frame. */
  readonly page: (path: string) => DrawnPage | null;
}

/**
 * Answers from the fixed files and drawn pages alone: the address is looked up as it is, never decoded, normalised or
 * joined to a path.
 */
export function answerAppRequest(
  { files, headers, page }: Served,
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
  const file = files.get(path);
  if (file === undefined) return new Response(null, { status: 404, headers });
  return new Response(file.bytes, { status: 200, headers: { ...headers, 'Content-Type': file.contentType } });
}
