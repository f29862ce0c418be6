import { appOrigin } from './addresses.ts';

/** What is looked at of a message's sender; reading any of it throws once the frame is gone. */
export interface SenderEvent {
  readonly sender: unknown;
  readonly senderFrame: { readonly parent: unknown; readonly origin: string } | null;
}

/** True for the main frame of our own window showing our own page, and for nothing else. */
export function isOwnMainFrame(event: SenderEvent, ownContents: unknown): boolean {
  try {
    const frame = event.senderFrame;
    return ownContents !== null && event.sender === ownContents && frame !== null && frame.parent === null && frame.origin === appOrigin;
  } catch {
    return false;
  }
}
