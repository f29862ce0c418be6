import { mayKnowCost } from '../../../src-shared/contract/call-rules.ts';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import type { OpenDeployment } from '../counter/open-deployment.ts';
import { isStaffed, staffIn, type PageState } from '../counter/page-state.ts';

interface AtCounter {
  readonly pageState: Pick<PageState, 'person'>;
  current(): OpenDeployment | null;
}

/** Whether who is at the counter may know what the shop itself pays; nobody may where a PIN is, or cannot be, given. */
export function knowsCost(counter: AtCounter): boolean {
  const open = counter.current();
  if (!isStaffed(open)) return open === null || open.counter.ok || !open.keepsPeople();
  const id = counter.pageState.person();
  const person = id === null ? null : (staffIn(open)?.find(id) ?? null);
  return person !== null && mayKnowCost(person.role);
}

/** An order as who may not know the cost sees it. */
export function withoutCost({ total: _, charge, ...order }: OrderView): OrderView {
  const { margin: _margin, ...shown } = charge;
  return { ...order, charge: shown };
}
