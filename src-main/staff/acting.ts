import { AsyncLocalStorage } from 'node:async_hooks';
import type { StaffId } from '../core/ids.ts';

const acting = new AsyncLocalStorage<StaffId>();

/** Does something in the name of a person: what it records carries their id, however long it takes. */
export function actingAs<T>(person: StaffId, work: () => T): T {
  return acting.run(person, work);
}

/** In whose name something is done now; null where the shop uses no PINs, and for what the counter does by itself. */
export function actingPerson(): StaffId | null {
  return acting.getStore() ?? null;
}
