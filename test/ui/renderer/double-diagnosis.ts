import type { CallHandlers } from '../../../src-shared/contract/schemas.ts';
import { ok, soon } from './double-answers.ts';
import * as data from './double-data.ts';
import type { World } from './double-world.ts';

/** The double's half of the diagnosis: it tells the permissions, which main keeps. */
export function diagnosisCalls(world: World): CallHandlers['diagnosis'] {
  return {
    run: () => {
      const seen = { ...data.diagnosis(), ...world.options.diagnosis };
      world.start = { ...world.start, scopes: seen.effectiveScopes };
      return soon(ok(seen));
    },
    search: () =>
      world.options.searchesLong === true
        ? new Promise((resolve) => {
            world.endSearch = () => {
              resolve(ok({ ...data.examination(), cause: 'stopped', changes: [] }));
            };
          })
        : soon(ok({ ...data.examination(), ...world.options.examination })),
    cancel: () => {
      world.endSearch?.();
      return soon(ok({}));
    },
  };
}
