import type { Failure } from '../../src-shared/contract/codes.ts';
import type { Clock } from '../core/ports.ts';
import { createSerialQueue } from '../core/serial-queue.ts';
import type { DeploymentProfile } from '../deployment/profile.ts';
import type { Verified } from '../partner-api/judge.ts';
import { refusalOf } from '../partner-api/problem.ts';
import { retryAfterMs } from '../partner-api/retry-after.ts';
import type { ServiceClock } from '../partner-api/service-clock.ts';

/**
 * What a request is for, the most urgent first: a customer waits for the first, nobody for the last (design, "Budget").
 * `sale` is the first request of an order, `resend` each later one.
 */
export const requestPurposes = ['sale', 'settle', 'reveal', 'sync', 'resend'] as const;
export type RequestPurpose = (typeof requestPurposes)[number];

/** The one budget of requests to a service: how many at a time, how fast, and when it asked to be left alone. */
export interface RequestBudget {
  /** Does the work when it is its turn; nothing of it is prepared before, since what is signed grows old. */
  run<T>(purpose: RequestPurpose, work: () => Promise<T>): Promise<T>;
  /**
   * The service asked for fewer requests, with this refusal: the whole counter rests until then, by the monotonic
   * clock.
   */
  restUntil(monotonicMs: number, refusal?: Failure): void;
  restingUntilMs(): number;
  /** The refusal that asked for the latest pause; null where none did. */
  restRefusal(): Failure | null;
  /**
   * Resolves when one more old order may go out, each caller in its turn: a thousand may be due at once. A service that
   * finds that too fast makes it slower. Nobody waits once `stopping` aborts: nothing more goes out then.
   */
  pace(clock: Pick<Clock, 'monotonicMs' | 'sleep'>, stopping?: AbortSignal): Promise<void>;
}

/**
 * How many at once. What is no sale leaves room for sales, however long the service takes; so does what goes out again.
 */
const atOnce: Readonly<Record<RequestPurpose, number>> = { sale: 8, settle: 2, reveal: 3, sync: 2, resend: 3 };
const allAtOnce = 8;
const besideSalesAtOnce = 4;
const salesOwn = 2;

/**
 * At least so long between two old orders, and at most where the service refused again and again. A service that counts
 * to ten a second counts what arrives: an order slow on its way, as the first after a start, is nearer to the next.
 */
const [leastApartMs, mostApartMs] = [110, 10_000];
/** One refusal halves the pace; some thirty orders without one bring it back. */
const [slower, faster] = [2, 0.98];

export function createRequestBudget(): RequestBudget {
  const running: Record<RequestPurpose, number> = { sale: 0, settle: 0, reveal: 0, sync: 0, resend: 0 };
  const waiting: Record<RequestPurpose, (() => void)[]> = { sale: [], settle: [], reveal: [], sync: [], resend: [] };
  const mayStart = (purpose: RequestPurpose): boolean => {
    const besideSales = running.settle + running.reveal + running.sync;
    const others = besideSales + running.resend;
    if (running[purpose] >= atOnce[purpose] || running.sale + others >= allAtOnce) return false;
    return (
      purpose === 'sale' || (others < allAtOnce - salesOwn && (purpose === 'resend' || besideSales < besideSalesAtOnce))
    );
  };
  const startWaiting = (): void => {
    for (const purpose of requestPurposes) {
      while (mayStart(purpose)) {
        const start = waiting[purpose].shift();
        if (start === undefined) break;
        running[purpose] += 1;
        start();
      }
    }
  };
  const pace = createPace();
  let restingUntilMs = 0;
  let restRefusal: Failure | null = null;
  return {
    restUntil: (monotonicMs, refusal) => {
      if (refusal !== undefined) pace.slowDown();
      if (monotonicMs <= restingUntilMs) return;
      restingUntilMs = monotonicMs;
      restRefusal = refusal ?? null;
    },
    restingUntilMs: () => restingUntilMs,
    restRefusal: () => restRefusal,
    pace: pace.next,
    run: async (purpose, work) => {
      await new Promise<void>((resolve) => {
        waiting[purpose].push(resolve);
        startWaiting();
      });
      try {
        return await work();
      } finally {
        running[purpose] -= 1;
        startWaiting();
      }
    },
  };
}

function createPace() {
  let apartMs = leastApartMs;
  let nextAtMs = 0;
  const queue = createSerialQueue();
  return {
    next: (clock: Pick<Clock, 'monotonicMs' | 'sleep'>, stopping?: AbortSignal): Promise<void> =>
      queue.run(async () => {
        const waitMs = nextAtMs - clock.monotonicMs();
        if (waitMs > 0) await clock.sleep(Math.ceil(waitMs), stopping);
        nextAtMs = clock.monotonicMs() + apartMs;
        apartMs = Math.max(leastApartMs, apartMs * faster);
      }),
    slowDown: (): void => {
      apartMs = Math.min(mostApartMs, apartMs * slower);
    },
  };
}

/** What speaks with a service within its budget. */
export interface BudgetHolder {
  readonly budget: RequestBudget;
  readonly clock: Clock;
}

/** By which a pause that the service asks for is read. */
interface PauseTerms {
  readonly profile: DeploymentProfile;
  readonly serviceClock: ServiceClock;
}

/** A service that counts requests says when it has had too many, and one that cannot keep up when to come again. */
export function rest({ budget, clock, profile, serviceClock }: BudgetHolder & PauseTerms, answer: Verified): void {
  if (answer.status !== 429 && answer.status !== 503) return;
  const askedMs =
    retryAfterMs(answer.header('retry-after'), profile, serviceClock.nowMs()) ??
    (answer.status === 429 ? restWithoutWordMs : null);
  if (askedMs !== null) budget.restUntil(clock.monotonicMs() + askedMs, refusalOf(answer));
}

const restWithoutWordMs = 2_000;

/** How long the service still wants the whole counter to leave it alone; 0 where it does not. */
export function restingMs({ budget, clock }: BudgetHolder): number {
  return Math.max(0, budget.restingUntilMs() - clock.monotonicMs());
}

/** A pause that a person who waits for a call hardly notices. */
const patienceMs = 5_000;

/**
 * Before a call that is no order: waits out a short pause that the service asked for. Where it is longer, gives the
 * refusal that asked for it, in place of asking again; null where the service may be asked.
 */
export async function refusalWhileResting(session: BudgetHolder): Promise<Failure | null> {
  for (let leftMs = restingMs(session); leftMs > 0; leftMs = restingMs(session)) {
    if (leftMs > patienceMs) return session.budget.restRefusal() ?? { code: 'rate_limited' };
    await session.clock.sleep(Math.ceil(leftMs));
  }
  return null;
}
