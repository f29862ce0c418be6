import { z } from 'zod';
import type { Cause } from '../../src-shared/contract/diagnosis-codes.ts';
import type { RawAnswer, TransportFault } from '../core/ports.ts';
import type { Judged } from '../partner-api/judge.ts';
import { operations, type OperationName } from '../partner-api/operations/table.ts';
import { problemIn, readProblem } from '../partner-api/problem.ts';
import type { PreparedRequest } from '../partner-api/request.ts';
import { isBusyStatus, isOfService } from './answer-source.ts';
import { isOfForm } from './call-history.ts';
import { changedOf, type Evidence } from './finding.ts';
import { verdictOf } from './probe.ts';
import { refusalTextOf, speaksOfOtherBody } from './refusal-text.ts';
import { strippedHeaders } from './stripped-headers.ts';

/** Calls that the search never tries, the weightiest first: only people's calls show what goes wrong with one alone. */
export const untriedCalls = [
  'createPartnerOrder',
  'revealPartnerInvoiceCards',
  'revealPartnerOwnedCard',
  'getPartnerCatalogueSubcategoryCards',
  'getPartnerCatalogueCategorySubcategories',
  'getPartnerCatalogueCategories',
  'getPartnerCatalogueSubcategory',
  'getPartnerWallet',
  'getPartnerOrder',
  'getPartnerOwnedCards',
  'getPartnerOwnedCard',
] as const satisfies readonly OperationName[];
export type UntriedCall = (typeof untriedCalls)[number];

/** What went wrong: sure of the request where the service said so itself, else with what came back or did not. */
const kinds = [
  'lost',
  'otherBody',
  'otherRequest',
  'page',
  'cut',
  'silent',
  'changed',
  'otherKey',
  'busy',
  'wallet',
  'repeated',
  'permission',
] as const;
type Kind = (typeof kinds)[number];

export interface LastTrouble {
  readonly call: OperationName;
  readonly kind: Kind;
  readonly facts: Evidence['facts'];
}

/** How the last call of each kind went under one profile, where it went wrong on its way. It is kept as it is heard. */
export interface LastCalls {
  heard(prepared: PreparedRequest, judged: Judged, raw: RawAnswer): void;
  unanswered(prepared: PreparedRequest, fault: TransportFault['code']): void;
  /** Lately only: whoever asks has just seen it. */
  troubles(): readonly LastTrouble[];
}

export interface LastCallsParts {
  readonly profileHash: string;
  readonly nowMs: () => number;
  readonly read: (call: UntriedCall) => string | null;
  readonly keep: (call: UntriedCall, text: string) => void;
}

/** Orders are sent again until they have a result; a read that failed may be over without a word. */
const keptMs: Readonly<Record<'GET' | 'POST', number>> = { GET: 15 * 60_000, POST: 60 * 60_000 };
/** A connection breaks once in a while, and a service is slow once: twice in a row is a pattern. */
const leastOften: Readonly<Partial<Record<Kind, number>>> = { cut: 2, silent: 2 };

const record = z.object({
  profile: z.string(),
  atMs: z.number(),
  often: z.number(),
  kind: z.enum(kinds),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
});
type Kept = z.infer<typeof record>;
type Seen = Pick<Kept, 'kind' | 'facts'>;

export function createLastCalls({ profileHash, nowMs, read, keep }: LastCallsParts): LastCalls {
  const last = new Map<UntriedCall, Kept>();
  for (const call of untriedCalls) {
    const kept = recordIn(read(call));
    if (kept?.profile === profileHash) last.set(call, kept);
  }
  const clear = (call: UntriedCall): void => {
    if (last.delete(call)) keep(call, '');
  };
  const take = ({ operation }: PreparedRequest, seen: Seen | null): void => {
    const call = untriedCalls.find((each) => each === operation);
    if (call === undefined) {
      // What happens to the calls that are tried too is no matter of one call.
      [...last].filter(([, { kind }]) => kind === seen?.kind).forEach(([each]) => clear(each));
      return;
    }
    if (seen === null) {
      clear(call);
      return;
    }
    const before = last.get(call);
    const often = before?.kind === seen.kind ? before.often + 1 : 1;
    const now = { ...seen, profile: profileHash, atMs: nowMs(), often };
    last.set(call, now);
    keep(call, JSON.stringify(now));
  };
  return {
    heard: (prepared, judged, raw) => take(prepared, troubleIn(prepared, judged, raw)),
    unanswered: (prepared, fault) => {
      // A connection that never came up is one for every call.
      if (fault === 'not_sent') return;
      take(prepared, { kind: fault === 'answer_timeout' ? 'silent' : 'cut', facts: { outcome: 'unanswered' } });
    },
    troubles: () =>
      untriedCalls.flatMap((call) => {
        const kept = last.get(call);
        if (kept === undefined || Math.abs(nowMs() - kept.atMs) > keptMs[operations[call].method]) return [];
        const { kind, facts, often } = kept;
        return often < (leastOften[kind] ?? 1) ? [] : [{ call, kind, facts }];
      }),
  };
}

function recordIn(text: string | null): Kept | null {
  try {
    return record.safeParse(JSON.parse(text ?? '')).data ?? null;
  } catch {
    return null;
  }
}

/** Null where nothing went wrong on the way, as far as the answer shows. */
export function troubleIn(prepared: PreparedRequest, judged: Judged, raw: RawAnswer): Seen | null {
  if (judged.kind === 'unverified') return unverifiedTrouble(prepared, judged, raw);
  const verdict = verdictOf(judged);
  if (verdict.kind === 'busy')
    return { kind: 'busy', facts: { outcome: 'busy', detail: readProblem(judged)?.code.slice(0, 60) ?? '' } };
  if (verdict.kind === 'accepted' && closedWallet.some((code) => code === verdict.refusal))
    return { kind: 'wallet', facts: { outcome: 'accepted', detail: verdict.refusal ?? '' } };
  // No nonce is ever used again.
  if (verdict.kind === 'accepted' && verdict.refusal === 'replay_detected')
    return { kind: 'repeated', facts: { outcome: 'accepted', detail: verdict.refusal } };
  if (verdict.kind === 'accepted' && verdict.refusal === 'insufficient_scope')
    return { kind: 'permission', facts: { outcome: 'accepted', detail: verdict.refusal } };
  if (verdict.kind !== 'refused' && verdict.kind !== 'form') return null;
  const lost = strippedHeaders({ prepared, judged, isSigned: true });
  if (lost.length > 0) return { kind: 'lost', facts: { outcome: 'refused', lost: lost.join(', ') } };
  return speaksOfOtherBody(refusalTextOf(judged)) ? { kind: 'otherBody', facts: { outcome: 'refused' } } : null;
}

const closedWallet = ['wallet_not_granted', 'wallet_disabled', 'wallet_expired'] as const;

function unverifiedTrouble(
  prepared: PreparedRequest,
  { reason, component }: Extract<Judged, { kind: 'unverified' }>,
  raw: RawAnswer,
): Seen | null {
  const facts = {
    outcome: 'unbelieved',
    detail: reason,
    ...(component === undefined ? {} : { component }),
  };
  switch (reason) {
    case 'signature_missing': {
      if (isBusyStatus(raw.status)) return { kind: 'busy', facts: { ...facts, status: raw.status } };
      return { kind: isOfService(raw) ? 'changed' : 'page', facts: { ...facts, status: raw.status } };
    }
    case 'unknown_key':
      return { kind: 'otherKey', facts };
    // What an answer leaves out is a form of its own; but a refusal that does not name a header did not see it.
    case 'component_not_covered':
    case 'not_bound':
      return isRefusedForForm(raw) && component?.endsWith(';req') === true && !component.startsWith('@')
        ? { kind: 'lost', facts: { ...facts, unnamed: component.replace(';req', '') } }
        : null;
    // It refused our signature, and its own is over another request: it saw something else than was sent.
    case 'signature_invalid':
      return isRefusedForForm(raw)
        ? { kind: 'otherRequest', facts: { ...facts, one: partsOf(prepared).join(', ') } }
        : { kind: 'changed', facts };
    case 'another_answer_reused':
      return null;
    default:
      return { kind: 'changed', facts };
  }
}

/** What such a request has of its own beside those that the search tries. */
function partsOf({ url, headers }: PreparedRequest): readonly string[] {
  return [
    url.includes('?') ? '@query' : '@path',
    ...headers.map(([name]) => name.toLowerCase()).filter((name) => name === 'idempotency-key'),
  ];
}

/** It proves nothing, and tells what is worth looking at. */
function isRefusedForForm({ status, body }: RawAnswer): boolean {
  const problem = status < 400 ? null : problemIn(body);
  return (
    problem?.code === 'invalid_credentials' || (problem?.code === 'validation_failed' && isOfForm(problem.field ?? ''))
  );
}

/** The service said itself what did not arrive as it was sent: that goes before every question of forms. */
const sure: readonly Kind[] = ['lost', 'otherBody'];

const causesOf: Readonly<Record<Kind, Cause>> = {
  lost: 'request_changed',
  otherBody: 'body_changed',
  otherRequest: 'request_changed',
  page: 'call_blocked',
  cut: 'call_blocked',
  silent: 'no_answer',
  changed: 'answer_changed',
  otherKey: 'service_key_unknown',
  busy: 'service_busy',
  wallet: 'wallet_refused',
  repeated: 'request_repeated',
  permission: 'permission_missing',
};

export interface LastCallCause {
  readonly cause: Cause;
  readonly fields: readonly string[];
  readonly evidence: readonly Evidence[];
}

/** What the last calls show where those that are tried are well; null where nothing. */
export function lastCallCause(
  troubles: readonly LastTrouble[],
  which: 'sure' | 'others' | 'any',
): LastCallCause | null {
  const counting = troubles.filter(({ kind }) => which === 'any' || sure.includes(kind) === (which === 'sure'));
  const [first] = counting;
  if (first === undefined) return null;
  const cause = causesOf[first.kind];
  return {
    cause,
    fields: fieldsOf(first),
    evidence: counting.filter(({ kind }) => causesOf[kind] === cause).flatMap(evidenceOf),
  };
}

/** What of the file may be at fault as well, and only the service can tell. */
function fieldsOf({ kind, facts }: LastTrouble): readonly string[] {
  if (kind === 'otherKey') return ['serviceKeys'];
  return facts['one'] === '@query' ? ['request.cursorEncoding'] : [];
}

function evidenceOf({ call, facts }: LastTrouble): readonly Evidence[] {
  const { lost, unnamed, one, status, ...outcome } = facts;
  const { method, path } = operations[call];
  return [
    { kind: 'lastCall', facts: { call: `${method} ${path}`, ...outcome } },
    ...(lost === undefined ? [] : [{ kind: 'takenOut', facts: { component: lost } } as const]),
    ...(unnamed === undefined ? [] : [{ kind: 'notBound', facts: { component: unnamed } } as const]),
    ...(one === undefined ? [] : [changedOf(String(one).split(', '))]),
    ...(status === undefined ? [] : [{ kind: 'unsigned', facts: { status } } as const]),
  ];
}
