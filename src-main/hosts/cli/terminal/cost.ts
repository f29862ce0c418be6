import { mayKnowCost } from '../../../../src-shared/contract/call-rules.ts';
import type { StaffId } from '../../../core/ids.ts';
import { limitsChangedKind } from '../../../limits/machine/events.ts';
import { priceEventKinds } from '../../../prices/machine/events.ts';
import { keepsPeople } from '../../../staff/staff-file.ts';
import type { CommandOutcome } from './command-outcome.ts';
import type { CliContext } from './context.ts';

/** What the shop itself pays, whatever a value is of; `total` is it where it is no charge's. */
const costMembers: readonly string[] = [
  'cost',
  'unitPrice',
  'personalPrice',
  'businessPrice',
  'specialOfferPrice',
  'margin',
];

/** Events that say how a charge is made from the cost, or what of the cost may be spent. */
const eventsOfCost: ReadonlySet<unknown> = new Set([...priceEventKinds, limitsChangedKind]);

/** Who may know costs: anybody where the shop has no people with PINs, and else the manager and the auditor. */
export async function knowsCost(
  context: Pick<CliContext, 'directory' | 'counter'>,
  person: StaffId | null,
): Promise<boolean> {
  const directory = context.directory();
  if (!directory.ok || !keepsPeople(directory.value)) return true;
  if (person === null) return false;
  const counter = await context.counter();
  const found = counter.ok ? counter.value.staff.find(person) : null;
  return found !== null && mayKnowCost(found.role);
}

/** The same outcome for who may not know the cost. */
export function outcomeWithoutCost(outcome: CommandOutcome): CommandOutcome {
  const shown = 'shown' in outcome ? { shown: withoutCost(outcome.shown) } : {};
  return outcome.value === undefined ? outcome : { ...outcome, value: withoutCost(outcome.value), ...shown };
}

/** All that is left of such an event: that it was made, and by whom. */
function personIn(body: unknown): { readonly by?: unknown } {
  return typeof body === 'object' && body !== null && 'by' in body ? { by: body.by } : {};
}

/** The body of a request that stands in an event names the cost too. */
function withoutCost(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutCost(each, name));
  if (typeof value !== 'object' || value === null) return value;
  const isOfCost = 'kind' in value && eventsOfCost.has(value.kind);
  return Object.fromEntries(
    Object.entries(value).flatMap(([member, inner]: [string, unknown]) =>
      isCost(member, inner, name)
        ? []
        : [[member, isOfCost && member === 'body' ? personIn(inner) : withoutCost(inner, member)]],
    ),
  );
}

function isCost(member: string, inner: unknown, of: string): boolean {
  if (costMembers.includes(member)) return true;
  if (member === 'total') return of !== 'charge' && typeof inner === 'object';
  return member === 'body' && typeof inner === 'string';
}
