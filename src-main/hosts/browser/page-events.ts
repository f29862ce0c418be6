import type { ServerResponse } from 'node:http';
import type { Clipboard, Randomness } from '../../core/ports.ts';
import {
  clipboardEvent,
  noticeEvent,
  takenEvent,
  type ClipboardAnswer,
  type ClipboardMessage,
  type NoticeMessage,
} from './messages.ts';

/** The page that is open, as a stream of server-sent events. A second one takes over, and the first hears of it. */
export interface PageEvents {
  /** `name` is the page's own; one that was taken over comes back only as a new page. */
  attach(response: ServerResponse, name: string | null): void;
  /** Whether another page has taken over from this one, whose calls then count no more. */
  isTakenOver(name: string): boolean;
  notice(message: NoticeMessage): void;
  readonly clipboard: Clipboard;
  clipboardAnswered(answer: ClipboardAnswer): void;
  close(): void;
}

const keepAliveMs = 15_000;

export function createPageEvents(randomness: Randomness, clipboardWaitMs = 3_000): PageEvents {
  const pages = new Map<ServerResponse, string | null>();
  const takenOver = new Set<string>();
  const waiting = new Map<string, (written: boolean) => void>();
  const broadcast = (event: string, data: unknown): void => {
    for (const page of pages.keys()) page.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  // A comment now and then finds out that a page is gone, and keeps the others connected.
  const keepAlive = setInterval(() => pages.forEach((_, page) => page.write(':\n\n')), keepAliveMs);
  keepAlive.unref();

  const write = (text: string): Promise<boolean> =>
    new Promise((resolve) => {
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
    attach: (response, name) => {
      if (name !== null && takenOver.has(name)) {
        // Of all answers this one alone keeps a stream from being opened again and again.
        response.writeHead(204).end();
        return;
      }
      for (const [page, before] of pages) {
        if (before !== null && before !== name) takenOver.add(before);
        page.end(`event: ${takenEvent}\ndata: {}\n\n`);
      }
      pages.clear();
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(':\n\n');
      pages.set(response, name);
      response.on('close', () => pages.delete(response));
    },
    isTakenOver: (name) => takenOver.has(name),
    notice: (message) => broadcast(noticeEvent, message),
    // A page may not read the clipboard without asking the person, so nothing is cleared: these are training codes.
    clipboard: { write, clearIfStill: () => Promise.resolve() },
    clipboardAnswered: ({ id, written }) => waiting.get(id)?.(written),
    close: () => {
      clearInterval(keepAlive);
      for (const page of pages.keys()) page.end();
    },
  };
}
