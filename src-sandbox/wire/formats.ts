import { createHash } from 'node:crypto';
import type { RetryAfter } from '../rules/refusals.ts';
import type { Profile } from './profile.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function isUuid(text: string): boolean {
  return uuid.test(text);
}

const dateForms: Record<Profile['request']['serviceDate'], RegExp> = {
  'rfc3339-ms': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
  rfc3339: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/,
  'imf-fixdate': /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/,
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

export function isNonce(form: Profile['request']['nonce'], text: string): boolean {
  return form === 'uuid' ? isUuid(text) : /^[A-Za-z0-9_-]{22,64}$/.test(text);
}

/** The operation id in an Idempotency-Key, or undefined when it is not in the profile's form. */
export function parseIdempotencyKey(form: Profile['request']['idempotencyKey'], text: string): string | undefined {
  const bare = form === 'bare' ? text : /^"([^"]*)"$/.exec(text)?.[1];
  return bare !== undefined && isUuid(bare) ? bare : undefined;
}

/** RFC 9530 Content-Digest of the bytes sent, with one algorithm. */
export function contentDigest(algorithm: Profile['request']['digest'], bytes: Uint8Array): string {
  return `${algorithm}=:${createHash(algorithm.replace('-', '')).update(bytes).digest('base64')}:`;
}

/** A date is in the service's own time, whatever unit the deployment counts in. */
export function formatRetryAfter(unit: Profile['retryAfterUnit'], { seconds, form }: RetryAfter, nowMs: number): string {
  if (form === 'http-date') return new Date(nowMs + seconds * 1000).toUTCString();
  return String(unit === 'seconds' ? seconds : seconds * 1000);
}
