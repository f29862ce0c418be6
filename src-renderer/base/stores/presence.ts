import { usePageState } from './page-store.ts';
import { useView } from './view-store.ts';

/** How often whoever is at the counter may have gone: it was locked, another person came, or selling was left. */
let departures = 0;

usePageState.subscribe((now, before) => {
  if ((now.locked === true && before.locked !== true) || now.person !== before.person) departures += 1;
});
useView.subscribe((now, before) => {
  if (now.area !== before.area) departures += 1;
});

/** A number that is another one once whoever is at the counter now may have gone. */
export function presenceNow(): number {
  return departures;
}
