import { contextBridge, ipcRenderer } from 'electron';
import { callNames, channelOf, noticeChannelOf, noticeNames } from '../src-shared/contract/names.ts';

/**
 * `window.counter`, derived from the names alone: a call goes to its channel, a notice brings its payload and no event.
 */
function bridge(): Readonly<Record<string, unknown>> {
  const domains = Object.entries(callNames).map(([domain, names]): [string, unknown] => [
    domain,
    Object.freeze(callsOf(domain, names)),
  ]);
  return Object.freeze({ ...Object.fromEntries(domains), on });
}

function callsOf(domain: string, names: readonly string[]): Record<string, (input: unknown) => Promise<unknown>> {
  return Object.fromEntries(
    names.map((name) => [name, (input: unknown) => ipcRenderer.invoke(channelOf(domain, name), input)]),
  );
}

function on(notice: string, listener: (payload: unknown) => void): () => void {
  const known = noticeNames.find((name) => name === notice);
  if (known === undefined) throw new TypeError('unknown notice');
  const channel = noticeChannelOf(known);
  const forward = (_event: unknown, payload: unknown): void => listener(payload);
  ipcRenderer.on(channel, forward);
  return () => {
    ipcRenderer.removeListener(channel, forward);
  };
}

contextBridge.exposeInMainWorld('counter', bridge());
