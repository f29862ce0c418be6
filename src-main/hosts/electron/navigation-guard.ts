import { isDrawnPage, isOwnPage } from './addresses.ts';

interface Cancellable {
  preventDefault(): void;
}

interface Navigation extends Cancellable {
  readonly url: string;
  readonly isMainFrame?: boolean;
}

export interface GuardedContents {
  on(event: 'will-navigate' | 'will-frame-navigate', listener: (event: Navigation) => void): unknown;
  on(event: 'will-redirect' | 'will-attach-webview', listener: (event: Cancellable) => void): unknown;
  setWindowOpenHandler(handler: () => { action: 'deny' }): void;
  setWebRTCIPHandlingPolicy(policy: 'disable_non_proxied_udp'): void;
}

/**
 * Keeps a page where it is: it may be loaded again, and nothing else may be opened, followed or attached but what main
 * draws for a frame.
 */
export function guardNavigation(contents: GuardedContents): void {
  const stay = (event: Navigation): void => {
    if (!(event.isMainFrame === false ? isDrawnPage(event.url) : isOwnPage(event.url))) event.preventDefault();
  };
  contents.on('will-navigate', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  // A content security policy does not cover WebRTC.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}
