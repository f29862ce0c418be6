import { knownId, type OperationId } from '../../../../src-main/core/ids.ts';
import type { Person } from '../../../../src-main/staff/staff.ts';
import type { ApprovalKind } from '../../../../src-shared/contract/approval-kinds.ts';
import type { CallInput, CallResult } from '../../../../src-shared/contract/schemas.ts';
import type { Coverage } from '../coverage.ts';
import type { Machine } from '../machine.ts';
import type { Goods } from '../premises.ts';
import type { Draws } from '../random.ts';
import type { Papers } from './papers.ts';
import { mayNot } from './roles.ts';
import type { ServedCounter } from './served-counter.ts';

export const staff = [
  { name: 'Mona', role: 'manager', pin: '73519462' },
  { name: 'Omar', role: 'cashier', pin: '86420975' },
  { name: 'Dana', role: 'cashier', pin: '5031' },
  { name: 'Adel', role: 'auditor', pin: '614203' },
] as const;
const pins: ReadonlyMap<string, string> = new Map(staff.map(({ name, pin }) => [name, pin]));
const wrongPin = '00000000';

export interface CrewOptions {
  readonly machine: Machine;
  readonly draws: Draws;
  readonly coverage: Coverage;
  readonly goods: readonly Goods[];
  readonly papers: Papers;
  readonly violate: (bar: string, what: string) => void;
  readonly failed: (error: unknown) => void;
  /** Orders that somebody asked for: each is what one customer needs. */
  readonly asked: (ids: readonly OperationId[]) => void;
}

/** A manager's word beside a call; nothing where none is given. */
export interface Word {
  readonly approval?: NonNullable<CallInput<'orders', 'place'>['approval']>;
}

/** Makes calls at the screen as whoever is there, and holds each success against who made it. */
export class Caller {
  readonly options: CrewOptions;

  constructor(options: CrewOptions) {
    this.options = options;
  }

  isHere(served: ServedCounter): boolean {
    return this.options.machine.isRunning && this.options.machine.served === served;
  }

  /** Makes a call, and holds its success against who made it. Null where the process ended meanwhile. */
  async call<T>(name: string, made: (served: ServedCounter) => Promise<CallResult<T>>): Promise<CallResult<T> | null> {
    const { machine, coverage, violate } = this.options;
    const { served } = machine;
    const before = served.people().length === 0 ? null : (served.person()?.role ?? 'nobody');
    const result = await made(served);
    if (!this.isHere(served)) return null;
    coverage.add(result.ok ? 'calls at the screen' : 'refused at the screen', result.ok ? name : result.error.code);
    if (result.ok && before !== null && mayNot(before, name))
      violate('a call that its role may not make', `${name} by ${before}`);
    return result;
  }

  /** Whatever becomes of the answer, orders that were begun are somebody's. */
  async asking<T>(
    name: string,
    made: (served: ServedCounter) => Promise<CallResult<T>>,
  ): Promise<CallResult<T> | null> {
    const { machine, asked } = this.options;
    const { served } = machine;
    const from = served.given.length;
    try {
      return await this.call(name, made);
    } finally {
      const given = served.given.slice(from).map((id) => knownId<OperationId>(id));
      const isGone = !this.isHere(served);
      asked(given.filter((id) => isGone || machine.running.localRecords.records.find(id) !== null));
    }
  }

  /**
   * Makes a call, and mostly again with a manager's word where one is asked for: now and then with a wrong PIN.
   * `asked` hears what for, before anything else happens.
   */
  async withWord<T>(
    made: (word: Word) => Promise<CallResult<T> | null>,
    asked: (kinds: readonly ApprovalKind[]) => void = () => undefined,
  ): Promise<CallResult<T> | null> {
    const { machine, draws, violate } = this.options;
    const { served } = machine;
    const result = await made({});
    const needed = result?.ok === false ? result.error.approval : undefined;
    if (needed === undefined || !this.isHere(served)) return result;
    asked(needed.kinds);
    if (needed.id === undefined || draws.oneIn(4)) return result;
    const manager = served.people().find(({ role }) => role === 'manager');
    const pin = draws.oneIn(5) ? wrongPin : (pins.get('Mona') ?? '');
    const again = await made({ approval: { id: needed.id, by: manager?.id ?? '', pin } });
    if (pin === wrongPin && again?.ok === true)
      violate('a limit passed without a word', 'a wrong PIN was taken for a word');
    return again;
  }

  async come(role?: Person['role']): Promise<void> {
    const { machine, draws, violate, coverage } = this.options;
    // A PIN takes most of what a deed takes.
    if (role !== undefined && machine.served.person()?.role === role && !draws.oneIn(4)) return;
    // The auditor comes now and then.
    const who = role === undefined && draws.oneIn(8) ? 'auditor' : role;
    const people = machine.served
      .people()
      .filter((person) => (who === undefined ? person.role !== 'auditor' : person.role === who));
    if (people.length === 0) return;
    const { id, name } = draws.pick(people);
    const isWrong = role === undefined && draws.oneIn(6);
    const pin = isWrong ? wrongPin : (pins.get(name) ?? '');
    const entered = await this.call('staff.enter', ({ calls }) => calls.staff.enter({ id, pin }));
    if (isWrong) coverage.add('events', 'wrong PIN');
    if (isWrong && entered?.ok === true) violate('a call that its role may not make', 'a wrong PIN opened the counter');
  }
}
