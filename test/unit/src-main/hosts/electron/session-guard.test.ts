import { describe, expect, it } from 'vitest';
import { guardSession } from '../../../../../src-main/hosts/electron/session-guard.ts';

type Guarded = Parameters<typeof guardSession>[0];

function guardedSession() {
  const seen: Record<string, unknown> = {};
  const keep =
    (name: string) =>
    (value: unknown): void => {
      seen[name] = value;
    };
  const session: Guarded = {
    setPermissionRequestHandler: keep('request'),
    setPermissionCheckHandler: keep('check'),
    setDevicePermissionHandler: keep('device'),
    setSpellCheckerEnabled: keep('spelling'),
    on: (event, listener) => keep(event)(listener),
    webRequest: { onBeforeRequest: (...args: unknown[]) => keep('network')(args[0]) },
  };
  guardSession(session, true);
  return (name: string, ...args: unknown[]): unknown => {
    const handler = seen[name];
    return typeof handler === 'function' ? Reflect.apply(handler, undefined, args) : handler;
  };
}

describe('a session', () => {
  it('grants no permission and no device, whatever is asked', () => {
    const ask = guardedSession();
    const decisions: unknown[] = [];
    for (const permission of [
      'media',
      'notifications',
      'clipboard-read',
      'clipboard-sanitized-write',
      'fullscreen',
      'openExternal',
      'something new',
    ]) {
      ask('request', null, permission, (granted: unknown) => decisions.push(granted), {});
      decisions.push(ask('check', null, permission, 'app://counterfoil', {}));
    }
    decisions.push(ask('device', { deviceType: 'usb' }));
    expect(new Set(decisions)).toEqual(new Set([false]));
  });

  it('cancels every request but those for the screens', () => {
    const ask = guardedSession();
    const decide = (url: string): unknown => {
      let decision: unknown;
      ask('network', { url }, (given: unknown) => {
        decision = given;
      });
      return decision;
    };
    expect(decide('app://counterfoil/assets/a.js')).toEqual({ cancel: false });
    expect(decide('https://example.com/')).toEqual({ cancel: true });
    expect(decide('file:///etc/passwd')).toEqual({ cancel: true });
  });

  it('saves no download and fetches no dictionary', () => {
    const ask = guardedSession();
    let prevented = false;
    ask('will-download', {
      preventDefault: () => {
        prevented = true;
      },
    });
    expect(prevented).toBe(true);
    expect(ask('spelling')).toBe(false);
  });
});
