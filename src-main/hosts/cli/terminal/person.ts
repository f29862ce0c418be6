import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { detailed } from '../../../../src-shared/contract/details.ts';
import type { Role } from '../../../../src-shared/contract/roles.ts';
import type { StaffId } from '../../../core/ids.ts';
import { err, ok, type Result } from '../../../core/result.ts';
import { readPeople } from '../../../staff/staff-file.ts';
import type { CliContext } from './context.ts';
import { secretFrom } from './secret.ts';

/** What every command takes that needs a person. */
export const personOptions = ['as', 'pin-file'] as const;

/**
 * Who a command is for, once their PIN was right; null where the shop has no people with PINs. Errors:
 * `person_required`, `person_unknown`, `role_required`, those of a PIN, and those of opening the counter.
 */
export async function personAtShell(
  context: CliContext,
  roles: readonly Role[],
): Promise<Result<StaffId | null, Failure>> {
  const directory = context.directory();
  const name = context.args.text('as');
  const people = directory.ok ? readPeople(directory.value) : ok([]);
  if (!people.ok) return people;
  if (people.value.length === 0) return name === null ? ok(null) : err({ code: 'person_unknown', field: 'as' });
  if (name === null) return err({ code: 'person_required', field: 'as' });
  const counter = await context.counter();
  if (!counter.ok) return counter;
  const { staff } = counter.value;
  const person = staff.named(name);
  if (person === null) return err({ code: 'person_unknown', field: 'as' });
  if (!roles.includes(person.role))
    return err({ ...detailed('role_required', roles[0] === 'cashier' ? 'cashier' : 'manager'), field: 'as' });
  const pin = await secretFrom(context, 'pin-file', context.text('cli.pin', { name: person.name }));
  if (!pin.ok) return pin;
  const signedIn = await staff.signIn(person.id, pin.value);
  return signedIn.ok ? ok(person.id) : err({ ...signedIn.error, field: 'pin-file' });
}
