import { drawnFolder } from '../../pages/one-time-pages.ts';

/** The one origin of the screens under Electron. */
export const appScheme = 'app';
export const appOrigin = 'app://counterfoil';
export const appPage = `${appOrigin}/`;

/** A session of its own that keeps nothing on disk: no cache, cookie or storage of the screens outlives the process. */
export const appPartition = 'counter';

/** True for what the session may load: the screens, and the developer tools where there are any. */
export function isAllowedRequest(url: string, packaged: boolean): boolean {
  return url.startsWith(appPage) || (!packaged && url.startsWith('devtools://'));
}

/** True only for a reload of the page the window shows. */
export function isOwnPage(url: string): boolean {
  return url === appPage;
}

/** True for what the counter draws for a frame of the screens. */
export function isDrawnPage(url: string): boolean {
  return url.startsWith(appOrigin + drawnFolder);
}
