import { scopes as knownScopes, type Failure, type Scope } from '../../src-shared/contract/codes.ts';
import type { diagnosisLineNames } from '../../src-shared/contract/diagnosis-codes.ts';
import { err, ok, type Result } from '../core/result.ts';
import { datedBackSeconds, requestSkewSeconds, type DeploymentProfile } from '../deployment/profile.ts';
import { exchangeOnce } from '../exchange/exchange-once.ts';
import { transportFailure } from '../exchange/read.ts';
import type { PartnerSession } from '../exchange/session.ts';
import { readDiagnostic, type SignatureDiagnostic } from '../partner-api/operations/diagnostic.ts';
import { readJson } from '../partner-api/operations/json.ts';
import { diagnosticBody, operations } from '../partner-api/operations/table.ts';
import { clockNamed, successOf, requestIdOf } from '../partner-api/problem.ts';
import { messageOf, presentComponents, type PreparedRequest, type RequestDraft } from '../partner-api/request.ts';

export type LineName = (typeof diagnosisLineNames)[number];

/** One thing that was signed, beside what the service saw of it. */
export interface DiagnosisLine {
  readonly name: LineName;
  readonly sent: string;
  readonly seen: string;
  readonly agree: boolean;
}

/**
 * One covered component, with its place in our signature and in the route's own list, counted from 1; null where it is
 * not there.
 */
export interface ComponentLine {
  readonly name: string;
  readonly signedAt: number | null;
  readonly requiredAt: number | null;
  /** A signature may cover more than the route requires and in an order of its own; it may not cover less. */
  readonly agree: boolean;
}

export interface Diagnosis {
  readonly lines: readonly DiagnosisLine[];
  /** What the route requires in its order, then what our signature covers besides. */
  readonly components: readonly ComponentLine[];
  readonly partnerId: string;
  readonly applicationId: string;
  readonly policyVersion: number;
  readonly effectiveScopes: readonly string[];
  /** Permissions of the API that are not in force. */
  readonly missingScopes: readonly Scope[];
  /** How far this computer's clock is behind (positive) or ahead of the service; null while not learned. */
  readonly clockOffsetMs: number | null;
  readonly requestId: string | null;
}

const operation = 'runPartnerSignatureDiagnostic';
const draft: RequestDraft = { operation, body: diagnosticBody };

/** Asks the service what it saw of a signed call. It changes nothing there. */
export async function diagnose(session: PartnerSession): Promise<Result<Diagnosis, Failure>> {
  const key = session.signingKey();
  if (key === null) return err({ code: 'not_enrolled' });
  const first = await exchangeOnce(session, draft);
  const asked = first.ok && first.value.misdated ? await exchangeOnce(session, draft) : first;
  if (!asked.ok) return err(transportFailure(asked.error));
  const { prepared, judged, exchange } = asked.value;
  const success = successOf(judged);
  if (!success.ok) return err(clockNamed(session, success.error));
  const { value: answer } = success;
  const seen = readDiagnostic(readJson(answer.body));
  const { requestId } = requestIdOf(answer);
  if (seen === null) return err({ code: 'answer_unreadable', httpStatus: answer.status, ...requestIdOf(answer) });
  const components = componentLines(session.profile, prepared, seen.coveredComponents);
  return ok({
    lines: [
      ...linesOf(session.profile, prepared, key.keyId, seen, components),
      timeLine(session.profile, prepared, seen.receivedAt, exchange.receivedAtMs - exchange.sentAtMs),
    ],
    components,
    partnerId: seen.partnerId,
    applicationId: seen.applicationId,
    policyVersion: seen.policyVersion,
    effectiveScopes: seen.effectiveScopes,
    missingScopes: missingIn(seen.effectiveScopes),
    clockOffsetMs: session.serviceClock.offsetMs(),
    requestId: requestId ?? null,
  });
}

/** "`orders:read` (or `orders:create` for own orders)", and a counter reads no others ("Endpoint table"). */
export function missingIn(granted: readonly string[]): readonly Scope[] {
  const covered = (scope: Scope): boolean => scope === 'orders:read' && granted.includes('orders:create');
  return knownScopes.filter((scope) => !granted.includes(scope) && !covered(scope));
}

function linesOf(
  profile: DeploymentProfile,
  prepared: PreparedRequest,
  keyId: string,
  seen: SignatureDiagnostic,
  components: readonly ComponentLine[],
): readonly DiagnosisLine[] {
  const signed = messageOf(profile, prepared);
  return [
    same('method', signed.method, seen.method),
    same('authority', signed.authority, seen.authority),
    same('path', signed.path, seen.path),
    same('query', signed.query ?? '', seen.canonicalQuery),
    {
      name: 'components',
      sent: inOrder(components, 'signedAt'),
      seen: inOrder(components, 'requiredAt'),
      agree: components.every(({ agree }) => agree),
    },
    same('scope', operations[operation].scope ?? '', seen.requiredScope),
    same('keyId', keyId, seen.keyId),
  ];
}

function same(name: LineName, sent: string, seen: string): DiagnosisLine {
  return { name, sent, seen, agree: sent === seen };
}

/** Where an absent query is left out, no signature has it, whether the route lists it or not. */
function componentLines(
  profile: DeploymentProfile,
  prepared: PreparedRequest,
  covered: readonly string[],
): readonly ComponentLine[] {
  const message = messageOf(profile, prepared);
  const signed = presentComponents(profile, profile.request.components.diagnostic, message);
  const required = presentComponents(
    profile,
    covered.map((component) => component.replaceAll('"', '').toLowerCase()),
    message,
  );
  const positionIn = (names: readonly string[], name: string): number | null =>
    names.includes(name) ? names.indexOf(name) + 1 : null;
  return [...new Set([...required, ...signed])].map((name) => {
    const [signedAt, requiredAt] = [positionIn(signed, name), positionIn(required, name)];
    return { name, signedAt, requiredAt, agree: signedAt !== null };
  });
}

function inOrder(components: readonly ComponentLine[], at: 'signedAt' | 'requiredAt'): string {
  return components
    .filter((line) => line[at] !== null)
    .toSorted((a, b) => (a[at] ?? 0) - (b[at] ?? 0))
    .map(({ name }) => name)
    .join(' ');
}

/** A request that was long on its way is seen that much later, by clocks that agree. */
function timeLine(
  profile: DeploymentProfile,
  prepared: PreparedRequest,
  receivedAt: string,
  tookMs: number,
): DiagnosisLine {
  const sentMs = prepared.createdAtSeconds * 1000;
  const laterMs = Date.parse(receivedAt) - sentMs;
  const allowedMs = (requestSkewSeconds(profile) + datedBackSeconds(profile) + 1) * 1000;
  // Unparsable text gives NaN, which agrees with nothing.
  const agree = laterMs >= -allowedMs && laterMs <= allowedMs + tookMs;
  return { name: 'time', sent: new Date(sentMs).toISOString(), seen: receivedAt, agree };
}
