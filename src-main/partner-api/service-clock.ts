import type { Clock } from '../core/ports.ts';

/**
 * The service's time as this counter knows it (design, "Clock"). The offset is learned only from answers bound to a
 * unique value of a request of this process and is carried on by the monotonic clock, so that setting the computer's
 * clock does not move it.
 */
export interface ServiceClock {
  /**
   * The service's time, never before the latest `created` it has signed, unless a bound answer proved that one wrong.
   */
  nowMs(): number;
  /**
   * The time by which a request is dated. It follows unbound answers too: a wrong date costs a refusal and proves
   * nothing, while what is verified and what is fresh go by `nowMs` alone (decision 0038).
   */
  datingMs(): number;
  /** How far this computer's clock is behind (positive) or ahead of the service, once learned. */
  offsetMs(): number | null;
  /**
   * Learns from a bound answer. Times are monotonic readings around the exchange. It also takes back a `created` that
   * lies later than the time it proves: the service's clock was wrong then (decision 0010).
   */
  learn(createdAtSeconds: number, sentAtMs: number, receivedAtMs: number): void;
  /**
   * Hears of an answer that is bound to nothing unique: it moves `datingMs` and nothing else, until a bound one comes.
   */
  advise(createdAtSeconds: number, sentAtMs: number, receivedAtMs: number): void;
  /** Keeps the greatest verified `created`, bound or not. */
  saw(createdAtSeconds: number): void;
  /**
   * Whether the computer may have slept since the offset was learned: monotonic clocks stop then, so that the service's
   * time would be too early. Setting the computer's clock looks the same; so the offset stays, and is only worth
   * learning anew. True once for each time.
   */
  mayHaveSlept(): boolean;
  greatestCreatedSeconds(): number;
  /** Hears of every time that the offset was learned or moved: what was stale before may not be. */
  onLearned(listener: () => void): void;
}

/** A `created` has whole seconds, so a difference below this teaches nothing. */
const toleranceMs = 1_500;

/** Clocks are corrected by less than this all the time. */
const shortestSleepMs = 5_000;

/** A time of the service, and the reading of the monotonic clock at it. */
interface Moment {
  readonly serviceMs: number;
  readonly monotonicMs: number;
}

/** `greatestCreatedSeconds` is what an earlier run of this counter had seen; `onGreatest` makes a new one durable. */
export function createServiceClock(
  clock: Clock,
  greatestCreatedSeconds: number,
  onGreatest: (seconds: number) => void,
): ServiceClock {
  let learned: Moment | null = null;
  let advised: Moment | null = null;
  /** How far the computer's clock was ahead of the monotonic one when the two were compared last. */
  let aheadMs = 0;
  let greatest = greatestCreatedSeconds;
  const listeners: (() => void)[] = [];

  const wallAtMs = (monotonicMs: number): number => clock.nowMs() - (clock.monotonicMs() - monotonicMs);
  const timeAtMs = (moment: Moment | null, monotonicMs: number): number =>
    moment === null ? wallAtMs(monotonicMs) : moment.serviceMs + (monotonicMs - moment.monotonicMs);
  const estimateMs = (monotonicMs: number): number => timeAtMs(learned, monotonicMs);
  const datingAtMs = (monotonicMs: number): number => timeAtMs(advised ?? learned, monotonicMs);
  // Whole milliseconds: a monotonic reading has a fraction, which no date on the wire may show.
  const notBeforeGreatest = (ms: number): number => Math.floor(Math.max(ms, greatest * 1000));

  /** Whether a `created` may have been written at any moment of an exchange, by this reading of the service's time. */
  const fits = (
    createdMs: number,
    atMs: (monotonicMs: number) => number,
    sentAtMs: number,
    receivedAtMs: number,
  ): boolean => createdMs >= atMs(sentAtMs) - toleranceMs && createdMs <= atMs(receivedAtMs) + toleranceMs;

  const keepGreatest = (createdAtSeconds: number): void => {
    greatest = createdAtSeconds;
    onGreatest(createdAtSeconds);
  };

  return {
    nowMs: () => notBeforeGreatest(estimateMs(clock.monotonicMs())),
    datingMs: () => notBeforeGreatest(datingAtMs(clock.monotonicMs())),
    offsetMs: () => (learned === null ? null : Math.floor(estimateMs(clock.monotonicMs()) - clock.nowMs())),
    advise: (createdAtSeconds, sentAtMs, receivedAtMs) => {
      const createdMs = createdAtSeconds * 1000 + 500;
      if (!fits(createdMs, datingAtMs, sentAtMs, receivedAtMs))
        advised = { serviceMs: createdMs, monotonicMs: receivedAtMs };
    },
    learn: (createdAtSeconds, sentAtMs, receivedAtMs) => {
      advised = null;
      const createdMs = createdAtSeconds * 1000 + 500;
      const isKnown = fits(createdMs, estimateMs, sentAtMs, receivedAtMs);
      if (learned === null || !isKnown) {
        learned = { serviceMs: isKnown ? estimateMs(receivedAtMs) : createdMs, monotonicMs: receivedAtMs };
        aheadMs = wallAtMs(0);
        listeners.forEach((listener) => listener());
      }
      if (greatest * 1000 > estimateMs(receivedAtMs) + toleranceMs) keepGreatest(createdAtSeconds);
    },
    saw: (createdAtSeconds) => {
      if (createdAtSeconds > greatest) keepGreatest(createdAtSeconds);
    },
    mayHaveSlept: () => {
      const sleptMs = wallAtMs(0) - aheadMs;
      if (learned === null || sleptMs <= shortestSleepMs) return false;
      aheadMs += sleptMs;
      return true;
    },
    greatestCreatedSeconds: () => greatest,
    onLearned: (listener) => void listeners.push(listener),
  };
}
