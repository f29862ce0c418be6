import type { Failure } from '../../src-shared/contract/codes.ts';
import { detailed } from '../../src-shared/contract/details.ts';
import type { Role } from '../../src-shared/contract/roles.ts';
import { knownId, type StaffId } from '../core/ids.ts';
import type { Clock, Randomness } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import { createSerialQueue } from '../core/serial-queue.ts';
import type { Journal } from '../journal/journal.ts';
import { asJsonObject } from '../journal/json.ts';
import type { Vault } from '../vault/vault.ts';
import { staffEvent, type NewStaffEvent, type StaffChange } from './events.ts';
import { isSameName, keptName, nameFault } from './person-name.ts';
import { fitsPin, storedPin } from './pin-digest.ts';
import { pinOf } from './pin-rules.ts';
import { createPinWatch, type PinWatch } from './pin-watch.ts';
import { readPeople, writePeople, type StoredPerson } from './staff-file.ts';

/** Somebody who works at this counter. */
export interface Person {
  readonly id: StaffId;
  readonly name: string;
  readonly role: Role;
}

interface NewPerson {
  readonly name: string;
  readonly role: Role;
  readonly pin: string;
}

/**
 * The people of this counter and their PINs. Every change is an event and then the file, both durable when it returns.
 * Errors: `person_unknown`, `pin_invalid`, `name_taken`, `manager_needed`, and those of the journal.
 */
export interface Staff {
  /** Who came last is first; nobody where the shop uses no PINs. */
  people(): readonly Person[];
  find(id: StaffId): Person | null;
  named(name: string): Person | null;
  /** How long no PIN of this person is taken yet, in milliseconds; 0 where one is. */
  lockedForMs(id: StaffId): number;
  /**
   * One PIN is tried at a time, and a wrong one is durable before the answer. Errors also: `pin_wrong`, `pin_locked`.
   */
  signIn(id: StaffId, pin: string): Promise<Result<Person, Failure>>;
  /** A manager's PIN beside the one of who is at the counter, tried as at the lock. Errors also: `role_required`. */
  approve(id: StaffId, pin: string): Promise<Result<Person, Failure>>;
  add(person: NewPerson): Promise<Result<Person, Failure>>;
  rename(id: StaffId, name: string): Result<Person, Failure>;
  changeRole(id: StaffId, role: Role): Result<Person, Failure>;
  changePin(id: StaffId, pin: string): Promise<Result<Person, Failure>>;
  /** Erases the name and the PIN. */
  remove(id: StaffId): Result<void, Failure>;
  /**
   * A manager's new PIN by the word of who holds the recovery phrase. Errors also: `role_required`, those of the vault.
   */
  resetPin(id: StaffId, phrase: string, pin: string): Promise<Result<Person, Failure>>;
}

export interface StaffPorts {
  readonly directory: string;
  readonly journal: Journal;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly randomness: Randomness;
  /** What a PIN costs to try, as a power of two: lower where a test tries hundreds that it made up itself. */
  readonly pinLog2N?: number;
}

/** Errors: `vault_unavailable` (detail `staff_unreadable`): a file that is damaged must not open the counter to all. */
export function openStaff(ports: StaffPorts): Result<Staff, Failure> {
  const people = readPeople(ports.directory);
  return people.ok ? ok(new StaffInFile(ports, people.value)) : people;
}

class StaffInFile implements Staff {
  readonly #ports: StaffPorts;
  readonly #watch: PinWatch;
  readonly #queue = createSerialQueue();
  #people: readonly StoredPerson[];

  constructor(ports: StaffPorts, people: readonly StoredPerson[]) {
    this.#ports = ports;
    this.#people = people;
    this.#watch = createPinWatch(
      ports.journal,
      ports.clock,
      people.map(({ id }) => id),
    );
  }

  people(): readonly Person[] {
    const cameAtMs = ({ id }: Person): number => this.#watch.lastAtMs(id) ?? 0;
    return this.#people.map(personOf).toSorted((one, other) => cameAtMs(other) - cameAtMs(one));
  }

  find(id: StaffId): Person | null {
    const person = this.#stored(id);
    return person.ok ? personOf(person.value) : null;
  }

  named(name: string): Person | null {
    const person = this.#people.find((each) => isSameName(each.name, name));
    return person === undefined ? null : personOf(person);
  }

  lockedForMs(id: StaffId): number {
    return this.#watch.lockedForMs(id);
  }

  signIn(id: StaffId, pin: string): Promise<Result<Person, Failure>> {
    return this.#queue.run(() =>
      this.#tryPin(
        () => this.#stored(id),
        pin,
        () => this.#watch.right(id),
      ),
    );
  }

  approve(id: StaffId, pin: string): Promise<Result<Person, Failure>> {
    // Nobody else's PIN is tried here: whether it is right is for the lock to say.
    return this.#queue.run(() =>
      this.#tryPin(
        () => this.#manager(id),
        pin,
        () => this.#watch.approved(id),
      ),
    );
  }

  add({ name, role, pin }: NewPerson): Promise<Result<Person, Failure>> {
    return this.#queue.run(async () => {
      const fault = this.#nameFault(name);
      if (fault !== null) return err(fault);
      const id = knownId<StaffId>(this.#ports.randomness.uuid());
      const kept = await this.#keptPin(id, pin);
      if (!kept.ok) return kept;
      // Nobody waits for its turn to be called otherwise.
      const taken = this.#nameFault(name);
      if (taken !== null) return err(taken);
      const person = { id, name: keptName(name), role, pin: kept.value };
      const event = staffEvent(id, 'staff-changed', { change: 'added', role });
      const added = this.#change([...this.#people, person], event);
      return added.ok ? ok(personOf(person)) : added;
    });
  }

  rename(id: StaffId, name: string): Result<Person, Failure> {
    const fault = this.#nameFault(name, id);
    return fault === null ? this.#replace(id, { name: keptName(name) }, { change: 'renamed' }) : err(fault);
  }

  changeRole(id: StaffId, role: Role): Result<Person, Failure> {
    return this.#replace(id, { role }, { change: 'role', role });
  }

  changePin(id: StaffId, pin: string): Promise<Result<Person, Failure>> {
    return this.#queue.run(() => this.#newPin(id, pin, 'pin'));
  }

  remove(id: StaffId): Result<void, Failure> {
    const person = this.#stored(id);
    if (!person.ok) return person;
    const others = this.#people.filter((each) => each.id !== id);
    return this.#change(others, staffEvent(id, 'staff-changed', { change: 'removed' }));
  }

  resetPin(id: StaffId, phrase: string, pin: string): Promise<Result<Person, Failure>> {
    return this.#queue.run(async () => {
      const person = this.#manager(id);
      if (!person.ok) return person;
      if (pinOf(pin) === null) return err({ code: 'pin_invalid', field: 'pin' });
      const proved = await this.#ports.vault.proveRecoveryPhrase(phrase);
      return proved.ok ? this.#newPin(id, pin, 'pin-by-phrase') : proved;
    });
  }

  #stored(id: StaffId): Result<StoredPerson, Failure> {
    const person = this.#people.find((each) => each.id === id);
    return person === undefined ? err({ code: 'person_unknown' }) : ok(person);
  }

  #manager(id: StaffId): Result<StoredPerson, Failure> {
    const person = this.#stored(id);
    return !person.ok || person.value.role === 'manager' ? person : err(detailed('role_required', 'manager'));
  }

  /** `who` is asked again when the PIN is known to be right: somebody may have been removed, or lost their role. */
  async #tryPin(
    who: () => Result<StoredPerson, Failure>,
    pin: string,
    right: () => void,
  ): Promise<Result<Person, Failure>> {
    const person = who();
    if (!person.ok) return person;
    const { id } = person.value;
    if (this.#watch.lockedForMs(id) > 0) return err({ code: 'pin_locked', field: 'pin' });
    const digits = pinOf(pin);
    if (digits === null) return err({ code: 'pin_invalid', field: 'pin' });
    if (await fitsPin(this.#ports.vault, person.value, digits)) {
      const still = who();
      if (!still.ok) return still;
      right();
      return ok(personOf(still.value));
    }
    const noted = this.#watch.wrong(id);
    if (!noted.ok) return noted;
    return err({ code: this.#watch.lockedForMs(id) > 0 ? 'pin_locked' : 'pin_wrong', field: 'pin' });
  }

  #nameFault(name: string, except?: StaffId): Failure | null {
    const fault = nameFault(name);
    if (fault !== null) return fault;
    const isTaken = this.#people.some((each) => each.id !== except && isSameName(each.name, name));
    return isTaken ? { code: 'name_taken', field: 'name' } : null;
  }

  async #newPin(id: StaffId, pin: string, change: 'pin' | 'pin-by-phrase'): Promise<Result<Person, Failure>> {
    const person = this.#stored(id);
    const kept = person.ok ? await this.#keptPin(id, pin) : person;
    return kept.ok ? this.#replace(id, { pin: kept.value }, { change }) : kept;
  }

  async #keptPin(id: StaffId, pin: string): Promise<Result<StoredPerson['pin'], Failure>> {
    const digits = pinOf(pin);
    if (digits === null) return err({ code: 'pin_invalid', field: 'pin' });
    return ok(await storedPin(this.#ports, id, digits));
  }

  #replace(
    id: StaffId,
    part: Partial<StoredPerson>,
    said: { readonly change: StaffChange; readonly role?: Role },
  ): Result<Person, Failure> {
    const person = this.#stored(id);
    if (!person.ok) return person;
    const next = { ...person.value, ...part };
    const people = this.#people.map((each) => (each.id === id ? next : each));
    const changed = this.#change(people, staffEvent(id, 'staff-changed', said));
    return changed.ok ? ok(personOf(next)) : changed;
  }

  /** The event is durable before the file: what a manager did is never missing from the journal. */
  #change(people: readonly StoredPerson[], event: NewStaffEvent): Result<void, Failure> {
    // Without its last person the counter would be open to everybody, and without a manager to nobody's change.
    if (!people.some(({ role }) => role === 'manager')) return err({ code: 'manager_needed' });
    const recorded = this.#ports.journal.append({ ...event, body: asJsonObject(event.body) });
    if (!recorded.ok) return recorded;
    const written = writePeople(this.#ports.directory, people);
    if (!written.ok) return written;
    this.#people = people;
    this.#watch.heard(event);
    return written;
  }
}

function personOf({ id, name, role }: StoredPerson): Person {
  return { id, name, role };
}
