import { z } from 'zod';

import type { RawAnswer } from '../core/ports.ts';
import { judge } from '../partner-api/judge.ts';
import type { Judged } from '../partner-api/judge.ts';
import { readJson } from '../partner-api/operations/json.ts';
import { messageOf } from '../partner-api/request.ts';
import type { PreparedRequest } from '../partner-api/request.ts';
import type { PartnerSession } from '../partner-api/session.ts';

/** A raw answer to the key submission with all that it takes to judge it again later, without the network. */
export interface StoredAnswer {
  readonly request: Pick<PreparedRequest, 'operation' | 'url' | 'headers'>;
  readonly raw: RawAnswer;
  /** This machine's clock when the answer came. */
  readonly receivedAtMs: number;
}

const headerLines = z.array(z.tuple([z.string(), z.string()]));
const document = z.object({
  url: z.string(), requestHeaders: headerLines, status: z.int(), headers: headerLines, body: z.base64(), receivedAtMs: z.number(),
});

/** The bytes to seal. They hold the challenge and the token. */
export function encodeAnswer({ request, raw, receivedAtMs }: StoredAnswer): Uint8Array {
  const { url, headers: requestHeaders } = request;
  const body = Buffer.from(raw.body).toString('base64');
  return new TextEncoder().encode(JSON.stringify({ url, requestHeaders, status: raw.status, headers: raw.headers, body, receivedAtMs }));
}

/** The answer in unsealed bytes, or null when they hold none. */
export function decodeAnswer(bytes: Uint8Array): StoredAnswer | null {
  const parsed = document.safeParse(readJson(bytes));
  if (!parsed.success) return null;
  const { url, requestHeaders, status, headers, body, receivedAtMs } = parsed.data;
  return {
    request: { operation: 'submitPartnerEnrollmentKey', url, headers: requestHeaders },
    raw: { status, headers, body: Uint8Array.from(Buffer.from(body, 'base64')) },
    receivedAtMs,
  };
}

/** Judges the answer as of the moment it came: one that was sealed fresh does not grow stale in the drawer. */
export async function judgeStored(session: PartnerSession, { request, raw, receivedAtMs }: StoredAnswer): Promise<Judged> {
  const { profile, serviceKeys, serviceClock } = session;
  const clock = { ...serviceClock, nowMs: () => receivedAtMs + (serviceClock.offsetMs() ?? 0) };
  const judgeNow = (): Judged => judge({ raw, request: messageOf(request), profile, keys: serviceKeys.lookup, clock });
  const first = judgeNow();
  if (first.kind === 'verified' || first.reason !== 'unknown_key') return first;
  return (await serviceKeys.refresh()) ? judgeNow() : first;
}
