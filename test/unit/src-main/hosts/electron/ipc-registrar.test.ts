import { describe, expect, it, vi } from 'vitest';
import type { Dispatch } from '../../../../../src-main/app/calls/registrar.ts';
import { callNames, channelOf } from '../../../../../src-shared/contract/names.ts';

const handlers = vi.hoisted(() => new Map<string, (event: unknown, input: unknown) => unknown>());
vi.mock('electron', () => ({
  ipcMain: {
    handle: (channel: string, handler: (event: unknown, input: unknown) => unknown) => handlers.set(channel, handler),
  },
}));
const { registerCalls } = await import('../../../../../src-main/hosts/electron/ipc-registrar.ts');
const { sendNotices } = await import('../../../../../src-main/hosts/electron/send-notices.ts');

const sent: unknown[][] = [];
const contents = { send: (...args: unknown[]) => sent.push(args) } as never;
const dispatched: unknown[][] = [];
const dispatch: Dispatch = (...args) => {
  dispatched.push(args);
  return Promise.resolve({ ok: true, value: 'done' });
};
const asked = registerCalls(dispatch, () => contents);

describe('messages of a page', () => {
  it('are heard on the channels of the contract and on no other', () => {
    const channels = Object.entries(callNames).flatMap(([domain, calls]) =>
      calls.map((call) => channelOf(domain, call)),
    );
    expect([...handlers.keys()]).toEqual(channels);
  });

  it('reach the call they name from our own page', async () => {
    const event = {
      sender: contents,
      senderFrame: { parent: null, origin: 'app://counterfoil', url: 'app://counterfoil/' },
    };
    expect(await handlers.get('counter:orders.read')?.(event, { operationId: '1' })).toEqual({
      ok: true,
      value: 'done',
    });
    expect(dispatched.pop()).toEqual(['orders', 'read', { operationId: '1' }]);
    await expect(asked).resolves.toBeUndefined();
  });

  it('reach nothing from anywhere else', async () => {
    const forged = {
      sender: contents,
      senderFrame: { parent: {}, origin: 'app://counterfoil', url: 'app://counterfoil/' },
    };
    for (const handler of handlers.values())
      expect(await handler(forged, {})).toEqual({
        ok: false,
        error: { code: 'not_allowed', detail: 'foreign_sender' },
      });
    expect(dispatched).toEqual([]);
  });
});

describe('notices', () => {
  it('go to the window as the contract states them, and nowhere while there is none', () => {
    const counter = {
      onNotice: (listener: (notice: never, payload: never) => void) => {
        Reflect.apply(listener, undefined, ['connectionChanged', { online: false, more: 1 }]);
        return () => undefined;
      },
    };
    const unexpected = (): void => expect.unreachable();
    sendNotices(counter, () => contents, unexpected);
    sendNotices(counter, () => null, unexpected);
    expect(sent).toEqual([['counter:notice.connectionChanged', { online: false }]]);
  });
});
