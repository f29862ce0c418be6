import type { RememberedScreen } from '../../../src-shared/contract/remembered-screen.ts';
import type { CatalogueView, StartView } from '../../../src-shared/contract/schemas.ts';
import { shelfRank } from '../../../src-shared/search/display-order.ts';
import { recentlySold } from '../../../src-shared/search/recently-sold.ts';
import { isStaffed } from '../counter/page-state.ts';
import { appCalls } from './app.ts';
import { catalogueCalls } from './catalogue.ts';
import type { CallContext } from './context.ts';
import { orderCalls } from './orders.ts';
import { preferenceCalls } from './preferences.ts';
import { staffCalls } from './staff.ts';
import { walletCalls } from './wallets.ts';

/** More than a window shows, and little enough to come with the page. */
const cardsRemembered = 100;

/**
 * What the page of this counter would show first, were it started now (decision 0085); null where that is not plain
 * selling, nor the lock before it.
 */
export async function rememberedScreen(context: CallContext): Promise<RememberedScreen | null> {
  const [start, staff] = await Promise.all([appCalls(context).start({}), staffCalls(context).list({})]);
  if (!start.ok || !staff.ok || !isPlain(start.value)) return null;
  const locked = isStaffed(context.current());
  const screen = { locked, start: asStarted(start.value), staff: { ...staff.value, me: null } };
  if (locked) return screen;
  const selling = await sellingNow(context);
  return selling === null ? null : { ...screen, selling };
}

/** Whatever stands in the way of selling is main's to say when it starts, as it is then. */
function isPlain({ mode, enrolment, problem, copyStatus, findings }: StartView): boolean {
  const isClear = problem === undefined && copyStatus === undefined && findings === undefined;
  return mode === 'deployment' && enrolment.state === 'active' && isClear;
}

/** Nothing was asked of the service then. */
function asStarted({ answeredAt: _, clockOffsetSeconds: _offset, ...start }: StartView): StartView {
  return { ...start, online: true, trouble: 'untried' };
}

async function sellingNow(context: CallContext): Promise<NonNullable<RememberedScreen['selling']> | null> {
  const [preferences, wallets, newest] = await Promise.all([
    preferenceCalls(context).read({}),
    walletCalls(context).read({}),
    orderCalls(context).list({ show: 'all' }),
  ]);
  if (!preferences.ok || !wallets.ok || wallets.value === null || !newest.ok) return null;
  const { items } = wallets.value;
  const { walletId, favourites } = preferences.value;
  const wallet = items.find(({ id }) => id === walletId) ?? items[0];
  const catalogue = wallet === undefined ? null : await catalogueCalls(context).read({ walletId: wallet.id });
  // In a later part there may be favourites, and cards that were sold last.
  if (catalogue?.ok !== true || catalogue.value.cards.length === 0 || catalogue.value.next !== undefined) return null;
  const recent = recentlySold(newest.value.items, catalogue.value.walletId);
  return {
    preferences: preferences.value,
    wallets: wallets.value,
    recent,
    catalogue: firstOf(catalogue.value, new Set([...favourites, ...recent])),
  };
}

/** Those that stand apart, and those that come first. */
function firstOf(view: CatalogueView, apart: ReadonlySet<string>): CatalogueView {
  const rank = shelfRank(view);
  const inOrder = view.cards.toSorted((one, other) => rank(one) - rank(other));
  const cards = inOrder.filter(({ id }, place) => place < cardsRemembered || apart.has(id));
  // Parts follow in the service's order, so all of them are still to come.
  return cards.length === view.cards.length ? view : { ...view, cards, next: 0 };
}
