import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { Role } from '../../../src-shared/contract/roles.ts';
import { useStaff, type Person } from '../../base/stores/staff-store.ts';

interface Typed {
  readonly name: string;
  readonly role: Role;
  readonly pin: string;
}

/**
 * Adds somebody, or changes what differs, one thing after the other; the first refusal ends it. The role comes last:
 * whoever changes their own may change nothing more.
 */
export async function savePerson(person: Person | null, { name, role, pin }: Typed): Promise<Failure | null> {
  const { change } = useStaff.getState();
  if (name.trim() === '') return { code: 'input_invalid', field: 'name' };
  if (person === null) {
    const added = await change((staff) => staff.add({ name, role, pin }));
    return added;
  }
  const { id } = person;
  const renamed = name === person.name ? null : await change((staff) => staff.rename({ id, name }));
  const given = renamed ?? (pin === '' ? null : await change((staff) => staff.changePin({ id, pin })));
  return given ?? (role === person.role ? null : await change((staff) => staff.changeRole({ id, role })));
}
