import { join } from 'node:path';
import * as z from 'zod';
import type { Failure } from '../../src-shared/contract/codes.ts';
import { detailed } from '../../src-shared/contract/details.ts';
import { sha256Base64url } from '../core/hash.ts';
import { err, ok, type Result } from '../core/result.ts';
import { isAbsent } from '../files/absent.ts';
import { writeFileAtomically } from '../files/atomic-write.ts';
import { readBounded } from '../files/read-bounded.ts';

const envelopeSchema = z.strictObject({
  version: z.literal(1),
  wraps: z
    .array(
      z.strictObject({
        sealer: z.string().min(1),
        wrapped: z.base64url().min(1),
        /** SHA-256 of what is wrapped; absent where an older build wrote it. It tells damage from another key store. */
        sum: z.string().optional(),
      }),
    )
    .min(1),
});

/** `vault.json`: the data key, wrapped once for each sealer. Holds nothing in the clear. */
export type Envelope = Readonly<z.infer<typeof envelopeSchema>>;

/** The envelope in `directory`, or null where there is none yet. */
export function readEnvelope(directory: string): Result<Envelope | null, Failure> {
  const text = readText(directory);
  if (!text.ok) return text;
  if (text.value === null) return ok(null);
  if (lastRead?.text === text.value) return ok(lastRead.envelope);
  const parsed = envelopeSchema.safeParse(parseJson(text.value));
  if (!parsed.success) return err(detailed('vault_damaged', 'envelope'));
  lastRead = { text: text.value, envelope: parsed.data };
  return ok(parsed.data);
}

/** It is read before each attempt, and rarely says anything else. */
let lastRead: { readonly text: string; readonly envelope: Envelope } | null = null;

/** Durable and whole when it returns `ok`. */
export function writeEnvelope(directory: string, envelope: Envelope): Result<void, Failure> {
  const written = writeFileAtomically(envelopePath(directory), Buffer.from(`${JSON.stringify(envelope)}\n`));
  return written.ok ? written : err(detailed('vault_unavailable', 'envelope_not_written'));
}

/** The wrapped data key of the sealer called `name`. */
export function wrapOf(envelope: Envelope, name: string): Uint8Array | null {
  const wrap = envelope.wraps.find(({ sealer }) => sealer === name);
  return wrap === undefined ? null : new Uint8Array(Buffer.from(wrap.wrapped, 'base64url'));
}

/** Whether the wrapped data key is as it was written; null where that was not noted. */
export function isAsWrapped(envelope: Envelope, name: string): boolean | null {
  const wrap = envelope.wraps.find(({ sealer }) => sealer === name);
  return wrap?.sum === undefined ? null : wrap.sum === sha256Base64url(wrap.wrapped);
}

/** The envelope with the sealer's wrap added or replaced; the wraps of others stay. */
export function withWrap(envelope: Envelope | null, name: string, wrapped: Uint8Array): Envelope {
  const others = envelope?.wraps.filter(({ sealer }) => sealer !== name) ?? [];
  const text = Buffer.from(wrapped).toString('base64url');
  return { version: 1, wraps: [...others, { sealer: name, wrapped: text, sum: sha256Base64url(text) }] };
}

function envelopePath(directory: string): string {
  return join(directory, 'vault.json');
}

function readText(directory: string): Result<string | null, Failure> {
  try {
    return ok(readBounded(envelopePath(directory)).toString('utf8'));
  } catch (thrown) {
    return isAbsent(thrown) ? ok(null) : err(detailed('vault_unavailable', 'envelope_unreadable'));
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
