import { z } from 'zod';
import type { WireAnswer } from '../../wire/answers.ts';
import { faultKind, noParameters, type Arrival, type Behaviour, type FaultKind } from './behaviour.ts';
import { htmlPage } from './pages.ts';

const processed = z.boolean().default(false);
const ms = z.int().min(1);
const refusing = z
  .strictObject({ ms: ms.optional(), connections: z.int().min(1).optional() })
  .refine((given) => given.ms === undefined || given.connections === undefined, 'either ms or connections');
const redirect = z.strictObject({
  status: z.union([z.literal(302), z.literal(307)]).default(307),
  location: z.url().default('http://127.0.0.1:9/elsewhere'),
  processed,
});

/** What happens between the client and the service. */
export const arrivalFaults: readonly FaultKind[] = [
  faultKind('drop-before', 'Closes the connection before the call is looked at.', noParameters, () =>
    before({ kind: 'drop' }),
  ),
  faultKind(
    'reset-before-headers',
    'Resets the connection (RST) before a byte of an answer: unprocessed, or after the call was processed.',
    z.strictObject({ processed }),
    (given) =>
      given.processed ? { point: 'answer', alteration: { transmission: 'reset' } } : before({ kind: 'reset' }),
  ),
  faultKind(
    'refuse-connection',
    'Listens to nobody for ms, or resets so many connections unread (1 when neither is given), then is back on the same port. At once when planted alone; ' +
      'with an operation or in a sequence the call itself is reset unprocessed and begins it.',
    refusing,
    (given) =>
      before({
        kind: 'refuse',
        refusing: given.ms === undefined ? { connections: given.connections ?? 1 } : { ms: given.ms },
      }),
  ),
  faultKind(
    'duplicated-request',
    'Processes the very same signed request twice; the client gets the answer to the second copy, or to the first.',
    z.strictObject({ delivered: z.enum(['first', 'second']).default('second') }),
    ({ delivered }) => ({ point: 'copies', delivered }),
  ),
  faultKind(
    'html-502',
    'An unsigned HTML page of a proxy: unprocessed, or instead of the answer to a processed call.',
    z.strictObject({ status: z.int().min(400).max(599).default(502), processed }),
    (given) => page(htmlPage(given.status), given.processed),
  ),
  faultKind(
    'redirect',
    'An unsigned redirect to another address: unprocessed, or instead of the answer to a processed call.',
    redirect,
    (given) => page(htmlPage(given.status, { location: given.location }), given.processed),
  ),
];

function before(arrival: Arrival): Behaviour {
  return { point: 'arrival', arrival };
}

function page(answer: WireAnswer, instead: boolean): Behaviour {
  return instead
    ? { point: 'answer', alteration: { tampering: () => answer } }
    : before({ kind: 'page', page: answer });
}
