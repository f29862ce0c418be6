import { createHash } from 'node:crypto';
import type { Profile } from './profile.ts';
import type { RetryAfter } from './refusals.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function isUuid(text: string): boolean {
  return uuid.test(text);
}

const weekdays = 'Mon|Tue|Wed|Thu|Fri|Sat|Sun';
const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';

const dateForms: Record<Profile['request']['serviceDate'], RegExp> = {
  'rfc3339-ms': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
  rfc3339: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/,
  'imf-fixdate': new RegExp(`^(${weekdays}), \\d{2} (${months}) \\d{4} \\d{2}:\\d{2}:\\d{2} GMT$`),
  unix: /^\d{10}$/,
  'unix-ms': /^\d{13}$/,
};

/** The instant an X-Service-Date names, or undefined when it is not in the profile's form. */
export function parseServiceDate(form: Profile['request']['serviceDate'], text: string): number | undefined {
  if (!dateForms[form].test(text)) return undefined;
  if (form === 'unix-ms') return Number(text);
  if (form === 'unix') return Number(text) * 1000;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}

export function isNonce(
  { nonce, nonceBytes }: Pick<Profile['request'], 'nonce' | 'nonceBytes'>,
  text: string,
): boolean {
  if (nonce === 'uuid') return isUuid(text);
  const bytes = Buffer.from(text, nonce);
  return bytes.length === nonceBytes && bytes.toString(nonce) === text;
}

/** The operation id in an Idempotency-Key, or undefined when it is not in the profile's form. */
export function parseIdempotencyKey(form: Profile['request']['idempotencyKey'], text: string): string | undefined {
  const bare = form === 'bare' ? text : /^"([^"]*)"$/.exec(text)?.[1];
  return bare !== undefined && isUuid(bare) ? bare : undefined;
}

/** RFC 9530 Content-Digest of the bytes sent, with one algorithm or with both. */
export function contentDigest(digest: Profile['request']['digest'], bytes: Uint8Array): string {
  const algorithms = digest === 'both' ? ['sha-256', 'sha-512'] : [digest];
  return algorithms
    .map((algorithm) => `${algorithm}=:${createHash(algorithm.replace('-', '')).update(bytes).digest('base64')}:`)
    .join(', ');
}

/** The components that stand for a request or in what binds to it: an absent query may be left out. */
export function presentComponents(
  { request: { emptyQuery } }: Pick<Profile, 'request'>,
  names: readonly string[],
  query: string,
): readonly string[] {
  return emptyQuery === 'omitted' && query === '' ? names.filter((name) => name !== '@query') : names;
}

/** Some deployments sign an absent query as nothing instead of RFC 9421's `?` (section 2.2.7). */
export function unmarkedQuery(base: Uint8Array): Uint8Array {
  return Buffer.from(
    Buffer.from(base)
      .toString()
      .replace(/^("@query"(?:;req)?): \?$/m, '$1: '),
  );
}

/** The query of a cursor as this deployment writes it, with its leading `?`. */
export function cursorQuery(encoding: Profile['request']['cursorEncoding'], cursor: string): string {
  if (encoding === 'form') return `?${new URLSearchParams({ cursor }).toString()}`;
  const escape = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return `?cursor=${encodeURIComponent(cursor).replace(/[!'()*]/g, escape)}`;
}

/** A date is in the service's own time, whatever unit the deployment counts in. */
export function formatRetryAfter(
  unit: Profile['retryAfterUnit'],
  { seconds, form }: RetryAfter,
  nowMs: number,
): string {
  if (form === 'http-date' || unit === 'http-date') return new Date(nowMs + seconds * 1000).toUTCString();
  return String(unit === 'seconds' ? seconds : seconds * 1000);
}
