import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { lockWhenLeft } from '../../../../../src-main/hosts/electron/lock-when-left.ts';

class System extends EventEmitter {
  idleSeconds = 0;
  getSystemIdleTime(): number {
    return this.idleSeconds;
  }
}

function left(minutes = 5) {
  const system = new System();
  const state = { locks: 0, nowMs: 1_000, sinceInputMs: 0 };
  const look = lockWhenLeft(system, {
    lock: () => {
      state.locks += 1;
    },
    idleLockMinutes: () => minutes,
    sinceInputMs: () => state.sinceInputMs,
    monotonicMs: () => state.nowMs,
  });
  return { system, state, look };
}

describe('a counter whose person is gone', () => {
  it.each(['suspend', 'lock-screen', 'user-did-resign-active'])('locks on %s', (event) => {
    const { system, state } = left();
    system.emit(event);
    expect(state.locks).toBe(1);
  });

  it('locks once nobody has touched the machine for as long as it chose, and not before', () => {
    const { system, state, look } = left(5);
    system.idleSeconds = 299;
    look();
    expect(state.locks).toBe(0);
    system.idleSeconds = 300;
    look();
    expect(state.locks).toBe(1);
  });

  it('locks once nobody has touched its window for as long, where the system counts no idle time', () => {
    const { state, look } = left(5);
    state.sinceInputMs = 299_999;
    look();
    expect(state.locks).toBe(0);
    state.sinceInputMs = 300_000;
    look();
    expect(state.locks).toBe(1);
  });

  it('is not locked again over the hand that has just opened it, where the system counts no such touch', () => {
    const { system, state, look } = left(5);
    system.idleSeconds = 300;
    look();
    state.nowMs += 10_000;
    system.idleSeconds = 310;
    look();
    expect(state.locks).toBe(1);
    state.nowMs += 300_000;
    look();
    expect(state.locks).toBe(2);
  });
});
