import { operations } from '../partner-api/operations/table.ts';
import { isRefusalCode, readProblem } from '../partner-api/problem.ts';
import type { CheckContext, Step } from './check-context.ts';
import type { Probe } from './probe.ts';

/** A signed refusal without a code of this API, or with the status of a success. Trouble of its own has 5xx. */
export function isRefusalUnread({ judged }: Probe): boolean {
  if (judged.kind === 'unverified' || judged.status === 429) return false;
  const code = readProblem(judged)?.code;
  const isKnown = code !== undefined && isRefusalCode(code);
  return judged.status < 300 ? isKnown : judged.status >= 400 && judged.status < 500 && !isKnown;
}

/** The service signed something that its documentation does not have: nobody but the service can change that. */
export function unreadForm({ note }: CheckContext, { name, raw }: Probe): Step {
  const { method, path } = operations[name];
  note('answerUnread', { call: `${method} ${path}`, status: raw.status });
  return { cause: 'service_form' };
}
