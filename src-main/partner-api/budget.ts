/** What a request is for, the most urgent first: a customer waits for the first, nobody for the last (design, "Budget"). */
export const requestPurposes = ['sale', 'settle', 'reveal', 'sync'] as const;
export type RequestPurpose = (typeof requestPurposes)[number];

/** The one budget of requests at a time to a service. */
export interface RequestBudget {
  /** Does the work when it is its turn; nothing of it is prepared before, since what is signed grows old. */
  run<T>(purpose: RequestPurpose, work: () => Promise<T>): Promise<T>;
  /** The service asked for fewer requests: what nobody waits for rests until then, by the monotonic clock. */
  restUntil(monotonicMs: number): void;
  restingUntilMs(): number;
}

/** How many at once. What is no sale leaves room for sales, however long the service takes. */
const atOnce: Readonly<Record<RequestPurpose, number>> = { sale: 8, settle: 2, reveal: 3, sync: 2 };
const allAtOnce = 8;
const besideSalesAtOnce = 4;

export function createRequestBudget(): RequestBudget {
  const running: Record<RequestPurpose, number> = { sale: 0, settle: 0, reveal: 0, sync: 0 };
  const waiting: Record<RequestPurpose, (() => void)[]> = { sale: [], settle: [], reveal: [], sync: [] };
  const mayStart = (purpose: RequestPurpose): boolean => {
    const besideSales = running.settle + running.reveal + running.sync;
    return running[purpose] < atOnce[purpose] && running.sale + besideSales < allAtOnce && (purpose === 'sale' || besideSales < besideSalesAtOnce);
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
  let restingUntilMs = 0;
  return {
    restUntil: (monotonicMs) => { restingUntilMs = Math.max(restingUntilMs, monotonicMs); },
    restingUntilMs: () => restingUntilMs,
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
