import type { OrderDetail, OrderView } from '../../../src-shared/contract/schemas.ts';
import type { Text } from '../../base/i18n/use-text.ts';
import { countedAs, mayBeBought, situationOf, lastingRefusal } from '../../entities/orders/order-words.ts';
import { moneyText } from '../../ui/money.tsx';

type Timeline = OrderDetail['timeline'];

/**
 * One order put together from its timeline: what left this counter, what that showed, what stays open and whom it
 * concerns.
 */
export interface Story {
  readonly sent: readonly string[];
  readonly known: readonly string[];
  readonly open: readonly string[];
  readonly staff: string;
  readonly requestIds: readonly string[];
}

export function storyOf(
  order: OrderView,
  timeline: Timeline,
  cardName: string,
  text: Text,
  time: (instant: string) => string,
): Story {
  return {
    sent: sentIn(order, timeline, cardName, text, time),
    known: knownIn(order, timeline, text),
    open: [openIn(order, text)],
    staff: text(staffKey(order)),
    requestIds: [
      ...new Set(timeline.flatMap(({ facts }) => (typeof facts['requestId'] === 'string' ? [facts['requestId']] : []))),
    ],
  };
}

function sentIn(
  { quantity, charge: { total } }: OrderView,
  timeline: Timeline,
  card: string,
  text: Text,
  time: (instant: string) => string,
): readonly string[] {
  const timesOf = (call: string): readonly string[] =>
    timeline.filter(({ kind, facts }) => kind === 'attempt' && facts['call'] === call).map(({ at }) => at);
  const what = text('story.sent.what', { quantity, card, total: moneyText(total.amount, total.currency, text) });
  const [orders, reads] = [timesOf('createPartnerOrder'), timesOf('getPartnerOrder')];
  const last = (times: readonly string[]): string => time(times.at(-1) ?? '');
  return [
    what,
    orders.length === 0
      ? text('story.sent.never')
      : text('story.sent.times', { count: orders.length, time: last(orders) }),
    ...(reads.length === 0 ? [] : [text('story.asked.times', { count: reads.length, time: last(reads) })]),
  ];
}

function knownIn(order: OrderView, timeline: Timeline, text: Text): readonly string[] {
  const count = (kind: Timeline[number]['kind']): number => timeline.filter((entry) => entry.kind === kind).length;
  const [lost, unverified] = [count('noAnswer'), count('answerUnverified')];
  const refusal = lastingRefusal(order);
  const said = timeline.some(
    ({ kind }) => kind === 'judged' || kind === 'completed' || kind === 'failed' || kind === 'refused',
  );
  return [
    situationOf(order, text).says,
    ...(refusal === undefined ? [] : [text(`failure.${refusal.code}.says`)]),
    ...(order.invoiceId === null ? [] : [text('story.known.invoice')]),
    ...(order.state === 'completed' && order.codesState !== 'none'
      ? [text(`story.known.codes.${order.codesState}`)]
      : []),
    ...(lost === 0 ? [] : [text('story.known.lost', { count: lost })]),
    ...(unverified === 0 ? [] : [text('story.known.unverified', { count: unverified })]),
    ...(said ? [] : [text('story.known.nothing')]),
  ];
}

function openIn(order: OrderView, text: Text): string {
  const { state, attention, codesState, recoveryExhausted } = order;
  if (attention !== undefined) return text(`timeline.why.${attention.reason}`);
  if (countedAs(order) !== null) return text('story.open.bought');
  if (state === 'completed')
    return text(
      codesState === 'toReveal'
        ? 'story.open.codes'
        : codesState === 'sealed'
          ? 'story.open.sealed'
          : 'story.open.nothing',
    );
  if (state === 'accepted')
    return text(recoveryExhausted === true ? 'timeline.judged.recoveryExhausted' : 'story.open.outcome');
  if (mayBeBought(order)) return text('story.open.bought');
  if (state === 'intended' || state === 'blocked' || state === 'waiting') return text('story.open.whenSent');
  return text('story.open.nothing');
}

/** Whether the service's support has to hear of it now, and what. */
function staffKey(order: OrderView): `story.staff.${'exhausted' | 'accepted' | 'attention' | 'refused' | 'none'}` {
  const { state, recoveryExhausted } = order;
  if (recoveryExhausted === true) return 'story.staff.exhausted';
  if (state === 'accepted' || state === 'attention') return `story.staff.${state}`;
  return lastingRefusal(order) === undefined ? 'story.staff.none' : 'story.staff.refused';
}
