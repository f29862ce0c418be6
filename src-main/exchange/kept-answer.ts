import { z } from 'zod';
import type { Failure } from '../../src-shared/contract/codes.ts';
import { detailed } from '../../src-shared/contract/details.ts';
import type { RawAnswer } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { Journal, JournalTransaction } from '../journal/journal.ts';
import { judge, type Judged, type Verified } from '../partner-api/judge.ts';
import { readJson } from '../partner-api/operations/json.ts';
import { operations, type OperationName } from '../partner-api/operations/table.ts';
import { messageOf, type PreparedRequest } from '../partner-api/request.ts';
import { fieldValue } from '../signatures/message.ts';
import type { Vault } from '../vault/vault.ts';
import { judgeWithKeys } from './judge-answer.ts';
import type { PartnerSession } from './session.ts';

/**
 * The plaintext of a sealed answer: a raw answer with all that it takes to judge it again later, without the network.
 */
export interface KeptAnswer {
  readonly request: Pick<PreparedRequest, 'operation' | 'url' | 'headers'>;
  readonly raw: RawAnswer;
  /** This computer's clock when the answer came. */
  readonly receivedAtMs: number;
}

const headerLines = z.array(z.tuple([z.string(), z.string()]));
const document = z.object({
  version: z.literal(1),
  operation: z.string().refine((name): name is OperationName => Object.hasOwn(operations, name)),
  url: z.string(),
  requestHeaders: headerLines,
  status: z.int(),
  headers: headerLines,
  body: z.base64(),
  receivedAtMs: z.number(),
});

/** The bytes to seal. They hold what the answer brought, and the request headers: neither may be kept in the clear. */
export function encodeAnswer({ request, raw, receivedAtMs }: KeptAnswer): Uint8Array {
  const { operation, url, headers: requestHeaders } = request;
  const body = Buffer.from(raw.body.buffer, raw.body.byteOffset, raw.body.byteLength).toString('base64');
  return new TextEncoder().encode(
    JSON.stringify({
      version: 1,
      operation,
      url,
      requestHeaders,
      status: raw.status,
      headers: raw.headers,
      body,
      receivedAtMs,
    }),
  );
}

/** The answer in unsealed bytes, or null where they were not written by `encodeAnswer`. */
export function decodeAnswer(bytes: Uint8Array): KeptAnswer | null {
  const parsed = document.safeParse(readJson(bytes));
  if (!parsed.success) return null;
  const { operation, url, requestHeaders, status, headers, body, receivedAtMs } = parsed.data;
  return {
    request: { operation, url, headers: requestHeaders },
    raw: { status, headers, body: bytesOf(body) },
    receivedAtMs,
  };
}

/** In memory of their own: what Node decodes lies in a pool that outlives it. */
function bytesOf(base64: string): Uint8Array {
  const pooled = Buffer.from(base64, 'base64');
  const own = Uint8Array.from(pooled);
  pooled.fill(0);
  return own;
}

/**
 * Judges the answer as of the moment it came, without the network: one that was sealed fresh does not grow stale in the
 * drawer, and a key that was retired since still counts for it. What came in this run came when the computer's clock,
 * as it is set now, says so: a person may have put it right.
 */
export function judgeKept(
  session: PartnerSession,
  { request, raw, receivedAtMs }: KeptAnswer,
  sealedId?: string,
): Judged {
  const { profile, serviceKeys, serviceClock, clock, arrivals } = session;
  const arrival = sealedId === undefined ? undefined : arrivals.get(sealedId);
  const cameAtMs = arrival === undefined ? receivedAtMs : clock.nowMs() - (clock.monotonicMs() - arrival.monotonicMs);
  // A time that a bound answer took back since is no floor any more (decision 0010).
  const floorSeconds = Math.min(arrival?.greatestCreatedSeconds ?? 0, serviceClock.greatestCreatedSeconds());
  const serviceMs = Math.max(cameAtMs + (serviceClock.offsetMs() ?? 0), floorSeconds * 1000);
  return judge({
    raw,
    request: messageOf(profile, request),
    kind: operations[request.operation].kind,
    profile,
    keys: serviceKeys.lookupAt(receivedAtMs),
    clock: { ...serviceClock, nowMs: () => serviceMs },
  });
}

/** Where sealed answers lie, and what opens them. */
interface Kept {
  readonly journal: Pick<Journal, 'sealed'>;
  readonly vault: Pick<Vault, 'unseal'>;
}

/**
 * A kept answer out of its seal; of the bytes that were sealed none stay. Errors: `codes_unavailable` (detail `purged`
 * or `answer_missing`), `seal_failed`.
 */
export function openKept({ journal, vault }: Kept, sealedId: string): Result<KeptAnswer, Failure> {
  const record = journal.sealed(sealedId);
  if (record === null || record === 'purged') return err(detailed('codes_unavailable', record ?? 'answer_missing'));
  const plaintext = vault.unseal(sealedId, record);
  if (!plaintext.ok) return plaintext;
  const answer = decodeAnswer(plaintext.value);
  plaintext.value.fill(0);
  return answer === null ? err({ code: 'seal_failed' }) : ok(answer);
}

/** A kept answer that was opened and judged again. */
export interface Reopened {
  readonly raw: RawAnswer;
  readonly judged: Judged;
}

/** Opens a kept answer and judges it again, without the network. Errors: those of `openKept`. */
export function reopen(
  context: Kept & { readonly session: PartnerSession },
  sealedId: string,
): Result<Reopened, Failure> {
  const opened = openKept(context, sealedId);
  return opened.ok ? ok({ raw: opened.value.raw, judged: judgeKept(context.session, opened.value, sealedId) }) : opened;
}

/** The same for an answer that is waited for: where its key is unknown the key set is read again once. */
export async function reopenWithKeys(
  context: Kept & { readonly session: PartnerSession },
  sealedId: string,
): Promise<Result<Reopened, Failure>> {
  const { session } = context;
  const opened = openKept(context, sealedId);
  if (!opened.ok) return opened;
  const judged = await judgeWithKeys(session, () => judgeKept(session, opened.value, sealedId));
  return ok({ raw: opened.value.raw, judged });
}

interface Quota {
  readonly answers: number;
  readonly bytes: number;
}

/** How much room an answer takes that cannot be verified so far. `reason` null: it was never judged. */
export interface UnverifiedSize {
  readonly reason: string | null;
  readonly sealedBytes: number;
}

/**
 * How many of them are kept for one order, and for one card or invoice that is asked for by itself. Pages without a
 * signature can never be verified: they take no room from those that may hold the codes once a key is known.
 */
const quotas: { readonly signed: Quota; readonly unsigned: Quota } = {
  signed: { answers: 24, bytes: 32 * 1024 * 1024 },
  unsigned: { answers: 6, bytes: 1024 * 1024 },
};

/** Whether the answer may be sealed beside those already kept before it is judged. */
export function hasRoomFor(unverified: readonly UnverifiedSize[], raw: RawAnswer): boolean {
  const isUnsigned = fieldValue(raw.headers, 'signature') === null;
  const quota = isUnsigned ? quotas.unsigned : quotas.signed;
  const kept = unverified.filter(({ reason }) => (reason === 'signature_missing') === isUnsigned);
  const bytes = kept.reduce((sum, { sealedBytes }) => sum + sealedBytes, 0);
  // The body is written in base64 beside its headers.
  return kept.length < quota.answers && bytes + raw.body.byteLength * 1.4 <= quota.bytes;
}

/**
 * One answer signature may decide about one subject only (design, "Bound"): an answer that is served twice proves
 * nothing the second time.
 */

/** The operation, or the subject of a reveal, that already used this answer's signature; null where none did. */
export function signatureUsedBy(journal: Pick<Journal, 'meta'>, answer: Verified): string | null {
  return journal.meta(keyOf(answer));
}

export function recordSignature(tx: JournalTransaction, answer: Verified, subject: string): void {
  tx.setMeta(keyOf(answer), subject);
}

function keyOf({ signatureSha256 }: Verified): string {
  return `answer-signature:${signatureSha256}`;
}
