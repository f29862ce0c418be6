import { z } from 'zod';

/** A resend that came before the time that an answer had asked for; `askedBy` is the `X-Request-Id` of that answer. */
export interface EarlyResend {
  readonly operationId: string;
  readonly askedBy: string;
  readonly earlyByMs: number;
}

interface Asked {
  readonly untilMs: number;
  readonly requestId: string;
}

export const earlyResendsBody = z.strictObject({ refuse: z.boolean() });

/** A date names whole seconds, and the partner knows our time to a second and a half. */
const dateToleranceMs = 2_500;

/**
 * Counts orders that are sent again before the `Retry-After` that an answer of ours asked for, and refuses them where
 * that is wanted. Only an answer counts whose signature covers it and that left unharmed. It is forgotten with a
 * restart.
 */
export class EarlyResends {
  readonly #asked = new Map<string, Asked>();
  readonly #early: EarlyResend[] = [];
  isRefusing = false;

  asked(
    operationId: string,
    retryAfter: string,
    unit: 'seconds' | 'milliseconds' | 'http-date',
    { nowMs, requestId }: { readonly nowMs: number; readonly requestId: string },
  ): void {
    const isNumber = /^\d+$/.test(retryAfter);
    const untilMs = isNumber
      ? nowMs + Number(retryAfter) * (unit === 'milliseconds' ? 1 : 1_000)
      : Date.parse(retryAfter) - dateToleranceMs;
    this.#asked.set(operationId, { untilMs, requestId });
  }

  /** How much too early an order comes again; null where it does not. */
  arrived(operationId: string, nowMs: number): number | null {
    const asked = this.#asked.get(operationId);
    this.#asked.delete(operationId);
    if (asked === undefined || nowMs >= asked.untilMs) return null;
    const earlyByMs = asked.untilMs - nowMs;
    this.#early.push({ operationId, askedBy: asked.requestId, earlyByMs });
    if (this.isRefusing) this.#asked.set(operationId, asked);
    return earlyByMs;
  }

  all(): readonly EarlyResend[] {
    return this.#early;
  }

  /** What was asked by a clock that was set since means nothing any more. */
  forget(): void {
    this.#asked.clear();
  }
}
