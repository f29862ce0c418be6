import { scopes as knownScopes } from '../../src-preload/contract/codes.ts';
import type { diagnosisLineNames, Failure, Scope } from '../../src-preload/contract/codes.ts';
import type { TransportFault } from '../core/ports.ts';
import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import type { DeploymentProfile } from '../deployment/profile.ts';
import type { Judged } from '../partner-api/judge.ts';
import { failureOf, requestIdOf } from '../partner-api/problem.ts';
import { readDiagnostic } from '../partner-api/operations/diagnostic.ts';
import type { SignatureDiagnostic } from '../partner-api/operations/diagnostic.ts';
import { readJson } from '../partner-api/operations/json.ts';
import { diagnosticBody, operations } from '../partner-api/operations/table.ts';
import { transportFailure } from '../partner-api/read.ts';
import { messageOf, prepareRequest } from '../partner-api/request.ts';
import type { PreparedRequest } from '../partner-api/request.ts';
import { judgeAnswer, send } from '../partner-api/session.ts';
import type { PartnerSession } from '../partner-api/session.ts';

export type LineName = (typeof diagnosisLineNames)[number];

/** One thing that was signed, beside what the service saw of it. */
export interface DiagnosisLine {
  readonly name: LineName;
  readonly sent: string;
  readonly seen: string;
  readonly agree: boolean;
}

export interface Diagnosis {
  readonly lines: readonly DiagnosisLine[];
  /** What our signature covers and what the route requires, each in its order. */
  readonly signedComponents: readonly string[];
  readonly requiredComponents: readonly string[];
  readonly partnerId: string;
  readonly applicationId: string;
  readonly policyVersion: number;
  readonly effectiveScopes: readonly string[];
  /** Permissions of the API that are not in force. */
  readonly missingScopes: readonly Scope[];
  /** How far this machine's clock is behind (positive) or ahead of the service; null while not learned. */
  readonly clockOffsetMs: number | null;
  readonly requestId: string | null;
}

const operation = 'runPartnerSignatureDiagnostic';

/** Asks the service what it saw of a signed call. It changes nothing there. */
export async function diagnose(session: PartnerSession): Promise<Result<Diagnosis, Failure>> {
  const key = session.signingKey();
  if (key === null) return err({ code: 'not_enrolled' });
  const first = await ask(session);
  const asked = first.ok && wasMisdated(session, first.value) ? await ask(session) : first;
  if (!asked.ok) return err(transportFailure(asked.error));
  const { prepared, judged } = asked.value;
  const failure = failureOf(judged);
  if (failure !== null) return err(failure);
  if (judged.kind !== 'verified') return err({ code: 'counter_bug' });
  const seen = readDiagnostic(readJson(judged.body));
  const { requestId } = requestIdOf(judged);
  if (seen === null) return err({ code: 'answer_unreadable', httpStatus: judged.status, ...requestIdOf(judged) });
  return ok({
    lines: linesOf(session.profile, prepared, key.keyId, seen),
    signedComponents: session.profile.request.components.diagnostic,
    requiredComponents: seen.coveredComponents,
    partnerId: seen.partnerId,
    applicationId: seen.applicationId,
    policyVersion: seen.policyVersion,
    effectiveScopes: seen.effectiveScopes,
    missingScopes: knownScopes.filter((scope) => !seen.effectiveScopes.includes(scope)),
    clockOffsetMs: session.serviceClock.offsetMs(),
    requestId: requestId ?? null,
  });
}

interface Asked {
  readonly prepared: PreparedRequest;
  readonly judged: Judged;
}

async function ask(session: PartnerSession): Promise<Result<Asked, TransportFault>> {
  const draft = { operation, body: diagnosticBody, language: session.language() } as const;
  const prepared = prepareRequest(session.profile, draft, session.serviceClock.nowMs(), session.randomness);
  const sent = await send(session, prepared);
  return sent.ok ? ok({ prepared, judged: await judgeAnswer(session, prepared, sent.value) }) : sent;
}

/** Whether the answer taught a time by which its request was not of this hour: a refusal says nothing else then. */
export function wasMisdated({ serviceClock, profile }: PartnerSession, { prepared, judged }: Asked): boolean {
  return failureOf(judged)?.code === 'invalid_credentials' && Math.abs(serviceClock.nowMs() - prepared.createdAtSeconds * 1000) > profile.answer.maxSkewSeconds * 1000;
}

function linesOf(profile: DeploymentProfile, prepared: PreparedRequest, keyId: string, seen: SignatureDiagnostic): readonly DiagnosisLine[] {
  const signed = messageOf(profile, prepared);
  return [
    same('method', signed.method, seen.method),
    same('authority', signed.authority, seen.authority),
    same('path', signed.path, seen.path),
    same('query', signed.query ?? '', seen.canonicalQuery),
    componentsLine(profile.request.components.diagnostic, seen.coveredComponents),
    same('scope', operations[operation].scope ?? '', seen.requiredScope),
    same('keyId', keyId, seen.keyId),
    timeLine(profile, prepared, seen.receivedAt),
  ];
}

function same(name: LineName, sent: string, seen: string): DiagnosisLine {
  return { name, sent, seen, agree: sent === seen };
}

/** A signature may cover more than the route requires and in an order of its own; it may not cover less. */
function componentsLine(signed: readonly string[], required: readonly string[]): DiagnosisLine {
  const names = required.map((component) => component.replaceAll('"', '').toLowerCase());
  return { name: 'components', sent: signed.join(' '), seen: required.join(' '), agree: names.every((name) => signed.includes(name)) };
}

function timeLine(profile: DeploymentProfile, prepared: PreparedRequest, receivedAt: string): DiagnosisLine {
  const sentMs = prepared.createdAtSeconds * 1000;
  const apartMs = Math.abs(Date.parse(receivedAt) - sentMs);
  // Unparsable text gives NaN, which agrees with nothing.
  const agree = apartMs <= (profile.answer.maxSkewSeconds + 1) * 1000;
  return { name: 'time', sent: new Date(sentMs).toISOString(), seen: receivedAt, agree };
}
