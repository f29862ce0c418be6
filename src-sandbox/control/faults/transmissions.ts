import { z } from 'zod';
import { faultKind, noParameters, type FaultKind } from './behaviour.ts';

const signedBefore = z.boolean().default(false);

/** How an answer leaves, after the call was processed. */
export const transmissionFaults: readonly FaultKind[] = [
  faultKind(
    'slow',
    'Keeps the answer back for three seconds, or for ms.',
    z.strictObject({ ms: z.int().min(0).default(3000) }),
    ({ ms }) => ({ point: 'delay', ms, signedBefore: false }),
  ),
  faultKind(
    'delayed-answer',
    "Keeps the answer back for ms, past the client's own wait, and then delivers it; signed when it leaves, or before it waited.",
    z.strictObject({ ms: z.int().min(1), signedBefore }),
    (given) => ({ point: 'delay', ...given }),
  ),
  faultKind(
    'drop-after-commit',
    'Processes the call and closes the connection without an answer.',
    noParameters,
    () => ({ point: 'answer', alteration: { transmission: 'drop' } }),
  ),
  faultKind(
    'reset-mid-body',
    'Sends the headers and half of the body, or so many bytes of it, and resets the connection.',
    z.strictObject({ afterBytes: z.int().min(1).optional() }),
    ({ afterBytes }) => ({ point: 'answer', alteration: { transmission: { cutAfterBytes: afterBytes } } }),
  ),
  faultKind(
    'endless-body',
    'Sends the body one byte every so many milliseconds, and then blanks without end.',
    z.strictObject({ everyMs: z.int().min(1).default(50) }),
    ({ everyMs }) => ({ point: 'answer', alteration: { transmission: { byteEveryMs: everyMs } } }),
  ),
];
