import { z } from 'zod';
import type { WireAnswer } from '../../wire/answers.ts';
import { contentDigest } from '../../wire/formats.ts';
import { faultKind, noParameters, type Alteration, type Behaviour, type FaultKind } from './behaviour.ts';

const completed = '"status":"completed"';
const failed = '"status":"failed"';
const likelyHeaders = ['retry-after', 'idempotency-replayed', 'location', 'content-type'];

/** What somebody on the way changes after the answer was signed. */
export const tamperingFaults: readonly FaultKind[] = [
  faultKind(
    'tampered-status',
    'Changes the status after signing: to the one given, else 202 becomes 200 and any other 202.',
    z.strictObject({ status: z.int().min(200).max(599).optional() }),
    ({ status }) => tampered((answer) => ({ ...answer, status: status ?? (answer.status === 202 ? 200 : 202) })),
  ),
  faultKind(
    'tampered-body',
    'Changes the body after signing, a completed order to a failed one or else one byte; the digest is kept, or made to fit.',
    z.strictObject({ digest: z.enum(['kept', 'recomputed']).default('kept') }),
    ({ digest }) =>
      tampered((answer) => {
        const body = changedBody(answer.body);
        return digest === 'kept'
          ? { ...answer, body }
          : withHeader({ ...answer, body }, 'content-digest', digestLike(answer, body));
      }),
  ),
  faultKind('tampered-digest', 'Changes the digest after signing.', noParameters, () =>
    tampered((answer) => withHeader(answer, 'content-digest', digestLike(answer, Buffer.from('other')))),
  ),
  faultKind(
    'tampered-header',
    'Changes a header after signing: the one named, else the first covered one of Retry-After, Idempotency-Replayed, Location, Content-Type.',
    z.strictObject({
      header: z
        .string()
        .regex(/^[a-z-]+$/)
        .optional(),
      value: z.string().optional(),
    }),
    ({ header, value }) =>
      tampered((answer) => {
        const name = header ?? likelyHeaders.find((likely) => answer.headers[likely] !== undefined) ?? 'x-request-id';
        return withHeader(answer, name, value ?? otherValue(name));
      }),
  ),
];

function tampered(tampering: NonNullable<Alteration['tampering']>): Behaviour {
  return { point: 'answer', alteration: { tampering } };
}

function withHeader(answer: WireAnswer, name: string, value: string): WireAnswer {
  return { ...answer, headers: { ...answer.headers, [name]: value } };
}

function changedBody(body: Buffer): Buffer {
  const text = body.toString();
  if (text.includes(completed)) return Buffer.from(text.replace(completed, failed));
  const changed = Buffer.from(body);
  const middle = Math.floor(body.length / 2);
  if (body.length > 0) changed.writeUInt8(changed.readUInt8(middle) ^ 1, middle);
  return changed;
}

function digestLike({ headers }: WireAnswer, body: Buffer): string {
  return contentDigest(headers['content-digest']?.startsWith('sha-512') === true ? 'sha-512' : 'sha-256', body);
}

function otherValue(name: string): string {
  if (name === 'retry-after') return '86400';
  if (name === 'idempotency-replayed') return 'false';
  if (name === 'location') return '/v1/orders/00000000-0000-4000-8000-000000000000';
  return name === 'content-type' ? 'application/problem+json' : 'tampered';
}
