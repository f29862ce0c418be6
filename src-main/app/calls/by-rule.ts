import { callRules, type CallCondition, type CallRule } from '../../../src-shared/contract/call-rules.ts';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { detailed } from '../../../src-shared/contract/details.ts';
import type { Domain } from '../../../src-shared/contract/names.ts';
import { err } from '../../core/result.ts';
import { actingAs } from '../../staff/acting.ts';
import type { Person } from '../../staff/staff.ts';

/** A person with a PIN, or `nobody` where one has still to come. */
type AtCounter = Pick<Person, 'id' | 'role'> | 'nobody';

/** What the rules of the calls are held to, as it is now. */
export interface CallSituation {
  /** `input` is what the call was given: who chooses what is open already leaves nothing. */
  readonly is: Readonly<Record<CallCondition, (input: unknown) => boolean>>;
  /** Tells from now on whether the counter has stayed open since. */
  readonly watched: () => () => boolean;
  /** Who is at the counter; null where the shop has no people with PINs, and anybody may do anything. */
  readonly person: () => AtCounter | null;
  /** Keeps the screen out of pictures; absent where a host cannot. */
  readonly protectScreen: ((on: boolean) => void) | undefined;
}

/**
 * The calls of one domain, each held to its row in the table of rules: refused in a condition that its row does not
 * name, and the screen protected before a secret is on it. The page hides such calls; this holds where it does not. A
 * call without a row never runs.
 */
export function byRule<D extends object>(domain: Domain, calls: D, situation: CallSituation): D {
  const rows: Readonly<Record<string, CallRule>> = callRules[domain];
  return new Proxy(calls, {
    get: (target, name) => {
      const call: unknown = Reflect.get(target, name);
      if (typeof call !== 'function' || typeof name !== 'string') return call;
      const rule = rows[name];
      return rule === undefined
        ? () => Promise.resolve(err({ code: 'not_allowed' }))
        : (input: unknown) => held(rule, situation, input, () => Reflect.apply(call, undefined, [input]));
    },
  });
}

async function held(rule: CallRule, situation: CallSituation, input: unknown, made: () => unknown): Promise<unknown> {
  const person = situation.person();
  const refused = refusal(rule, situation, input) ?? roleRefusal(rule, person, input);
  if (refused !== null) return err(refused);
  // What the call records from here on carries who made it.
  const call = person === null || person === 'nobody' ? made : () => actingAs(person.id, made);
  if (!rule.showsSecrets) return await call();
  const isWatched = situation.watched();
  const result: unknown = await call();
  if (typeof result !== 'object' || result === null || Reflect.get(result, 'ok') !== true) return result;
  // Who asked may be gone by now.
  if (!isWatched()) return err(lockedOut);
  situation.protectScreen?.(true);
  return result;
}

const lockedOut: Failure = { code: 'not_allowed', detail: 'locked' };

function refusal({ runs, showsSecrets }: CallRule, { is }: CallSituation, input: unknown): Failure | null {
  const against = (condition: CallCondition): boolean => !runs.includes(condition) && is[condition](input);
  if (against('locked')) return lockedOut;
  if (against('copied'))
    return showsSecrets ? detailed('codes_unavailable', 'locked_until_reconciled') : { code: 'records_not_reconciled' };
  return against('unsettled') ? { code: 'not_allowed' } : null;
}

/** Names the role that a person would need. */
function roleRefusal(
  { roles, runs, managerMembers = [] }: CallRule,
  person: AtCounter | null,
  input: unknown,
): Failure | null {
  if (person === null) return null;
  if (person === 'nobody') return runs.includes('locked') ? null : { code: 'person_required' };
  const isGiven = (member: string): boolean =>
    typeof input === 'object' && input !== null && Object.hasOwn(input, member);
  const mayMake = roles.includes(person.role);
  if (mayMake && (person.role === 'manager' || !managerMembers.some(isGiven))) return null;
  return detailed('role_required', !mayMake && roles.includes('cashier') ? 'cashier' : 'manager');
}
