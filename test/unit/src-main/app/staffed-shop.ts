import type { AppPorts } from '../../../../src-main/app/counter/ports.ts';
import type { Role } from '../../../../src-shared/contract/roles.ts';
import { tempFolder } from '../../../support/temp.ts';
import type { Service } from '../enrolment/service.ts';
import { value } from '../orders/till.ts';
import { enrolledApp, type HostParts } from './counter-app.ts';

export const pins: Readonly<Record<Role, string>> = { manager: '73519462', cashier: '86420975', auditor: '19283746' };
export const names: Readonly<Record<Role, string>> = {
  manager: 'Mona-Canary',
  cashier: 'Omar-Canary',
  auditor: 'Sara-Canary',
};

export interface StaffedShop extends HostParts {
  readonly ids: Readonly<Record<Role, string>>;
}

/** A shop with one person of each role; its manager is at the counter. */
export async function staffedShop(
  service: Service,
  dataDirectory = tempFolder(),
  changes: Partial<AppPorts> = {},
): Promise<StaffedShop> {
  const parts = await enrolledApp(service, { dataDirectory, ...changes });
  const { staff } = parts.app.handlers;
  const ids = { manager: '', cashier: '', auditor: '' };
  for (const role of ['manager', 'cashier', 'auditor'] as const) {
    const { people } = value(await staff.add({ name: names[role], role, pin: pins[role] }));
    ids[role] = people.find(({ name }) => name === names[role])?.id ?? '';
  }
  return { ...parts, ids };
}

/** Somebody of this role opens the lock. */
export async function comes({ app, ids }: StaffedShop, role: Role): Promise<void> {
  value(await app.handlers.staff.enter({ id: ids[role], pin: pins[role] }));
}
