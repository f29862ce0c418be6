import type { ComparisonLine } from '../../../src-shared/contract/reports.ts';
import type { LocalizedText } from '../../../src-shared/contract/schemas.ts';

/** A card as the service lists it. Only its own id is certain. */
export interface ListedCard {
  readonly soldCardId: string;
  readonly name?: LocalizedText;
  readonly invoiceId?: string;
  readonly operationId?: string;
  readonly purchasedAt?: string;
}

/** Whether these records have what a card was bought with. */
export type KnowsCard = (card: ListedCard) => boolean;

/** From the first moment on, and before the other. */
export interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface UnknownSales {
  readonly lines: readonly ComparisonLine[];
  /** Cards unknown here of which nobody says when they were bought: they may be of any day. */
  readonly undated: number;
}

/** The sales of a span that the service lists cards of and these records do not have: one line for each. */
export function unknownSales(cards: readonly ListedCard[], isKnown: KnowsCard, span: Span): UnknownSales {
  const once = [...new Map(cards.map((card) => [card.soldCardId, card])).values()];
  const undated = once.filter((card) => Number.isNaN(boughtAtMs(card)));
  const ofSpan = once.filter((card) => boughtAtMs(card) >= span.fromMs && boughtAtMs(card) < span.untilMs);
  const unknown = ofSpan.filter((card) => !isKnown(card));
  return {
    lines: [...Map.groupBy(unknown, saleOf).values()].flatMap(lineOf),
    undated: undated.filter((card) => !isKnown(card)).length,
  };
}

/** Cards of one sale have one of these in common. */
function saleOf({ operationId, invoiceId, soldCardId }: ListedCard): string {
  return operationId ?? invoiceId ?? soldCardId;
}

function lineOf([first, ...others]: readonly ListedCard[]): ComparisonLine[] {
  if (first === undefined) return [];
  return [
    {
      outcome: 'thereOnly',
      operationId: first.operationId ?? null,
      isKnown: false,
      cardName: first.name ?? null,
      cards: 1 + others.length,
      at: first.purchasedAt ?? null,
      state: null,
      here: null,
      stateThere: 'completed',
      there: null,
      differs: [],
      failure: null,
    },
  ];
}

function boughtAtMs({ purchasedAt }: ListedCard): number {
  return purchasedAt === undefined ? Number.NaN : Date.parse(purchasedAt);
}
