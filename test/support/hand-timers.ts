import { onTestFinished, vi } from 'vitest';

/** The timers of this process as a test moves them. Sockets and files go on by themselves. */
export interface HandTimers {
  /** Moves the time on: what is due by then comes now, in its order. */
  pass(ms: number): void;
}

/** Holds `setTimeout` and `setInterval` until the running test ends. */
export function handTimers(): HandTimers {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  return { pass: (ms) => void vi.advanceTimersByTime(ms) };
}
