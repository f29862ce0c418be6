import type { Failure } from '../../src-shared/contract/codes.ts';
import type { NoticeName } from '../../src-shared/contract/names.ts';
import type { NoticePayload } from '../../src-shared/contract/schemas.ts';
import type { Clock, Transport } from '../core/ports.ts';
import type { Judged } from '../partner-api/judge.ts';
import { operations, type OperationName } from '../partner-api/operations/table.ts';
import { failureOf } from '../partner-api/problem.ts';
import type { SupportEntry } from './entry.ts';
import type { SupportLog } from './support-log.ts';

/**
 * All of the counter's work that is logged: exchanges by operation and outcome, refused calls by code, and the notices
 * to the screens, reduced to words of closed lists.
 */
type Note = SupportLog['note'];

/** The transport, whose exchanges are noted by operation, status or fault, and duration. */
export function notedTransport(transport: Transport, clock: Clock, note: Note): Transport {
  return {
    exchange: async (request, options) => {
      const sentAtMs = clock.monotonicMs();
      const answer = await transport.exchange(request, options);
      const ms = clock.monotonicMs() - sentAtMs;
      const operation = operationOf(request.method, request.url);
      note(
        answer.ok
          ? { kind: 'answered', operation, status: answer.value.status, ms }
          : { kind: 'unanswered', operation, fault: answer.error.code, ms },
      );
      return answer;
    },
  };
}

/** What an answer was judged to be. */
export function judgedEntry(operation: OperationName, judged: Judged): SupportEntry {
  const outcome = judged.kind === 'unverified' ? judged.reason : (failureOf(judged)?.code ?? 'verified');
  return { kind: 'judged', operation, outcome };
}

/** The calls of one domain, whose refusals are noted by code. */
export function notedCalls<D extends object>(domain: string, calls: D, note: Note): D {
  return new Proxy(calls, {
    get: (target, name) => {
      const call: unknown = Reflect.get(target, name);
      if (typeof call !== 'function' || typeof name !== 'string') return call;
      return async (input: unknown) => {
        const result: unknown = await Reflect.apply(call, undefined, [input]);
        const code = refusedWith(result);
        if (code !== null) note({ kind: 'callRefused', call: `${domain}.${name}`, code });
        return result;
      };
    },
  });
}

/** What of a notice is logged; null where nothing is. */
export function noticeEntry<N extends NoticeName>(notice: N, payload: NoticePayload<N>): SupportEntry | null {
  const facts: { readonly [M in NoticeName]?: (of: NoticePayload<M>) => SupportEntry } = {
    orderChanged: ({ state }) => ({ kind: 'order', state }),
    connectionChanged: ({ online }) => ({ kind: 'connection', online }),
    clockChanged: ({ offsetSeconds }) => ({ kind: 'clock', offsetSeconds }),
    journalDamaged: () => ({ kind: 'damaged' }),
    lockChanged: ({ locked }) => ({ kind: 'lock', locked }),
    updatesChanged: ({ busy, fault, offer }) => ({
      kind: 'update',
      step: busy,
      fault: fault?.code ?? null,
      offered: offer?.version ?? null,
    }),
  };
  return facts[notice]?.(payload) ?? null;
}

function refusedWith(result: unknown): Failure['code'] | null {
  if (typeof result !== 'object' || result === null || Reflect.get(result, 'ok') !== false) return null;
  const error: unknown = Reflect.get(result, 'error');
  return isFailure(error) ? error.code : null;
}

function isFailure(error: unknown): error is Failure {
  return typeof error === 'object' && error !== null && 'code' in error;
}

const forms = Object.entries(operations).map(([name, { method, path }]) => ({
  name,
  method,
  form: new RegExp(`${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** By method and the end of the path, whatever base path a deployment has. Null for what is no operation. */
function operationOf(method: string, url: string): OperationName | null {
  if (!URL.canParse(url)) return null;
  const { pathname } = new URL(url);
  const found = forms.find((each) => each.method === method && each.form.test(pathname));
  return found !== undefined && isOperation(found.name) ? found.name : null;
}

function isOperation(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}
