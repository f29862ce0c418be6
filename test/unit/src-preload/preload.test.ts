import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { callNames, noticeNames } from '../../../src-shared/contract/names.ts';
import type { CounterBridge } from '../../../src-shared/contract/schemas.ts';

const electron = vi.hoisted(() => ({ exposed: new Map<string, unknown>(), invoked: new Array<readonly unknown[]>() }));
const emitter = new EventEmitter();

vi.mock('electron', () => ({
  contextBridge: { exposeInMainWorld: (name: string, api: unknown) => electron.exposed.set(name, api) },
  ipcRenderer: {
    invoke: (...args: readonly unknown[]) => {
      electron.invoked.push(args);
      return Promise.resolve('answer');
    },
    on: (channel: string, listener: () => void) => emitter.on(channel, listener),
    removeListener: (channel: string, listener: () => void) => emitter.removeListener(channel, listener),
  },
}));
await import('../../../src-preload/preload.ts');

function bridge(): CounterBridge {
  const counter = electron.exposed.get('counter');
  if (typeof counter !== 'object' || counter === null) throw new Error('nothing was exposed');
  return counter as CounterBridge;
}

describe('window.counter', () => {
  it('is the only thing exposed and has exactly the calls of the contract', () => {
    expect([...electron.exposed.keys()]).toEqual(['counter']);
    expect(Object.keys(bridge()).sort()).toEqual([...Object.keys(callNames), 'on'].sort());
    for (const [domain, names] of Object.entries(callNames)) {
      const calls: unknown = Reflect.get(bridge(), domain);
      expect(Object.keys(Object(calls) as object)).toEqual([...names]);
    }
  });

  it('is frozen, domains included', () => {
    expect(Object.isFrozen(bridge())).toBe(true);
    expect(Object.values(bridge()).every((member) => typeof member === 'function' || Object.isFrozen(member))).toBe(
      true,
    );
  });

  it('sends a call to its own channel with the input alone', async () => {
    await expect(bridge().app.setLanguage({ language: 'ar' })).resolves.toBe('answer');
    expect(electron.invoked).toEqual([['counter:app.setLanguage', { language: 'ar' }]]);
  });

  it('hands a listener the payload without the event, until it lets go', () => {
    const heard: unknown[][] = [];
    const letGo = bridge().on('connectionChanged', (...args: unknown[]) => heard.push(args));
    emitter.emit('counter:notice.connectionChanged', { sender: 'secret' }, { online: true });
    letGo();
    emitter.emit('counter:notice.connectionChanged', {}, { online: false });
    expect(heard).toEqual([[{ online: true }]]);
    expect(noticeNames.every((name) => emitter.listenerCount(`counter:notice.${name}`) === 0)).toBe(true);
  });

  it('does not listen on a channel that is no notice', () => {
    const on: unknown = Reflect.get(bridge(), 'on');
    expect(() => {
      if (typeof on === 'function') Reflect.apply(on, undefined, ['app.start', () => undefined]);
    }).toThrow(TypeError);
  });
});
