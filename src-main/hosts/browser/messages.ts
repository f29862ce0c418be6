/** What the browser host and its page say to each other, besides the calls of the contract. */
export const callPath = '/call/';
export const noticesPath = '/notices';
export const clipboardPath = '/clipboard';
export const channelPath = '/channel.js';

/** Server-sent events: a notice of the contract, or a text for the clipboard of the person's own browser. */
export const noticeEvent = 'notice';
export const clipboardEvent = 'clipboard';
/** Another page has taken the counter over: nothing more comes here. */
export const takenEvent = 'taken';

/** Each page has a name of its own, sent with its stream and its calls. */
export const pageParameter = 'page';
export const pageHeader = 'x-counter-page';
export const pageName = /^[\w-]{1,40}$/;

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
