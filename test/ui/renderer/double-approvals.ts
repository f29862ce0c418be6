import type { ApprovalKind } from '../../../src-shared/contract/approval-kinds.ts';
import { no } from './double-answers.ts';
import { id } from './double-data.ts';
import { everyPin } from './double-staff.ts';
import type { World } from './double-world.ts';

const limitKinds: readonly ApprovalKind[] = ['saleLimit', 'shiftLimit', 'cardLimit'];

/** What main answers a cashier in place of the call, where the test has it ask for a manager; null where it is made. */
export function approvalAnswer(world: World, name: string, input: unknown): ReturnType<typeof no> | null {
  const kinds = world.options.approvals?.[name];
  const { people, me } = world.staff;
  if (kinds === undefined || people.find((person) => person.id === me)?.role !== 'cashier') return null;
  const given: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, 'approval') : undefined;
  if (typeof given === 'object' && given !== null && 'pin' in given && 'by' in given) {
    const manager = people.find((person) => person.id === given.by);
    if (manager?.lockedUntil !== undefined) return no('pin_locked', { field: 'pin' });
    return given.pin === everyPin ? null : no('pin_wrong', { field: 'pin' });
  }
  const code = kinds.some((kind) => limitKinds.includes(kind)) ? 'limit_exceeded' : 'approval_required';
  return no(code, { approval: { id: id(12, 1), kinds: [...kinds] } });
}
