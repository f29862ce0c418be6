import type { DecisionChoice } from '../../../src-shared/contract/codes.ts';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import { isMessage, type MessageKey } from '../../../src-shared/words/page-messages.ts';
import type { Text } from '../../base/i18n/use-text.ts';

type Attention = NonNullable<OrderView['attention']>;
const idsToName = 3;

/**
 * What a choice does and what it risks. To take what the service reported is another thing than to take its word for
 * granted.
 */
export function wordsOfChoice(
  choice: DecisionChoice,
  order: OrderView,
): { readonly says: MessageKey; readonly risk: MessageKey } {
  if (choice === 'accept-as-bought' && isReported(order))
    return { says: 'decision.reported.says', risk: 'decision.reported.risk' };
  return { says: `decision.${choice}.says`, risk: `decision.${choice}.risk` };
}

/** What is known of an order that needs a person, and what is not, sentence by sentence. */
export function knownOf(
  order: OrderView,
  { reason, differs }: Attention,
  text: Text,
  words: { readonly list: (items: readonly string[]) => string; readonly time: (instant: string) => string },
): string[] {
  const { refusal, codes } = order;
  const sent = sentOf(order);
  const last = sent.at(-1);
  const names = differs.flatMap((name) => {
    const key = `decision.differs.${name}`;
    return isMessage(key) ? [text(key)] : [];
  });
  const said = [
    text(`timeline.why.${reason}`),
    refusal === undefined ? undefined : text(`failure.${refusal.code}.says`),
    names.length === 0 ? undefined : text('decision.differs', { what: words.list(names) }),
    codes.length === 0 ? undefined : text('decision.codesKept', { count: codes.length }),
    last === undefined
      ? undefined
      : text('decision.requests', { count: sent.length, time: words.time(last.startedAt) }),
    isReported(order) ? undefined : text('decision.unknown'),
  ];
  return [...new Set(said.filter((sentence) => sentence !== undefined))];
}

/** What the service's support can find the order by: its own number and those of the latest answers. */
export function numbersToName(order: OrderView): string[] {
  const requestIds = sentOf(order).flatMap(({ requestId }) => (requestId === null ? [] : [requestId]));
  return [...new Set(requestIds)].slice(-idsToName);
}

/** The code that the service refused with, as it wrote it; also one that this counter does not know. */
export function codeToName({ refusal }: OrderView): string[] {
  return refusal === undefined ? [] : [refusal.detail ?? refusal.code];
}

/** The service itself said that it is bought, whatever else it said. */
function isReported({ codesState }: OrderView): boolean {
  return codesState !== 'none';
}

function sentOf({ attempts }: OrderView): OrderView['attempts'] {
  return attempts.filter(({ judgement }) => judgement !== 'notSent');
}
