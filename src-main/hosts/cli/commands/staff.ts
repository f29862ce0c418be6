import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { roles, type Role } from '../../../../src-shared/contract/roles.ts';
import { err, type Result } from '../../../core/result.ts';
import { readPeople } from '../../../staff/staff-file.ts';
import type { Person, Staff } from '../../../staff/staff.ts';
import { invalid } from '../terminal/arguments.ts';
import { done, failed, type CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';
import { newPin } from '../terminal/new-pin.ts';
import { secretFrom } from '../terminal/secret.ts';
import type { Command } from './command.ts';

export const staff: Command = {
  usage:
    `list | add NAME --role (${roles.join(' | ')}) [--new-pin-file F] | rename NAME NEW | role NAME ROLE | ` +
    'pin NAME [--new-pin-file F] | reset-pin NAME --phrase-file F [--new-pin-file F] | remove NAME',
  options: ['role', 'new-pin-file', 'phrase-file'],
  optionsFor: {
    list: [],
    add: ['role', 'new-pin-file'],
    rename: [],
    role: [],
    pin: ['new-pin-file'],
    'reset-pin': ['phrase-file', 'new-pin-file'],
    remove: [],
  },
  columns: ['name', 'role', 'id'],
  words: { from: 1, to: 3 },
  roles: ['manager'],
  // The recovery phrase is the word of who gives it.
  needsNobodyFor: ['list', 'reset-pin'],
  run: (context) => {
    const [what = '', ...names] = context.args.words;
    const taken = what === 'list' ? 0 : what === 'rename' || what === 'role' ? 2 : 1;
    if (names.length !== taken) return failed(invalid('staff').error);
    return what === 'list' ? list(context) : change(context, what, names);
  },
};

/** From the file alone: it takes no passphrase. */
function list(context: CliContext): CommandOutcome {
  const directory = context.directory();
  if (!directory.ok) return failed(directory.error);
  const localRecords = context.localRecords();
  if (!localRecords.ok) return failed(localRecords.error);
  const people = readPeople(directory.value);
  return people.ok ? done({ items: people.value.map(personValue) }) : failed(people.error);
}

async function change(
  context: CliContext,
  what: string,
  [name = '', next = '']: readonly string[],
): Promise<CommandOutcome> {
  const counter = await context.counter();
  if (!counter.ok) return failed(counter.error);
  const people = counter.value.staff;
  if (what === 'add') return outcomeOf(await add(context, people, name));
  const person = people.named(name);
  if (person === null) return failed({ code: 'person_unknown', field: 'name' });
  switch (what) {
    case 'rename':
      return outcomeOf(people.rename(person.id, next));
    case 'role': {
      const role = roleNamed(next);
      return role === null ? failed(invalid('role').error) : outcomeOf(people.changeRole(person.id, role));
    }
    case 'pin': {
      const pin = await newPin(context, name);
      return pin.ok ? outcomeOf(await people.changePin(person.id, pin.value)) : failed(pin.error);
    }
    case 'reset-pin':
      return outcomeOf(await resetPin(context, people, person));
    case 'remove': {
      const removed = people.remove(person.id);
      return removed.ok ? done({ removed: person.id }) : failed(removed.error);
    }
    default:
      return failed(invalid('staff').error);
  }
}

async function add(context: CliContext, people: Staff, name: string): Promise<Result<Person, Failure>> {
  const role = roleNamed(context.args.text('role') ?? '');
  if (role === null) return invalid('role');
  const pin = await newPin(context, name);
  return pin.ok ? people.add({ name, role, pin: pin.value }) : pin;
}

async function resetPin(context: CliContext, people: Staff, { id, name }: Person): Promise<Result<Person, Failure>> {
  const phrase = await secretFrom(context, 'phrase-file', context.text('cli.phrase'));
  if (!phrase.ok) return phrase;
  const pin = await newPin(context, name);
  if (!pin.ok) return pin;
  const reset = await people.resetPin(id, phrase.value, pin.value);
  return !reset.ok && reset.error.field === 'phrase' ? err({ ...reset.error, field: 'phrase-file' }) : reset;
}

function outcomeOf(result: Result<Person, Failure>): CommandOutcome {
  if (result.ok) return done(personValue(result.value));
  return failed(result.error.field === 'pin' ? { ...result.error, field: 'new-pin-file' } : result.error);
}

function personValue({ id, name, role }: Person): object {
  return { id, name, role };
}

function roleNamed(name: string): Role | null {
  return roles.find((role) => role === name) ?? null;
}
