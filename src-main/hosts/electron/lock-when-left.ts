interface LeavingEvents {
  on(event: 'suspend' | 'lock-screen' | 'user-did-resign-active', listener: () => void): unknown;
  /** In seconds, of the whole system. */
  getSystemIdleTime(): number;
}

interface Left {
  readonly lock: () => void;
  readonly idleLockMinutes: () => number;
  /** How long ago somebody touched our own window. */
  readonly sinceInputMs: () => number;
  readonly monotonicMs: () => number;
}

export const idleLookMs = 5_000;

/**
 * Locks the counter when its person is gone: the computer sleeps, its session is locked or switched, or nobody has
 * touched it for a while. Linux tells nobody of a locked session, hence the look at the idle time; some Linux sessions
 * (Wayland) say of that nothing but 0, hence the look at our own window. Gives the look, which a timer repeats.
 */
export function lockWhenLeft(
  system: LeavingEvents,
  { lock, idleLockMinutes, sinceInputMs, monotonicMs }: Left,
): () => void {
  system.on('suspend', lock);
  system.on('lock-screen', lock);
  system.on('user-did-resign-active', lock);
  let lockedAtMs: number | null = null;
  return () => {
    const limitMs = idleLockMinutes() * 60_000;
    if (Math.max(system.getSystemIdleTime() * 1000, sinceInputMs()) < limitMs) return;
    // A touch that the system did not count has opened it again: that is as good as one it did.
    if (lockedAtMs !== null && monotonicMs() - lockedAtMs < limitMs) return;
    lockedAtMs = monotonicMs();
    lock();
  };
}
