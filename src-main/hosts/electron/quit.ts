import { app } from 'electron';
import type { ReportBug } from '../../app/calls/registrar.ts';
import type { CounterApp } from '../../app/counter/ports.ts';

/**
 * Lets the counter end its attempts and close its journal before the process goes (design, "Order engine": quitting
 * drains).
 */
export function closeBeforeQuit(counter: Promise<CounterApp>, reportBug: ReportBug): void {
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
