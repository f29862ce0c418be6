import type { Failure, OrderState } from '../../../src-shared/contract/codes.ts';
import { normalised } from '../../../src-shared/search/search-text.ts';
import { knownId, type OperationId } from '../../core/ids.ts';
import { ok, type Result } from '../../core/result.ts';
import type { Journal } from '../../journal/journal.ts';
import type { ProjectionQuery, ProjectionRow } from '../../journal/projection.ts';
import { isFinal, stateOf, type Order } from '../machine/order.ts';

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
  'walletId' | 'cardId' | 'fromMs' | 'untilMs' | 'cursor' | 'limit'
> {
  readonly show: OrderSelection;
  /** The state at `nowMs`: some pass with time alone, which no row can tell. */
  readonly states?: { readonly anyOf: readonly OrderState[]; readonly nowMs: number };
  /** Words as a person types them. */
  readonly find?: string;
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
  { show, states, find, ...rest }: PageQuery,
): Result<OrderPage, Failure> {
  const ofStates =
    states === undefined
      ? {}
      : { states: { anyOf: states.anyOf.filter(isFinal), orPending: !states.anyOf.every(isFinal) } };
  const page = journal.projectedPage({
    ...selections[show],
    ...ofStates,
    ...rest,
    ...(find === undefined ? {} : { words: wordsOf(find) }),
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

/**
 * All that an order is looked for by: its number, its invoice, the reference as it was sent, and its card's name in
 * both languages.
 */
export function searchTextOf(operationId: string, { intent, completed }: Order): string {
  const { externalReference, chainHead, cardName } = intent;
  return normalised(
    [operationId, completed?.invoiceId, chainHead, externalReference, cardName?.ar, cardName?.en].join(' '),
  );
}

function wordsOf(find: string): readonly string[] {
  return normalised(find)
    .split(' ')
    .filter((word) => word !== '');
}
