import {
  counterCodes,
  orderStates,
  refusalCodes,
  unverifiedReasons,
  type Failure,
} from '../../src-shared/contract/codes.ts';
import { callNames } from '../../src-shared/contract/names.ts';
import { updateCodes } from '../../src-shared/contract/update-codes.ts';
import { operations, type OperationName } from '../partner-api/operations/table.ts';
import { ownFiles, type Frame } from './bug-position.ts';

/** Every class of error that is named in the log; any other is `other`. A name made up at run time is free text. */
export const errorClasses = [
  'Error',
  'TypeError',
  'RangeError',
  'SyntaxError',
  'ReferenceError',
  'URIError',
  'AggregateError',
  'DOMException',
  'SqliteError',
  'ZodError',
  'ContractBreach',
  'DatabaseUnavailable',
  'JournalUnavailable',
] as const;

const modes = ['deployment', 'training'] as const;
const hosts = ['electron', 'browser'] as const;
const copyStates = ['own', 'restored', 'copied', 'rolled-back'] as const;
const transportFaults = ['not_sent', 'connection_lost', 'answer_timeout', 'answer_too_large'] as const;
const updateSteps = ['looking', 'fetching', 'installing'] as const;
const pageTroubles = ['gone', 'hung'] as const;
const platforms = ['linux', 'win32', 'darwin'] as const;
const architectures = ['x64', 'arm64'] as const;
const failureCodes = [...refusalCodes, ...counterCodes] as const;
/** What an answer came to: a verified 2xx, a verified refusal by its code, or why it could not be verified. */
const outcomes = ['verified', ...refusalCodes, ...unverifiedReasons] as const;
const allCalls = Object.entries(callNames).flatMap(([domain, names]) => names.map((name) => `${domain}.${name}`));

/**
 * One line of the log. Each member is a word of a closed list, a number, a version or a position in our own program, so
 * that no code, key, token, card or name can stand in it (law 6).
 */
export type SupportEntry =
  | { readonly kind: 'started'; readonly host: string; readonly version: string; readonly on: Machine }
  | { readonly kind: 'ended' }
  | { readonly kind: 'bug'; readonly errorClass: string; readonly frames: readonly Frame[] }
  | {
      readonly kind: 'opened';
      readonly mode: string;
      readonly copyStatus: string | null;
      readonly failed: Failure | null;
    }
  | { readonly kind: 'callRefused'; readonly call: string; readonly code: Failure['code'] }
  | {
      readonly kind: 'answered';
      readonly operation: OperationName | null;
      readonly status: number;
      readonly ms: number;
    }
  | {
      readonly kind: 'unanswered';
      readonly operation: OperationName | null;
      readonly fault: string;
      readonly ms: number;
    }
  | { readonly kind: 'judged'; readonly operation: OperationName; readonly outcome: string }
  | { readonly kind: 'order'; readonly state: string }
  | { readonly kind: 'connection'; readonly online: boolean }
  | { readonly kind: 'clock'; readonly offsetSeconds: number }
  | { readonly kind: 'damaged' }
  | { readonly kind: 'lock'; readonly locked: boolean }
  | {
      readonly kind: 'update';
      readonly step: string | null;
      readonly fault: string | null;
      readonly offered: string | null;
    }
  | { readonly kind: 'page'; readonly trouble: string }
  | { readonly kind: 'leftOut'; readonly lines: number };

/** What the program runs on, as `process` says it. */
interface Machine {
  readonly platform: string;
  readonly arch: string;
  readonly versions: Readonly<Record<string, string | undefined>>;
}

type Written = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/**
 * The entry as one line of JSON with the time before it. Each word is looked up in its list again, for types hold only
 * where the compiler saw them: what is in no list is written as `other`.
 */
export function lineOf(entry: SupportEntry, nowMs: number): string {
  return `${JSON.stringify({ at: new Date(nowMs).toISOString(), kind: entry.kind, ...membersOf(entry) })}\n`;
}

function membersOf(entry: SupportEntry): Written {
  switch (entry.kind) {
    case 'started':
      return startOf(entry);
    case 'bug':
      return { error: word(errorClasses, entry.errorClass), frames: entry.frames.map(positionOf) };
    case 'opened':
      return {
        mode: word(modes, entry.mode),
        records: optional(copyStates, entry.copyStatus),
        ...failureOf(entry.failed),
      };
    case 'callRefused':
      return { call: word(allCalls, entry.call), code: word(failureCodes, entry.code) };
    case 'answered':
      return {
        operation: operationOf(entry.operation),
        status: whole(entry.status, 999),
        ms: whole(entry.ms, 9_999_999),
      };
    case 'unanswered':
      return {
        operation: operationOf(entry.operation),
        fault: word(transportFaults, entry.fault),
        ms: whole(entry.ms, 9_999_999),
      };
    case 'judged':
      return { operation: operationOf(entry.operation), outcome: word(outcomes, entry.outcome) };
    case 'order':
      return { state: word(orderStates, entry.state) };
    case 'connection':
      return { online: flag(entry.online) };
    case 'clock':
      return { offsetSeconds: whole(entry.offsetSeconds, 999_999) };
    case 'lock':
      return { locked: flag(entry.locked) };
    case 'update':
      return {
        step: optional(updateSteps, entry.step),
        fault: optional(updateCodes, entry.fault),
        offered: entry.offered === null ? null : versionOf(entry.offered),
      };
    case 'page':
      return { trouble: word(pageTroubles, entry.trouble) };
    case 'leftOut':
      return { lines: whole(entry.lines, 999_999) };
    default:
      return {};
  }
}

function startOf({ host, version, on }: Extract<SupportEntry, { kind: 'started' }>): Written {
  return {
    host: word(hosts, host),
    version: versionOf(version),
    platform: word(platforms, on.platform),
    arch: word(architectures, on.arch),
    node: versionOf(on.versions['node'] ?? ''),
    electron: versionOf(on.versions['electron'] ?? ''),
  };
}

function failureOf(failed: Failure | null): Written {
  return { failed: failed === null ? null : word(failureCodes, failed.code) };
}

function operationOf(operation: OperationName | null): string {
  return operation === null ? 'other' : word(Object.keys(operations), operation);
}

function word(list: readonly string[], value: string): string {
  return list.find((known) => known === value) ?? 'other';
}

function optional(list: readonly string[], value: string | null): string | null {
  return value === null ? null : word(list, value);
}

/** Three short numbers: longer ones could be a code. */
function versionOf(version: unknown): string {
  return typeof version === 'string' && /^\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(version) ? version : 'other';
}

/** A whole number between -`most` and `most`, for a code is longer. */
function whole(value: unknown, most: number): number {
  const rounded = typeof value === 'number' ? Math.round(value) : 0;
  return Number.isFinite(rounded) ? Math.max(-most, Math.min(most, rounded)) : 0;
}

function flag(value: unknown): boolean {
  return value === true;
}

function positionOf({ file, line, column }: Frame): string {
  return `${word(ownFiles, file)}:${whole(line, 999_999)}:${whole(column, 999_999)}`;
}
