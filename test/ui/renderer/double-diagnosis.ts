import type { CallHandlers, CallOutput } from '../../../src-shared/contract/schemas.ts';
import { ok, soon } from './double-answers.ts';
import * as data from './double-data.ts';
import type { World } from './double-world.ts';

/** More than one search finds, with the longest names there are. */
export const muchEvidence: CallOutput<'diagnosis', 'search'>['evidence'] = [
  { kind: 'keyUsed', facts: { keyId: data.id(5, 1) } },
  {
    kind: 'diagnostic',
    facts: { outcome: 'unbelieved', detail: 'component_not_covered', component: '@authority;req' },
  },
  { kind: 'read', facts: { outcome: 'form', detail: 'externalReference' } },
  { kind: 'takenOut', facts: { component: 'x-service-date, x-service-nonce, signature, signature-input' } },
  { kind: 'redirected', facts: { component: `${'gateway.'.repeat(11)}example:8443` } },
  { kind: 'asksCertificate', facts: {} },
  { kind: 'nothingSigned', facts: {} },
  { kind: 'olderSignature', facts: {} },
  { kind: 'otherSigner', facts: { thumbprint: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs' } },
  { kind: 'keySetUnread', facts: { status: 404 } },
  { kind: 'keySetUnusable', facts: {} },
  { kind: 'clock', facts: { seconds: 0 } },
];

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
