import { callNames, noticeNames } from '../../../src-shared/contract/names.ts';
import {
  callPath,
  clipboardEvent,
  clipboardPath,
  noticeEvent,
  noticesPath,
  pageHeader,
  pageParameter,
  takenEvent,
  type ClipboardAnswer,
  type ClipboardMessage,
  type NoticeMessage,
} from './messages.ts';

/**
 * `window.counter` in the browser host: what the preload is under Electron. It runs in the page, before the screens,
 * and is derived from the same names; calls go by POST, notices come as server-sent events.
 */
type Listener = (payload: unknown) => void;

const listeners = new Map<string, Set<Listener>>(noticeNames.map((name) => [name, new Set()]));

/** This page and no other, also where two tabs show the same address. */
const page = crypto.randomUUID();

function bridge(): Readonly<Record<string, unknown>> {
  const domains = Object.entries(callNames).map(([domain, names]): [string, unknown] => [
    domain,
    Object.freeze(callsOf(domain, names)),
  ]);
  return Object.freeze({ ...Object.fromEntries(domains), on });
}

function callsOf(domain: string, names: readonly string[]): Record<string, (input: unknown) => Promise<unknown>> {
  return Object.fromEntries(names.map((name) => [name, (input: unknown) => call(`${domain}.${name}`, input)]));
}

async function call(name: string, input: unknown): Promise<unknown> {
  try {
    const response = await post(`${callPath}${name}`, input);
    const result: unknown = response.ok
      ? await response.json()
      : { ok: false, error: { code: 'not_allowed', detail: 'host_refused' } };
    return result;
  } catch {
    return { ok: false, error: { code: 'service_unreachable', detail: 'host_gone' } };
  }
}

function post(path: string, body: unknown): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', [pageHeader]: page },
    body: JSON.stringify(body),
  });
}

function on(notice: string, listener: Listener): () => void {
  const heard = listeners.get(notice);
  if (heard === undefined) throw new TypeError('unknown notice');
  heard.add(listener);
  return () => {
    heard.delete(listener);
  };
}

/**
 * Only our own host speaks on this connection, in these shapes: there is nothing to check them against but ourselves.
 */
function listen(): void {
  const events = new EventSource(`${noticesPath}?${pageParameter}=${page}`);
  events.addEventListener(noticeEvent, (event: MessageEvent<string>) => {
    const { notice, payload } = JSON.parse(event.data) as NoticeMessage;
    tell(notice, payload);
  });
  events.addEventListener(takenEvent, () => {
    events.close();
    tell('takenOver', {});
  });
  events.addEventListener(clipboardEvent, (event: MessageEvent<string>) => {
    const { id, text } = JSON.parse(event.data) as ClipboardMessage;
    void writeClipboard(text).then((written) => post(clipboardPath, { id, written } satisfies ClipboardAnswer));
  });
}

function tell(notice: string, payload: unknown): void {
  for (const listener of listeners.get(notice) ?? []) listener(payload);
}

async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

Object.defineProperty(globalThis, 'counter', { value: bridge(), enumerable: true });
listen();
