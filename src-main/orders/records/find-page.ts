import type { Failure, OrderState } from '../../../src-shared/contract/codes.ts';
import { typedSaleNumbers } from '../../../src-shared/search/sale-number.ts';
import { normalised } from '../../../src-shared/search/search-text.ts';
import { knownId, parseId, type OperationId } from '../../core/ids.ts';
import { ok, type Result } from '../../core/result.ts';
import type { Journal } from '../../journal/journal.ts';
import type { ProjectionQuery, ProjectionRow } from '../../journal/projection.ts';
import { isFinal, stateOf, type Order } from '../machine/order.ts';
import type { OrderTexts } from './order-text.ts';
import { foundByReference, wordsIn } from './reference-search.ts';

/** `codesWaiting`: bought, and the codes were not handed over yet. `unsettled`: those and all that are pending. */
export type OrderSelection = 'all' | 'pending' | 'codesWaiting' | 'unsettled';

const selections: Readonly<Record<OrderSelection, Pick<ProjectionQuery, 'pending' | 'unsettled'>>> = {
  all: {},
  pending: { pending: true },
  codesWaiting: { pending: false, unsettled: true },
  unsettled: { unsettled: true },
};

export interface PageQuery extends Pick<
  ProjectionQuery,
  'walletId' | 'cardId' | 'fromMs' | 'untilMs' | 'among' | 'cursor' | 'limit'
> {
  readonly show: OrderSelection;
  /** The state at `nowMs`: some pass with time alone, which no row can tell. */
  readonly states?: { readonly anyOf: readonly OrderState[]; readonly nowMs: number };
  /** Words as a person types them. */
  readonly find?: string;
  /** Orders that those words name in a way that no row tells. */
  readonly named?: readonly OperationId[];
}

export interface OrderPage {
  readonly operationIds: readonly OperationId[];
  readonly nextCursor?: string;
}

/**
 * A page, newest first. It may hold fewer than `limit` though more follow: those in a state that passes are picked from
 * what is pending.
 */
export function findPage(
  journal: Pick<Journal, 'projectedPage'>,
  orderOf: (operationId: string) => Order | null,
  texts: Pick<OrderTexts, 'digest'> | null,
  { show, states, find, named = [], ...rest }: PageQuery,
): Result<OrderPage, Failure> {
  const ofStates =
    states === undefined
      ? {}
      : { states: { anyOf: states.anyOf.filter(isFinal), orPending: !states.anyOf.every(isFinal) } };
  const page = journal.projectedPage({
    ...selections[show],
    ...ofStates,
    ...rest,
    ...(find === undefined ? {} : { words: wordsOf(find, texts), whole: wholeOf(find, named, texts) }),
  });
  if (!page.ok) return page;
  const isInState = ({ operationId, pending }: ProjectionRow): boolean => {
    const facts = states === undefined || !pending ? null : orderOf(operationId);
    return facts === null || states?.anyOf.includes(stateOf(facts, states.nowMs)) === true;
  };
  const operationIds = page.value.items.filter(isInState).map(({ operationId }) => knownId<OperationId>(operationId));
  const { nextCursor } = page.value;
  return ok({ operationIds, ...(nextCursor === undefined ? {} : { nextCursor }) });
}

/** A number of an order, or of a sale with its letter, means that one alone. */
function wholeOf(
  find: string,
  named: readonly OperationId[],
  texts: Pick<OrderTexts, 'digest'> | null,
): NonNullable<ProjectionQuery['whole']> {
  const saleNumbers = typedSaleNumbers(find);
  const operationId = parseId<OperationId>(find.trim().toLowerCase());
  return {
    operationIds: [...named, ...(operationId === null ? [] : [operationId])],
    saleNumbers,
    reference: foundByReference(find, (text) => texts?.digest(text) ?? text)?.whole ?? null,
    isSure: operationId !== null || saleNumbers.length === 1,
  };
}

/** Each word as it is typed, or as that of a sealed reference is kept. */
function wordsOf(find: string, texts: Pick<OrderTexts, 'digest'> | null): NonNullable<ProjectionQuery['words']> {
  return wordsIn(normalised(find)).map((word) => (texts === null ? [word] : [word, texts.digest(word)]));
}
