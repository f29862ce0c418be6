import type { CustomScheme } from 'electron';

import type { RendererFiles } from '../renderer-files.ts';
import { appOrigin, appScheme } from './addresses.ts';

export const privilegedScheme: CustomScheme = { scheme: appScheme, privileges: { standard: true, secure: true } };

/** Answers from the fixed files alone: the address is looked up as it is, never decoded, normalised or joined to a path. */
export function answerAppRequest(
  files: RendererFiles, headers: Readonly<Record<string, string>>, request: { readonly url: string; readonly method: string },
): Response {
  if (request.method !== 'GET') return new Response(null, { status: 405, headers: { ...headers, Allow: 'GET' } });
  const file = request.url.startsWith(`${appOrigin}/`) ? files.get(request.url.slice(appOrigin.length)) : undefined;
  if (file === undefined) return new Response(null, { status: 404, headers });
  return new Response(file.bytes, { status: 200, headers: { ...headers, 'Content-Type': file.contentType } });
}
