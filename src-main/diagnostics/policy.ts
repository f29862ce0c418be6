import { sha256Base64url } from '../core/hash.ts';
import { deploymentIdentity, profileHash, type DeploymentProfile } from '../deployment/profile.ts';
import { activeKind } from '../enrolment/machine/events.ts';
import type { StoredEvent } from '../journal/event.ts';
import type { Journal } from '../journal/journal.ts';
import type { Diagnosis } from './diagnose.ts';

/** What the service last said that this counter may do. */
export interface Policy {
  readonly policyVersion: number;
  readonly scopes: readonly string[];
}

/** `scopes` in its body is the list of permissions. */
export const policyKind = 'policy-reported';

/** Keeps a policy that is news, or that was reported under another profile than the last. */
export function keepPolicy(
  journal: Journal,
  profile: DeploymentProfile,
  { policyVersion, effectiveScopes, requestId }: Diagnosis,
): void {
  const last = journal.events({ kind: policyKind }).at(-1)?.body;
  const hash = profileHash(profile);
  if (last?.['policyVersion'] === policyVersion && last['profileHash'] === hash) return;
  journal.append({
    subject: '',
    kind: policyKind,
    body: { policyVersion, scopes: effectiveScopes, requestId, profileHash: hash, formsHash: formsHash(profile) },
  });
}

/**
 * The last that was said, in a diagnosis or with the activation of a key: the diagnosis after an activation may have
 * got no answer.
 */
export function policyOf(journal: Journal): Policy | null {
  const said = [policyKind, activeKind]
    .flatMap((kind) => journal.events({ kind }))
    .toSorted((one, other) => one.seq - other.seq);
  return said.flatMap(policyIn).at(-1) ?? null;
}

/** An activation that a missing permission proved came without any. */
function policyIn({ body }: StoredEvent): Policy[] {
  const { policyVersion, scopes } = body;
  if (typeof policyVersion !== 'number' || !Array.isArray(scopes)) return [];
  return [{ policyVersion, scopes: scopes.filter((scope): scope is string => typeof scope === 'string') }];
}

/**
 * Whether the service has accepted a signature in these very forms before: a policy comes only with an answer to
 * one.
 */
export function acceptedUnder(journal: Journal, profile: DeploymentProfile): boolean {
  const [whole, forms] = [profileHash(profile), formsHash(profile)];
  return journal
    .events({ kind: policyKind })
    .some(({ body }) => body['profileHash'] === whole || body['formsHash'] === forms);
}

/** Of all that a signature depends on; who gives the file another name changes nothing of that. */
function formsHash(profile: DeploymentProfile): string {
  return sha256Base64url(JSON.stringify([deploymentIdentity(profile), profile.request, profile.answer]));
}
