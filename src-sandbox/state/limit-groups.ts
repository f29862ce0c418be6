import type { Limit } from './settings.ts';

export type LimitGroup = 'requests' | 'orders';

/**
 * Counts calls in windows of time, each begun by the first call in it. A service that starts anew counts from nothing.
 */
export class LimitGroups {
  readonly #windows = new Map<LimitGroup, { endsAtMs: number; count: number }>();

  /** Null where the call is within the limit; otherwise in how many whole seconds the next one is. */
  admit(group: LimitGroup, limit: Limit | null, nowMs: number): number | null {
    if (limit === null) return null;
    const lengthMs = limit.seconds * 1000;
    const open = this.#windows.get(group);
    const isOpen = open !== undefined && nowMs < open.endsAtMs && open.endsAtMs - nowMs <= lengthMs;
    const window = isOpen ? open : { endsAtMs: nowMs + lengthMs, count: 0 };
    this.#windows.set(group, window);
    window.count += 1;
    return window.count <= limit.count ? null : Math.max(1, Math.ceil((window.endsAtMs - nowMs) / 1000));
  }
}
