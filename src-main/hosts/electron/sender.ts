import { appOrigin, appPage } from './addresses.ts';

/** What is looked at of a message's sender; reading any of it throws once the frame is gone. */
export interface SenderEvent {
  readonly sender: unknown;
  readonly senderFrame: { readonly parent: unknown; readonly origin: string; readonly url: string } | null;
}

/** True for the main frame of our own window showing our own page, and for nothing else. */
export function isOwnMainFrame(event: SenderEvent, ownContents: unknown): boolean {
  try {
    const frame = event.senderFrame;
    if (ownContents === null || event.sender !== ownContents || frame === null || frame.parent !== null) return false;
    // An about:blank opened by our page has our origin too.
    return frame.origin === appOrigin && frame.url.startsWith(appPage);
  } catch {
    return false;
  }
}
