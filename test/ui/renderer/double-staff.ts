import type { CallHandlers } from '../../../src-shared/contract/schemas.ts';
import type { StaffView } from '../../../src-shared/contract/staff.ts';
import { no, ok, soon } from './double-answers.ts';
import { id } from './double-data.ts';
import type { World } from './double-world.ts';

/** The PIN of everybody: long enough that no random id on the page holds it. */
export const everyPin = '73519462';

/** Where the window has its own people, main answers as it would: a wrong PIN is wrong, whoever is there is known. */
export function staffCalls(world: World): CallHandlers['staff'] {
  const view = () => soon(ok(world.staff));
  const change = (part: Partial<StaffView>) => {
    world.staff = { ...world.staff, ...part };
    return view();
  };
  const changed = (of: string, part: Partial<StaffView['people'][number]>) =>
    change({ people: world.staff.people.map((person) => (person.id === of ? { ...person, ...part } : person)) });
  return {
    list: view,
    enter: ({ id: person, pin }) => {
      if (pin !== everyPin) return soon(no('pin_wrong', { field: 'pin' }));
      world.staff = { ...world.staff, me: person };
      world.control.notify('lockChanged', { locked: false, person });
      return soon(ok({}));
    },
    leave: () => {
      world.staff = { ...world.staff, me: null };
      world.control.notify('lockChanged', { locked: true });
      return soon(ok({}));
    },
    add: ({ name, role }) => {
      const person = { id: id(9, world.staff.people.length + 1), name, role };
      return change({ people: [...world.staff.people, person], me: world.staff.me ?? person.id });
    },
    rename: ({ id: of, name }) => changed(of, { name }),
    changeRole: ({ id: of, role }) => changed(of, { role }),
    changePin: view,
    remove: ({ id: of }) => change({ people: world.staff.people.filter((person) => person.id !== of) }),
    resetPin: view,
  };
}
