import type { Printer, PrinterFault, PrintJob } from '../../../../src-main/core/ports.ts';
import { err, ok } from '../../../../src-main/core/result.ts';
import { systemRandomness } from '../../../../src-main/hosts/system-ports.ts';
import type { PrintsContext } from '../../../../src-main/receipts/prints.ts';
import type { Till } from '../orders/till.ts';

/** A printer with paper in it, until a test says otherwise. `before` sees what is durable when it is asked. */
export class PaperPrinter implements Printer {
  readonly jobs: PrintJob[] = [];
  fault: PrinterFault['code'] | null = null;
  before: () => void = () => undefined;

  names(): Promise<readonly string[]> {
    return Promise.resolve(['Counter 1']);
  }

  print(job: PrintJob): ReturnType<Printer['print']> {
    this.before();
    this.jobs.push(job);
    return Promise.resolve(this.fault === null ? ok(undefined) : err({ code: this.fault }));
  }

  /** What stands on the paper of a job, without its markup. */
  text(index = this.jobs.length - 1): string {
    const bodies = (this.jobs[index]?.documents ?? []).map((document) => document.slice(document.indexOf('<body>')));
    return bodies
      .join('\n')
      .replaceAll(/<\/(?:div|p|h\d|dt)>/g, '\n')
      .replaceAll(/<[^>]*>/g, '');
  }
}

export function printsAt(till: Till, printer: Printer | null, changes: Partial<PrintsContext> = {}): PrintsContext {
  const {
    localRecords: { records, journal },
    vault,
  } = till.counter;
  return {
    paidBy: () => null,
    givenBack: () => [],
    records,
    journal,
    vault,
    randomness: systemRandomness,
    printer,
    shop: () => ({ names: ['Example & Sons'], addresses: [] }),
    preferences: { receiptPaper: '80mm', printerName: 'Counter 1' },
    ...changes,
  };
}
