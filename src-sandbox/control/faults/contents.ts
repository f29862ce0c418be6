import { z } from 'zod';
import { faultKind, type FaultKind } from './behaviour.ts';
import { answerOfAnotherOrder } from './other-orders.ts';

const recorded = z.strictObject({ of: z.string().optional(), back: z.int().min(1).max(20).default(1) });

const altered = z.strictObject({ set: z.record(z.string().regex(/^(\/[^/]+)+$/), z.json()) });

/** Answers that belong to another call, or say something else. */
export const contentFaults: readonly FaultKind[] = [
  faultKind(
    'another-orders-answer',
    'Signs for this request the Order of another operation: the one named, else the last one placed, else one that nobody placed.',
    z.strictObject({ operationId: z.uuid().optional(), withCodes: z.boolean().default(true) }),
    (choice) => ({
      point: 'answer',
      alteration: { content: (answer, scene) => answerOfAnotherOrder(answer, scene, choice) },
    }),
  ),
  faultKind(
    'replayed-answer',
    'Sends, byte for byte, an answer recorded earlier: so many answers back of this operation, or of another one.',
    recorded,
    ({ of, back }) => ({
      point: 'answer',
      alteration: { tampering: (answer, scene) => scene.recordings.back(of ?? scene.operation, back) ?? answer },
    }),
  ),
  faultKind(
    'altered-body',
    'Sets members of the body, each by its JSON pointer, before it is signed: `-` adds to a list, `*` is each of its entries.',
    altered,
    ({ set }) => ({
      point: 'answer',
      alteration: { content: (answer) => ({ ...answer, body: withMembers(answer.body, set) }) },
    }),
  ),
];

function withMembers(body: unknown, set: z.infer<typeof altered>['set']): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(body));
  for (const [pointer, value] of Object.entries(set)) setAt(copy, pointer.split('/').slice(1), value);
  return copy;
}

/** Where the way leads to nothing, nothing is set. */
function setAt(holder: unknown, [step = '', ...rest]: readonly string[], value: unknown): void {
  if (typeof holder !== 'object' || holder === null) return;
  if (step === '*') Object.values(holder).forEach((entry) => setAt(entry, rest, value));
  else if (step === '-' && Array.isArray(holder)) holder.push(value);
  else if (rest.length === 0) Reflect.set(holder, step, value);
  else setAt(Reflect.get(holder, step), rest, value);
}
