import { limitsOf, type LimitEvent } from '../../../src-main/limits/machine/events.ts';
import { limitTermsOf } from '../../../src-main/limits/machine/terms.ts';
import type { LimitsView } from '../../../src-shared/contract/limits.ts';
import type { CallHandlers } from '../../../src-shared/contract/schemas.ts';
import { no, ok, soon } from './double-answers.ts';
import { ago } from './double-data.ts';
import type { World } from './double-world.ts';

const mostChanges = 500;

/** Judges and remembers as main does. */
export function limitCalls(world: World): CallHandlers['limits'] {
  const view = (): LimitsView => ({ items: limitsOf(world.limitChanges).map((terms) => ({ ...terms })) });
  return {
    read: () => soon(ok(view())),
    history: () =>
      soon(
        ok({
          items: world.limitChanges
            .map(({ atMs, body }) => ({ at: new Date(atMs).toISOString(), ...body }))
            .toReversed()
            .slice(0, mostChanges),
          hasMore: world.limitChanges.length > mostChanges,
        }),
      ),
    set: (typed) => {
      const terms = limitTermsOf(typed);
      if (typeof terms === 'string') return soon<LimitsView>(no('input_invalid', { field: terms }));
      const by = world.staff.me;
      const event: LimitEvent = {
        kind: 'limits-changed',
        seq: world.limitChanges.length + 1,
        atMs: Date.parse(ago(0)),
        body: { ...terms, ...(by === null ? {} : { by: by as NonNullable<LimitEvent['body']['by']> }) },
      };
      world.limitChanges.push(event);
      return soon(ok(view()));
    },
  };
}
