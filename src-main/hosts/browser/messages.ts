/** What the browser host and its page say to each other, besides the calls of the contract. */
export const callPath = '/call/';
export const noticesPath = '/notices';
export const clipboardPath = '/clipboard';
export const channelPath = '/channel.js';

/** Server-sent events: a notice of the contract, or a text for the clipboard of the person's own browser. */
export const noticeEvent = 'notice';
export const clipboardEvent = 'clipboard';

export interface NoticeMessage {
  readonly notice: string;
  readonly payload: unknown;
}

export interface ClipboardMessage {
  readonly id: string;
  readonly text: string;
}

export interface ClipboardAnswer {
  readonly id: string;
  readonly written: boolean;
}
