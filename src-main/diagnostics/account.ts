import type { RefusalCode } from '../../src-shared/contract/codes.ts';
import type { Cause } from '../../src-shared/contract/diagnosis-codes.ts';
import type { RawAnswer } from '../core/ports.ts';
import { readJson } from '../partner-api/operations/json.ts';
import { isRecord } from '../partner-api/operations/record.ts';
import { readWallets } from '../partner-api/operations/wallets.ts';
import { callOf, goesThrough, isKept, outcomeOf, tooMany } from './again.ts';
import type { CheckContext, Step } from './check-context.ts';
import { lastCallCause, troubleIn, type LastCallCause } from './last-calls.ts';
import { verdictOf, type Probe, type Verdict } from './probe.ts';
import { shapeOf } from './signature-shape.ts';
import { isRefusalUnread, unreadForm } from './unread.ts';

export function refusalsOf(verdicts: readonly Verdict[]): readonly RefusalCode[] {
  return verdicts.flatMap((verdict) =>
    verdict.kind === 'accepted' && verdict.refusal !== null ? [verdict.refusal] : [],
  );
}

/** What the service closes to this counter whatever is signed. */
export function gateIn(refusals: readonly RefusalCode[]): Cause | null {
  if (refusals.includes('source_ip_not_allowed')) return 'source_ip_not_allowed';
  return refusals.includes('binding_not_authorized') || refusals.includes('account_inactive')
    ? 'access_withdrawn'
    : null;
}

/**
 * What the list of wallets alone shows: the profile is read of a closed account too ("Refusal codes per endpoint"), and
 * without a wallet nothing can be sold. Null where neither is so, or it could not be read.
 */
export async function accountStep(context: CheckContext, read: Probe): Promise<Step | null> {
  const {
    counter: {
      session: { profile },
    },
    probes,
    note,
  } = context;
  const asked = await probes.try(profile, 'getPartnerWallets');
  if (!asked.ok) return null;
  const wallets = asked.value;
  const { prepared, judged, raw, name } = wallets;
  const gate = gateIn(refusalsOf([verdictOf(judged)]));
  if (gate !== null) return { cause: gate };
  // Its time alone is for the two calls before it to judge.
  if (judged.kind === 'unverified' && judged.reason === 'stale') return null;
  if (isRefusalUnread(wallets)) return unreadForm(context, wallets);
  const trouble = troubleIn(prepared, judged, raw);
  if (trouble !== null) {
    const isLasting = raw.status === tooMany || trouble.kind === 'repeated';
    const isOver = !isLasting && (await goesThrough(context, profile, name, outcomeOf(wallets)));
    const found = isOver ? null : lastCallCause([{ call: name, ...trouble }], 'any');
    return found === null ? { cause: 'unsteady' } : shown(note, found);
  }
  if (verdictOf(judged).kind !== 'accepted' || judged.kind === 'unverified') return null;
  if (isOlder(raw, read.raw) && (await isKept(context, profile, wallets)) === true) {
    note('sameAnswer', callOf(name));
    return { cause: 'answer_changed' };
  }
  return judged.status < 300 ? listStep(context, wallets, readJson(judged.body)) : null;
}

export function shown(note: CheckContext['note'], { cause, fields, evidence }: LastCallCause): Step {
  evidence.forEach(({ kind, facts }) => note(kind, facts));
  return { cause, fields };
}

/** More seconds than two nodes of one service are apart: then it is worth a call to ask again. */
const fewSeconds = 3;

function isOlder(answer: RawAnswer, before: RawAnswer): boolean {
  return (shapeOf(before)?.created ?? 0) - (shapeOf(answer)?.created ?? Number.POSITIVE_INFINITY) > fewSeconds;
}

/** No wallet at all, or none that can be read, as the list is written or where the file says that it is. */
function listStep(context: CheckContext, wallets: Probe, body: unknown): Step | null {
  const { bodies } = context.counter.session.profile;
  const listIn = (holder: string | null): ReturnType<typeof readWallets> =>
    readWallets(body, { holder, cursor: bodies.cursor });
  const page = listIn(bodies.wallets);
  if (page === null) {
    const lists = isRecord(body) ? Object.keys(body).filter((member) => (listIn(member)?.items.length ?? 0) > 0) : [];
    const [to] = lists;
    return to === undefined || lists.length > 1
      ? unreadForm(context, wallets)
      : { changes: [{ path: 'bodies.wallets', to }] };
  }
  if (page.items.length > 0 || page.nextCursor !== undefined) return null;
  if (page.skipped !== undefined) return unreadForm(context, wallets);
  context.note('walletsNone');
  return { cause: 'no_wallet' };
}
