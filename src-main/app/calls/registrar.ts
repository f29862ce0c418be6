import type { z } from 'zod';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { NoticeName } from '../../../src-shared/contract/names.ts';
import { calls, notices, type CallHandlers, type CallResult } from '../../../src-shared/contract/schemas.ts';
import { failure } from '../../../src-shared/contract/shapes.ts';
import { err, ok } from '../../core/result.ts';
import { ContractBreach } from './contract-breach.ts';
import { illFormedAt, isPlainDataWithinLimit } from './plain-data.ts';

export type ReportBug = (error: unknown) => void;
export type Dispatch = (domain: string, call: string, input: unknown) => Promise<CallResult<unknown>>;

const longestField = 200;

interface Schemas {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}

interface Registered extends Schemas {
  readonly handler: (input: never) => Promise<unknown>;
}

/**
 * The one way from any screen into main: known call, strict input, handler, checked output. Whatever is thrown on that
 * way is a bug of ours: it is reported here and crosses as `counter_bug`, without its text.
 */
export function createDispatch(handlers: CallHandlers, reportBug: ReportBug): Dispatch {
  const registry = registered(handlers);
  return async (domain, call, input) => {
    const name = `${domain}.${call}`;
    const entry = registry.get(name);
    if (entry === undefined) return err({ code: 'not_allowed', detail: 'unknown_call' });
    try {
      if (!isPlainDataWithinLimit(input)) return err({ code: 'input_invalid', detail: 'not_plain_or_too_large' });
      const illFormed = illFormedAt(input);
      if (illFormed !== null) return err(invalidAt(illFormed));
      const parsed = entry.input.safeParse(input);
      if (!parsed.success) return err(invalidAt(fieldOf(parsed.error)));
      return checkedResult(name, entry.output, await Reflect.apply(entry.handler, undefined, [parsed.data]));
    } catch (error) {
      reportBug(error);
      return err({ code: 'counter_bug' });
    }
  };
}

/** The payload as the contract states it, without members it does not know; a breach is a bug and throws. */
export function checkedNotice(notice: NoticeName, payload: unknown): unknown {
  return checked(`notice.${notice}`, notices[notice], payload);
}

function registered(handlers: CallHandlers): ReadonlyMap<string, Registered> {
  const registry = new Map<string, Registered>();
  for (const [domain, byCall] of Object.entries<Record<string, Schemas>>(calls)) {
    for (const [call, schemas] of Object.entries(byCall))
      registry.set(`${domain}.${call}`, { ...schemas, handler: handlerOf(handlers, domain, call) });
  }
  return registry;
}

function handlerOf(handlers: CallHandlers, domain: string, call: string): Registered['handler'] {
  const byDomain: Readonly<Record<string, Readonly<Record<string, Registered['handler']>>>> = handlers;
  const handler = byDomain[domain]?.[call];
  if (handler === undefined) throw new Error(`${domain}.${call} has no handler`);
  return handler;
}

function checkedResult(name: string, output: z.ZodType, result: unknown): CallResult<unknown> {
  if (typeof result !== 'object' || result === null || !('ok' in result))
    throw new ContractBreach(`${name} gave no result`);
  if (result.ok === true && 'value' in result) return ok(checked(name, output, result.value));
  if (result.ok === false && 'error' in result) return err(checkedFailure(name, result.error));
  throw new ContractBreach(`${name} gave no result`);
}

function checkedFailure(name: string, error: unknown): Failure {
  const parsed = failure.safeParse(error);
  if (!parsed.success) throw new ContractBreach(`${name} failed outside the contract at ${fieldOf(parsed.error)}`);
  const known: unknown = parsed.data;
  if (!isFailure(known)) throw new ContractBreach(`${name} failed outside the contract`);
  return known;
}

function isFailure(value: unknown): value is Failure {
  return failure.safeParse(value).success;
}

function checked(name: string, schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new ContractBreach(`${name} is outside the contract at ${fieldOf(parsed.error)}`);
  return parsed.data;
}

function invalidAt(path: string): Failure {
  const field = path.slice(0, longestField);
  return field === '' ? { code: 'input_invalid' } : { code: 'input_invalid', field };
}

/** The path of the first thing wrong; for a member nobody knows, that member. */
function fieldOf(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return '';
  const unknownMember = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  return [...issue.path, ...unknownMember].map(String).join('.').slice(0, longestField);
}
