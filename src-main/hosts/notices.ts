import type { NoticeName } from '../../src-shared/contract/names.ts';
import { checkedNotice, type ReportBug } from '../app/calls/registrar.ts';
import type { CounterApp } from '../app/counter/ports.ts';

/**
 * Sends each notice of the counter as the contract states it; one that breaks the contract is reported and not sent.
 */
export function forwardNotices(
  counter: Pick<CounterApp, 'onNotice'>,
  send: (notice: NoticeName, payload: unknown) => void,
  reportBug: ReportBug,
): void {
  counter.onNotice((notice, payload) => {
    try {
      send(notice, checkedNotice(notice, payload));
    } catch (error) {
      reportBug(error);
    }
  });
}
