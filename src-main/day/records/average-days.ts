import type { Clock } from '../../core/ports.ts';
import { createSingleFlight } from '../../core/single-flight.ts';
import type { Journal } from '../../journal/journal.ts';
import { isSoldAt } from '../../orders/machine/turns.ts';
import { CostByDay, mostDays, type AverageDay } from '../machine/average-day.ts';
import { dayOf } from './period-records.ts';
import { saleIn } from './sale-row.ts';

/** What wallets cost on an average day, read from the journal once a day and an hour of sales at a time. */
export interface AverageDays {
  /** What is known of it now, without any reading; undefined while it was not read today. */
  known(walletId: string, currency: string): AverageDay | null | undefined;
  /** Resolves once it is read; several may wait for one reading. */
  read(): Promise<void>;
  /** Reads no further: the journal is about to be closed. */
  stop(): void;
}

/** How far back days with sales are looked for: a shop may have been closed for a season. */
const farthestDays = 92;
const hourMs = 3_600_000;

interface AverageDayPorts {
  readonly journal: Pick<Journal, 'projectedBetween'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

export function createAverageDays({ journal, clock }: AverageDayPorts): AverageDays {
  let kept: { readonly today: string; readonly costs: CostByDay } | null = null;
  const readings = createSingleFlight<'all', CostByDay | null>();
  let isStopped = false;
  const readAll = async (): Promise<CostByDay | null> => {
    const nowMs = clock.nowMs();
    const costs = new CostByDay();
    let daysWithSales = 0;
    for (let back = 1; back <= farthestDays && daysWithSales < mostDays; back += 1) {
      let hasSold = false;
      for (const { fromMs, untilMs } of hoursOf(nowMs, back)) {
        // Between any two hours, everything else has its turn.
        await new Promise((resolve) => setImmediate(resolve));
        if (isStopped) return null;
        const sold = journal
          .projectedBetween(fromMs, untilMs)
          .map(saleIn)
          .filter(({ turns }) => isSoldAt(turns, Number.POSITIVE_INFINITY));
        costs.add(dayOf(fromMs), sold);
        hasSold ||= sold.length > 0;
      }
      if (hasSold) daysWithSales += 1;
    }
    kept = { today: dayOf(nowMs), costs };
    return costs;
  };
  return {
    known: (walletId, currency) =>
      kept === null || kept.today !== dayOf(clock.nowMs()) ? undefined : kept.costs.average(walletId, currency),
    read: async () => {
      if (kept?.today === dayOf(clock.nowMs()) || isStopped) return;
      await readings.run('all', readAll);
    },
    stop: () => {
      isStopped = true;
    },
  };
}

/** The hours of the day so many days before this moment, in this computer's calendar. */
function hoursOf(nowMs: number, back: number): readonly { readonly fromMs: number; readonly untilMs: number }[] {
  const now = new Date(nowMs);
  const startOf = (days: number): number => new Date(now.getFullYear(), now.getMonth(), now.getDate() - days).getTime();
  const [fromMs, endMs] = [startOf(back), startOf(back - 1)];
  return Array.from({ length: Math.ceil((endMs - fromMs) / hourMs) }, (_, hour) => ({
    fromMs: fromMs + hour * hourMs,
    untilMs: Math.min(endMs, fromMs + (hour + 1) * hourMs),
  }));
}
