import type { Clock, Randomness } from '../core/ports.ts';

/** The computer's own time. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  sleep,
};

/** The operating system's random source, by way of Web Crypto. */
export const systemRandomness: Randomness = {
  uuid: () => crypto.randomUUID(),
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
};

/** An aborted sleep resolves early: waiting less is never an error. */
function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve();
      return;
    }
    const wake = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    signal?.addEventListener('abort', wake, { once: true });
  });
}

/** A name that nobody can guess, for addresses, cookies and policies. */
export function randomName(): string {
  return Buffer.from(systemRandomness.bytes(32)).toString('base64url');
}
