import type { Journal } from '../journal/journal.ts';
import type { Diagnosis } from './diagnose.ts';

/** What the service last said that this counter may do. */
export interface Policy {
  readonly policyVersion: number;
  readonly scopes: readonly string[];
}

const policyKind = 'policy-reported';

/** Keeps a policy that is news, or that was reported under another profile than the last. */
export function keepPolicy(journal: Journal, profileHash: string, { policyVersion, effectiveScopes, requestId }: Diagnosis): void {
  const last = journal.events({ kind: policyKind }).at(-1)?.body;
  if (last?.['policyVersion'] === policyVersion && last['profileHash'] === profileHash) return;
  journal.append({ subject: '', kind: policyKind, body: { policyVersion, scopes: effectiveScopes, requestId, profileHash } });
}

export function policyOf(journal: Journal): Policy | null {
  const body = journal.events({ kind: policyKind }).at(-1)?.body;
  if (body === undefined || typeof body['policyVersion'] !== 'number' || !Array.isArray(body['scopes'])) return null;
  return { policyVersion: body['policyVersion'], scopes: body['scopes'].filter((scope): scope is string => typeof scope === 'string') };
}

/** Whether the service has accepted a signature under this very profile before: a policy comes only with an answer to one. */
export function acceptedUnder(journal: Journal, profileHash: string): boolean {
  return journal.events({ kind: policyKind }).some(({ body }) => body['profileHash'] === profileHash);
}
