import { mayKnowCost } from '../../../src-shared/contract/call-rules.ts';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import { isStaffed, staffIn } from '../counter/page-state.ts';
import type { CallContext } from './context.ts';

/** Whether who is at the counter may know what the shop itself pays; nobody may where a PIN is still awaited. */
export function knowsCost({ current, pageState }: Pick<CallContext, 'current' | 'pageState'>): boolean {
  if (!isStaffed(current())) return true;
  const id = pageState.person();
  const person = id === null ? null : (staffIn(current())?.find(id) ?? null);
  return person !== null && mayKnowCost(person.role);
}

/** An order as who may not know the cost sees it. */
export function withoutCost({ total: _, charge, ...order }: OrderView): OrderView {
  const { margin: _margin, ...shown } = charge;
  return { ...order, charge: shown };
}
