import type { ServerResponse } from 'node:http';

import type { Clipboard, Randomness } from '../../core/ports.ts';
import { clipboardEvent, noticeEvent } from './messages.ts';
import type { ClipboardAnswer, ClipboardMessage, NoticeMessage } from './messages.ts';

/** The open pages, as streams of server-sent events. */
export interface PageEvents {
  attach(response: ServerResponse): void;
  notice(message: NoticeMessage): void;
  readonly clipboard: Clipboard;
  clipboardAnswered(answer: ClipboardAnswer): void;
  close(): void;
}

const keepAliveMs = 15_000;

export function createPageEvents(randomness: Randomness, clipboardWaitMs = 3_000): PageEvents {
  const pages = new Set<ServerResponse>();
  const waiting = new Map<string, (written: boolean) => void>();
  const broadcast = (event: string, data: unknown): void => {
    for (const page of pages) page.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  // A comment now and then finds out that a page is gone, and keeps the others connected.
  const keepAlive = setInterval(() => pages.forEach((page) => page.write(':\n\n')), keepAliveMs);
  keepAlive.unref();

  const write = (text: string): Promise<boolean> => new Promise((resolve) => {
    const id = randomness.uuid();
    const settle = (written: boolean): void => {
      clearTimeout(timer);
      waiting.delete(id);
      resolve(written);
    };
    // A page in the background may not write: wait for one that could, not for the first that answers.
    const timer = setTimeout(() => settle(false), clipboardWaitMs);
    waiting.set(id, (written) => {
      if (written || pages.size <= 1) settle(written);
    });
    if (pages.size === 0) settle(false);
    broadcast(clipboardEvent, { id, text } satisfies ClipboardMessage);
  });

  return {
    attach: (response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(':\n\n');
      pages.add(response);
      response.on('close', () => pages.delete(response));
    },
    notice: (message) => broadcast(noticeEvent, message),
    // A page may not read the clipboard without asking the person, so nothing is cleared: these are training codes.
    clipboard: { write, clearIfStill: () => Promise.resolve() },
    clipboardAnswered: ({ id, written }) => waiting.get(id)?.(written),
    close: () => {
      clearInterval(keepAlive);
      for (const page of pages) page.end();
    },
  };
}
