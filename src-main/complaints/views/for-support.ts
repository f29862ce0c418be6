import { defaultLanguage, type Language } from '../../../src-shared/words/languages.ts';
import type { MainKey } from '../../../src-shared/words/main-messages.ts';
import { drawnText } from '../../../src-shared/words/main-text.ts';
import type { OrderEvent } from '../../orders/machine/events.ts';
import type { Order } from '../../orders/machine/order.ts';
import { instant, numbersForStaff } from '../../orders/views/order-view.ts';
import type { KnownComplaint } from '../records/complaint-records.ts';
import type { Shown } from '../records/first-shown.ts';

export interface SupportFacts {
  readonly known: KnownComplaint;
  readonly order: Order;
  readonly events: readonly OrderEvent[];
  readonly shown: Shown | null;
  /** The shop's language, which stands beside English. */
  readonly language: Language;
}

/**
 * What the service's support needs to look into a complaint: numbers, times, the reason and the note with which it was
 * opened or sent. No code, no amount, no name of a person: who showed it is a random id, which the shop can look up.
 */
export function textForSupport({ known, order, events, shown, language }: SupportFacts): string {
  const { complaint } = known;
  const line = (key: MainKey, value: string): string => `${bothIn(language, key)}: ${value}`;
  // What was noted of how it ended is the shop's own affair.
  const notes = complaint.steps.flatMap(({ kind, note }) =>
    note === null || (kind !== 'opened' && kind !== 'sent') ? [] : [note],
  );
  return [
    bothIn(language, 'complaint.support.title'),
    line('complaint.support.reason', bothIn(language, `complaint.reason.${complaint.reason}`)),
    line('complaint.support.soldCard', complaint.soldCardId),
    line('complaint.support.opened', instant(complaint.openedAtMs)),
    line('complaint.support.bought', order.completed?.completedAt ?? instant(order.intendedAtMs)),
    line('complaint.support.shown', shown === null ? '-' : `${shown.at} ${shown.by ?? ''}`.trim()),
    // What a person wrote may run the other way: it turns nothing that stands beside it.
    ...notes.map((note) => line('complaint.support.note', `\u{2068}${note}\u{2069}`)),
    '',
    numbersForStaff(complaint.operationId, order),
    ...events.flatMap(({ kind, atMs, body }) =>
      kind === 'codes-revealed' && body.requestId !== null
        ? [`${instant(atMs)} ${kind} X-Request-Id: ${body.requestId}`]
        : [],
    ),
    '',
  ].join('\n');
}

function bothIn(language: Language, key: MainKey): string {
  const english = drawnText(defaultLanguage)(key);
  return language === defaultLanguage ? english : `${english} / \u{2068}${drawnText(language)(key)}\u{2069}`;
}
