import type { ReactNode } from 'react';
import { later } from '../base/later.tsx';
import type { Area } from '../base/stores/view-store.ts';
import { JournalArea } from '../features/orders/journal-area.tsx';
import { SellArea } from '../features/sell/sell-area.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const meanwhile = <Skeleton shape="row" count={5} />;

/**
 * What each area shows. A key goes to the first two, and what is typed straight after it is for a field in them; the
 * others are read after the first screen was drawn.
 */
export const content: Record<Area, () => ReactNode> = {
  sell: SellArea,
  orders: JournalArea,
  day: later(async () => (await import('../features/reports/day-pages.tsx')).DayPages, meanwhile),
  owned: later(async () => (await import('../features/owned-cards/owned-area.tsx')).OwnedArea, meanwhile),
  counter: later(async () => (await import('../features/this-counter/counter-area.tsx')).CounterArea, meanwhile),
  diagnosis: later(async () => (await import('../features/diagnosis/diagnosis-area.tsx')).DiagnosisArea, meanwhile),
  people: later(async () => (await import('../features/people/people-area.tsx')).PeopleArea, meanwhile),
  prices: later(async () => (await import('../features/prices/prices-area.tsx')).PricesArea, meanwhile),
  limits: later(async () => (await import('../features/limits/limits-area.tsx')).LimitsArea, meanwhile),
};
