import type { ApprovalKind } from '../../../src-shared/contract/approval-kinds.ts';
import { callRules, isForRole, type CallCondition, type CallRule } from '../../../src-shared/contract/call-rules.ts';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { detailed } from '../../../src-shared/contract/details.ts';
import type { Domain } from '../../../src-shared/contract/names.ts';
import { knownId, type StaffId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { actingAs, approvalFault } from '../../staff/acting.ts';
import { createApprovalCheck, type Approved, type ApprovalCheck, type Need } from '../../staff/approval-check.ts';
import type { Person } from '../../staff/staff.ts';
import type { Approvals } from './approvals.ts';

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
  /** What was refused until a manager approves it, and whether a PIN is that manager's. */
  readonly approvals: Approvals;
  readonly approve: (manager: StaffId, pin: string) => Promise<Result<Pick<Person, 'id'>, Failure>>;
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
        : (input: unknown) =>
            held(`${domain}.${name}`, rule, situation, input, (given) => Reflect.apply(call, undefined, [given]));
    },
  });
}

async function held(
  name: string,
  rule: CallRule,
  situation: CallSituation,
  input: unknown,
  made: (input: unknown) => unknown,
): Promise<unknown> {
  const person = situation.person();
  const refused = refusal(rule, situation, input) ?? roleRefusal(rule, person, input);
  if (refused !== null) return err(refused);
  const { approval, ...rest } = withApprovalApart(rule, input);
  const run = (): unknown => made(rest.input);
  // What the call records from here on carries who made it.
  if (person === null || person === 'nobody') return shown(rule, situation, run);
  if (rule.approval === undefined || person.role !== 'cashier')
    return shown(rule, situation, () => actingAs(person.id, run));
  const check = await approvalCheckFor({ name, input: rest.input, by: person.id }, rule, situation, approval);
  if (!check.ok) return check;
  const always = kindsOf(rule).map((kind) => ({ kind }));
  const fault = rule.approval.always === true ? actingAs(person.id, () => approvalFault(always), check.value) : null;
  if (fault !== null) return err(fault);
  return shown(rule, situation, () => actingAs(person.id, run, check.value));
}

interface GivenApproval {
  readonly id: string;
  readonly by: string;
  readonly pin: string;
}

/** A PIN goes no further than this: the call itself never sees it. */
function withApprovalApart(
  { approval }: CallRule,
  input: unknown,
): { readonly input: unknown; readonly approval: GivenApproval | null } {
  if (approval === undefined || typeof input !== 'object' || input === null) return { input, approval: null };
  const { approval: given, ...rest } = { approval: null, ...input };
  return { input: rest, approval: isApproval(given) ? given : null };
}

function isApproval(given: unknown): given is GivenApproval {
  return typeof given === 'object' && given !== null && 'id' in given && 'by' in given && 'pin' in given;
}

/** What stands before the call of a cashier; open for what a manager approved by a PIN that came with it. */
async function approvalCheckFor(
  call: { readonly name: string; readonly input: unknown; readonly by: StaffId },
  rule: CallRule,
  situation: CallSituation,
  given: GivenApproval | null,
): Promise<Result<ApprovalCheck, Failure>> {
  const isWatched = situation.watched();
  const approved = given === null ? ok(null) : await approvedBy(call, situation, given, isWatched);
  if (!approved.ok) return approved;
  // Time has passed since the rules were held.
  const refused = refusal(rule, situation, call.input);
  if (refused !== null) return err(refused);
  const refuse = (needs: readonly Need[]): Failure => situation.approvals.refuse(call, needs, isWatched);
  return ok(createApprovalCheck(approved.value, kindsOf(rule), refuse));
}

function kindsOf({ approval }: CallRule): readonly ApprovalKind[] {
  return approval?.kinds ?? [];
}

async function approvedBy(
  call: Parameters<Approvals['needsFor']>[1],
  { approvals, approve }: CallSituation,
  { id, by, pin }: GivenApproval,
  isWatched: () => boolean,
): Promise<Result<Approved, Failure>> {
  // No PIN is tried for a call that was not refused: else any call would be a place to guess at.
  const needs = approvals.needsFor(id, call);
  if (needs === null) return err({ code: 'approval_void' });
  const manager = await actingAs(call.by, () => approve(knownId<StaffId>(by), pin));
  if (!manager.ok) return manager;
  if (!isWatched()) return err(lockedOut);
  return approvals.use(id) ? ok({ by: manager.value.id, needs }) : err({ code: 'approval_void' });
}

async function shown(rule: CallRule, situation: CallSituation, call: () => unknown): Promise<unknown> {
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
function roleRefusal(rule: CallRule, person: AtCounter | null, input: unknown): Failure | null {
  const { roles, runs, managerMembers = [] } = rule;
  if (person === null) return null;
  if (person === 'nobody') return runs.includes('locked') ? null : { code: 'person_required' };
  const isGiven = (member: string): boolean =>
    typeof input === 'object' && input !== null && Object.hasOwn(input, member);
  const mayMake = isForRole(rule, person.role);
  if (mayMake && (person.role === 'manager' || !managerMembers.some(isGiven))) return null;
  return detailed('role_required', !mayMake && roles.includes('cashier') ? 'cashier' : 'manager');
}
