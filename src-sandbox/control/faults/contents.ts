import { z } from 'zod';
import { answerOfAnotherOrder } from '../../rules/other-orders.ts';
import { faultKind, type FaultKind } from '../behaviour.ts';

const recorded = z.strictObject({ of: z.string().optional(), back: z.int().min(1).max(20).default(1) });

/** Answers that belong to another call. */
export const contentFaults: readonly FaultKind[] = [
  faultKind(
    'another-orders-answer', 'Signs for this request the Order of another operation: the one named, else the last one placed, else one that nobody placed.',
    z.strictObject({ operationId: z.uuid().optional(), withCodes: z.boolean().default(true) }),
    (choice) => ({ point: 'answer', alteration: { content: (answer, scene) => answerOfAnotherOrder(answer, scene, choice) } }),
  ),
  faultKind(
    'replayed-answer', 'Sends, byte for byte, an answer recorded earlier: so many answers back of this operation, or of another one.', recorded,
    ({ of, back }) => ({
      point: 'answer', alteration: { tampering: (answer, scene) => scene.recordings.back(of ?? scene.operation, back) ?? answer },
    }),
  ),
];
