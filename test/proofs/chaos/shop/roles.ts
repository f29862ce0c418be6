import type { Role } from '../../../../src-shared/contract/roles.ts';

/** Read and written again beside the table of calls: what only a manager may do here. */
const ofManagers: readonly string[] = [
  'complaints.close',
  'complaints.reject',
  'complaints.replace',
  'limits.set',
  'payments.setUsual',
  'prices.removeRule',
  'prices.setRate',
  'prices.setRule',
  'staff.add',
];
/** What sells, or shows codes, or changes a day: no auditor does it. */
const ofSellers: readonly string[] = [
  'catalogue.freshCard',
  'complaints.open',
  'complaints.send',
  'day.close',
  'day.handOver',
  'day.openShift',
  'orders.buyBasket',
  'orders.cancel',
  'orders.keepWanted',
  'orders.place',
  'orders.resume',
  'payments.giveBack',
  'payments.note',
  'payments.voidSale',
  'reveals.handOver',
  'reveals.showSeveral',
];
/** What may be done while nobody is there. */
const ofNobody: readonly string[] = ['catalogue.read', 'catalogue.sync', 'staff.enter', 'staff.leave'];

/** Whether a call that was made must not have succeeded. `nobody`: the counter was locked. */
export function mayNot(role: Role | 'nobody', call: string): boolean {
  if (role === 'nobody') return !ofNobody.includes(call);
  if (role === 'manager') return false;
  return ofManagers.includes(call) || (role === 'auditor' && ofSellers.includes(call));
}

/** Events of what a person does: where there are people, each says who it was. */
export const personKinds: readonly string[] = [
  'codes-handed-over',
  'codes-kept-back',
  'codes-shown',
  'complaint-closed',
  'complaint-opened',
  'complaint-rejected',
  'complaint-replacement-begun',
  'complaint-sent',
  'limits-changed',
  'money-returned',
  'order-cancelled',
  'order-intended',
  'owned-cards-reconciled',
  'payment-noted',
  'payments-noting-set',
  'price-rate-set',
  'price-rule-removed',
  'price-rule-set',
  'shift-closed',
  'shift-handed-over',
  'shift-opened',
  'wanted-extended',
  'z-issued',
];
