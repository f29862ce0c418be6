import type { RefusalCode, UnverifiedReason } from '../../src-shared/contract/codes.ts';
import type { ProbeOutcome } from '../../src-shared/contract/diagnosis-codes.ts';
import type { RawAnswer, Transport } from '../core/ports.ts';
import type { Judged } from '../partner-api/judge.ts';
import { diagnosticBody, operations, pathOf } from '../partner-api/operations/table.ts';
import { isRefusalCode, readProblem } from '../partner-api/problem.ts';
import type { PreparedRequest, RequestDraft } from '../partner-api/request.ts';

/** All that the search itself ever sends: three reads, and the diagnostic, which changes nothing ("Endpoint rules"). */
export const probeNames = [
  'getPartnerProfile',
  'getPartnerWallets',
  'runPartnerSignatureDiagnostic',
  'getPartnerEnrollment',
] as const;
export type ProbeName = (typeof probeNames)[number];

/** One call that was tried, and what came of it. */
export interface Probe {
  readonly name: ProbeName;
  readonly prepared: PreparedRequest;
  readonly raw: RawAnswer;
  readonly judged: Judged;
  readonly isSigned: boolean;
  /** Whether it was refused and would be dated otherwise now. */
  readonly misdated: boolean;
}

export type Verdict = Extract<
  /** The signature was accepted, whatever the service said after that. */
  | { readonly kind: 'accepted'; readonly refusal: RefusalCode | null }
  | { readonly kind: 'refused' }
  /** The signature was accepted, a field in the request was not. */
  | { readonly kind: 'form'; readonly field: string }
  | { readonly kind: 'busy' }
  | { readonly kind: 'unbelieved'; readonly reason: UnverifiedReason },
  { readonly kind: ProbeOutcome }
>;

const busyCodes: readonly RefusalCode[] = [
  'rate_limited',
  'dependency_unavailable',
  'request_timeout',
  'internal_error',
];

/** The invitation that is read where an enrolment is under way. */
export interface ProbedInvitation {
  readonly invitationId: string;
  readonly token: string;
}

/** What is asked by a probe, before it is dated and signed. */
export function draftOf(name: ProbeName, invitation: ProbedInvitation | null): RequestDraft {
  if (name === 'getPartnerEnrollment' && invitation !== null) {
    const { invitationId, token } = invitation;
    return { operation: name, parameters: { invitationId }, token };
  }
  return { operation: name, ...(name === 'runPartnerSignatureDiagnostic' ? { body: diagnosticBody } : {}) };
}

export function verdictOf(judged: Judged): Verdict {
  if (judged.kind === 'unverified') return { kind: 'unbelieved', reason: judged.reason };
  if (judged.status >= 200 && judged.status < 300) return { kind: 'accepted', refusal: null };
  const problem = readProblem(judged);
  if (problem?.code === 'invalid_credentials') return { kind: 'refused' };
  if (problem === null || !isRefusalCode(problem.code) || busyCodes.includes(problem.code)) return { kind: 'busy' };
  if (problem.code === 'validation_failed') return { kind: 'form', field: problem.field ?? '' };
  return { kind: 'accepted', refusal: problem.code };
}

/**
 * Lets through what the search may send, and nothing else whatever happens: anything with a side effect is a bug that
 * ends here.
 */
export function harmlessOnly(transport: Transport, invitation: ProbedInvitation | null): Transport {
  return {
    exchange: (request, options) => {
      const isHarmless = probeNames.some((name) => {
        const hasBody = name === 'runPartnerSignatureDiagnostic';
        if (name === 'getPartnerEnrollment' && invitation === null) return false;
        const path = pathOf(name, { invitationId: invitation?.invitationId ?? '' });
        return (
          request.method === operations[name].method &&
          request.url.endsWith(path) &&
          (request.body !== null) === hasBody
        );
      });
      if (!isHarmless) throw new Error('the search may not send this');
      return transport.exchange(request, options);
    },
  };
}
