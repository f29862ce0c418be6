import { z } from 'zod';
import { refusalCodes, type Failure, type RefusalCode } from '../../src-shared/contract/codes.ts';
import { detailed, hasDetail } from '../../src-shared/contract/details.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { Judged, Unverified, Verified } from './judge.ts';
import { readJson } from './operations/json.ts';
import { readAs } from './operations/record.ts';
import type { ServiceClock } from './service-clock.ts';

/**
 * A signed refusal ("Errors"): branch on `code`, never on text. `code` is kept raw because a service may know more than
 * we do.
 */
export interface Problem {
  readonly code: string;
  /** The first member or field at fault where the service names one, in dots: `externalReference`, `headers.nonce`. */
  readonly field: string | null;
}

/** Read apart: what is odd about the errors must not lose the code. */
const problemCode = z.object({ code: z.string().min(1).max(100) });
/** What else a problem holds is not shown: the usual names, in a list or beside the code (RFC 9457 section 3). */
const fault = z
  .object({
    pointer: z.string().max(200),
    field: z.string().max(200),
    parameter: z.string().max(200),
    header: z.string().max(200),
  })
  .partial();
const problemFaults = z.object({ errors: z.array(fault).optional().catch(undefined), ...fault.shape });

/** The problem in a verified answer, or null when its body is none. */
export function readProblem(answer: Verified): Problem | null {
  return problemIn(answer.body);
}

/** The same in bytes that nobody vouches for: worth a guess, and no more. */
export function problemIn(bytes: Uint8Array): Problem | null {
  const body = readJson(bytes);
  const code = readAs(problemCode, body)?.code ?? null;
  if (code === null) return null;
  const faults = readAs(problemFaults, body);
  const names = [faults?.errors, faults]
    .flat()
    .map((one) => one?.pointer ?? one?.field ?? one?.parameter ?? one?.header ?? '');
  const field = names.map((name) => name.replace(/^#?\//, '').replaceAll('/', '.')).find((name) => name !== '') ?? null;
  return { code, field };
}

export function isRefusalCode(code: string): code is RefusalCode {
  return refusalCodes.some((known) => known === code);
}

/** Why a verified answer that is no success refused the call, as the one error shape. */
export function refusalOf(answer: Verified): Failure {
  const found = readProblem(answer);
  const context = { httpStatus: answer.status, ...requestIdOf(answer) };
  if (found === null) return { code: 'answer_unreadable', ...context };
  const field = found.field === null ? {} : { field: found.field };
  if (!isRefusalCode(found.code)) return { code: 'unknown_refusal', ...context, ...field };
  return { code: found.code, ...context, ...field };
}

/** The verified success that a call needs, or its failure. */
export function successOf(judged: Judged): Result<Verified, Failure> {
  if (judged.kind === 'unverified') return err(unverifiedFailure(judged));
  return judged.status >= 200 && judged.status < 300 ? ok(judged) : err(refusalOf(judged));
}

/** The failure alone; null for a verified success. */
export function failureOf(judged: Judged): Failure | null {
  const success = successOf(judged);
  return success.ok ? null : success.error;
}

/** Why an answer is unverified, with the component that its signature leaves out. */
export function unverifiedFailure({ reason, component }: Unverified): Failure {
  return { ...detailed('answer_unverified', reason), ...(component === undefined ? {} : { field: component }) };
}

/**
 * What a person must hear of a failure: where only this computer's clock speaks against an answer, it is that clock
 * that is off.
 */
export function clockNamed(
  { serviceClock }: { readonly serviceClock: Pick<ServiceClock, 'offsetMs'> },
  failure: Failure,
): Failure {
  const isStale = hasDetail(failure, 'answer_unverified', 'stale');
  return isStale && serviceClock.offsetMs() === null ? { ...failure, code: 'clock_off' } : failure;
}

export function requestIdOf(answer: Verified): { readonly requestId?: string } {
  const requestId = answer.header('x-request-id');
  return requestId === null ? {} : { requestId: requestId.slice(0, 100) };
}
