import { app } from 'electron';
import type { CounterApp } from '../../app/counter/ports.ts';
import { reportBug } from '../bug-report.ts';

/**
 * Lets the counter end its attempts and close its journal before the process goes (design, "Order engine": quitting
 * drains).
 */
export function closeBeforeQuit(counter: Promise<CounterApp>): void {
  let closing = false;
  app.on('will-quit', (event) => {
    if (closing) return;
    closing = true;
    event.preventDefault();
    counter
      .then((opened) => opened.close())
      .catch(reportBug)
      .finally(() => app.exit(0));
  });
}
