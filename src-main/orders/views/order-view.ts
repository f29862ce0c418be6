import type { OrderState, RefusalCode } from '../../../src-shared/contract/codes.ts';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import type { OperationId } from '../../core/ids.ts';
import type { DeploymentProfile } from '../../deployment/profile.ts';
import type { PartnerSession } from '../../exchange/session.ts';
import { isRefusalCode } from '../../partner-api/problem.ts';
import { chargedIn } from '../machine/charged.ts';
import { choicesFor } from '../machine/choices.ts';
import type { Circumstances } from '../machine/circumstances.ts';
import type { IntendedOrder, Verdict } from '../machine/events.ts';
import { askedLeftMs, type NextCall } from '../machine/next-step.ts';
import { settledBySeconds, type NotBoughtTerms } from '../machine/not-bought.ts';
import {
  attentionOf,
  doesWantedDecide,
  isCancellable,
  isFinal,
  printsOut,
  stateOf,
  unjudged,
  verdictOf,
  type Attempt,
  type Order,
} from '../machine/order.ts';
import { isGate } from '../machine/refusal-table.ts';
import { circumstancesOf, notBoughtTermsOf } from '../records/dispatch.ts';

/**
 * What a person or a script sees of an order; `coming` is what comes next by itself, and `limits` until when, where
 * that is known. `codes` names cards only.
 */
export function viewOf(
  operationId: OperationId,
  facts: Order,
  nowMs: number,
  coming: NextCall | null = null,
  { askedUntilMs, endsByMs }: OrderLimits = noLimits,
): OrderView {
  const state = stateOf(facts, nowMs);
  const { intent } = facts;
  const next = isFinal(state) ? null : coming;
  return {
    operationId,
    state,
    invoiceId: facts.completed?.invoiceId ?? null,
    walletId: intent.walletId,
    cardId: intent.cardId,
    quantity: intent.quantity,
    total: intent.total,
    charge: chargeOf(intent),
    externalReference: intent.externalReference ?? null,
    ...(intent.body === undefined ? { textClosed: true } : {}),
    attempts: facts.attempts.map(attemptView),
    codes: [...facts.sealedCodes.keys()].map((soldCardId) => ({ soldCardId })),
    ...(facts.completed === null || facts.completed.completedAt === null
      ? {}
      : { completedAt: facts.completed.completedAt }),
    ...(intent.cardName === null ? {} : { cardName: intent.cardName }),
    intendedAt: instant(facts.intendedAtMs),
    wantedUntil: instant(facts.wantedUntilMs),
    codesState: codesStateOf(facts),
    codesCameOut: facts.timesCodesOut > 0,
    prints: printsOf(facts),
    ...(facts.filesSaved === 0 ? {} : { filesSaved: facts.filesSaved }),
    ...(next === null ? {} : { nextAttemptAt: instant(Math.max(next.atMs, facts.updatedAtMs)) }),
    ...(askedUntilMs === null ? {} : { askedUntil: instant(askedUntilMs) }),
    ...(endsByMs === null ? {} : { endsBy: instant(endsByMs) }),
    ...(state === 'accepted' && facts.recoveryExhausted ? { recoveryExhausted: true } : {}),
    wantedDecides: doesWantedDecide(facts, nowMs),
    cancellable: isCancellable(facts, nowMs),
    ...refusalOf(facts),
    ...(intent.replaces === null ? {} : { replaces: intent.replaces }),
    ...(intent.makesGoodFor === undefined ? {} : { makesGoodFor: intent.makesGoodFor }),
    ...(intent.saleNumber === undefined ? {} : { saleNumber: intent.saleNumber }),
    ...(intent.by === undefined ? {} : { soldBy: intent.by }),
    ...(intent.basket === undefined ? {} : { basket: { id: intent.basket, line: intent.basketLine ?? 0 } }),
    ...attentionIn(facts, nowMs),
    ...decidedIn(facts, state),
  };
}

function chargeOf(intent: IntendedOrder): OrderView['charge'] {
  const { price, total, currency } = chargedIn(intent);
  const { source, margin } = intent.charge ?? {};
  return {
    price: { amount: price, currency },
    total: { amount: total, currency },
    ...(source === undefined ? {} : { source }),
    ...(margin === undefined ? {} : { margin }),
  };
}

/** Why an order needs a person, and what that person can decide. */
function attentionIn(facts: Order, nowMs: number): Pick<OrderView, 'attention'> {
  const reason = attentionOf(facts);
  if (reason === null || stateOf(facts, nowMs) !== 'attention') return {};
  return { attention: { reason, differs: [...(facts.completed?.differs ?? [])], choices: choicesFor(facts, nowMs) } };
}

/** What a person decided, where the outcome rests on that alone. */
function decidedIn({ notBought, acceptedAsBought }: Order, state: OrderState): Pick<OrderView, 'decided'> {
  if (state === 'completed' && acceptedAsBought !== null) return { decided: 'accept-as-bought' };
  return state === 'notBought' && notBought?.by === 'decision' ? { decided: 'accept-not-bought' } : {};
}

/**
 * Whether the codes of a completed order lie here, or must be revealed by the service because too few usable ones came,
 * or whether nobody waits for them any more.
 */
export function codesStateOf(facts: Order): OrderView['codesState'] {
  if (facts.completed === null) return 'none';
  if (facts.handedOver) return 'handedOver';
  if (facts.keptBack) return 'keptBack';
  return facts.sealedCodes.size >= facts.intent.quantity ? 'sealed' : 'toReveal';
}

function printsOf(facts: Order): OrderView['prints'] {
  const unanswered = facts.prints.findLast(({ ended }) => ended === null)?.print;
  return { times: printsOut(facts), ...(unanswered === undefined ? {} : { unanswered }) };
}

/** One word for what an attempt came to. */
export function judgementOf({ progress }: Attempt): string {
  return progress.stage === 'judged' ? progress.verdict.outcome : progress.stage;
}

/** By which the service's support finds an answer. The request id only of a judged one: before, it is not verified. */
function answerOf({ progress }: Attempt): {
  readonly httpStatus: number | null;
  readonly requestId: string | null;
} {
  if (progress.stage === 'judged') return { httpStatus: progress.httpStatus, requestId: progress.requestId };
  return { httpStatus: progress.stage === 'sealed' ? progress.kept.httpStatus : null, requestId: null };
}

export function instant(ms: number): string {
  return new Date(ms).toISOString();
}

function attemptView(attempt: Attempt): OrderView['attempts'][number] {
  const { httpStatus, requestId } = answerOf(attempt);
  return { startedAt: instant(attempt.startedAtMs), httpStatus, judgement: judgementOf(attempt), requestId };
}

/** The latest refusal that still stands, for the sentence and the next action. */
function refusalOf(facts: Order): Pick<OrderView, 'refusal'> {
  const code =
    facts.attentionCode ??
    (facts.acknowledged
      ? null
      : (facts.refusedCode ?? facts.refusedAfterUnknown ?? facts.gate?.code ?? unboundGate(facts)));
  if (code === null || facts.completed !== null || facts.failed) return {};
  const last = facts.attempts.findLast((attempt) => codeOf(verdictOf(attempt)) === code);
  const { httpStatus, requestId } = last === undefined ? { httpStatus: null, requestId: null } : answerOf(last);
  const context = { ...(httpStatus === null ? {} : { httpStatus }), ...(requestId === null ? {} : { requestId }) };
  return { refusal: { ...failureOfCode(code), ...context } };
}

/** A gate that is not bound to the request leaves the outcome open; what the service said is shown all the same. */
function unboundGate({ attempts }: Order): string | null {
  const last = attempts.findLast(({ call }) => call === 'createPartnerOrder');
  const verdict = last === undefined ? null : verdictOf(last);
  const code = verdict?.outcome === 'unknown' ? verdict.code : null;
  return code !== null && isGate(code) ? code : null;
}

function codeOf(verdict: Verdict | null): string | null {
  return verdict !== null && 'code' in verdict ? verdict.code : null;
}

/** A refusal code as the one error shape: a code that we do not know keeps its name as the detail. */
export function failureOfCode(code: string): {
  readonly code: RefusalCode | 'unknown_refusal';
  readonly detail?: string;
} {
  return isRefusalCode(code) ? { code } : { code: 'unknown_refusal', detail: code };
}

/** Times by this computer's clock; null where there is none or nobody knows it. */
export interface OrderLimits {
  /** Until then the service asked us to leave it alone. */
  readonly askedUntilMs: number | null;
  /** By then settling has ended, by proof or with a question to a person, if the service answers. */
  readonly endsByMs: number | null;
}

const noLimits: OrderLimits = { askedUntilMs: null, endsByMs: null };

/** Until when an order is left alone, and by when it is decided. */
function limitsOf(order: Order, circumstances: Circumstances): OrderLimits {
  const { nowMs, serviceNowMs, notBoughtTerms } = circumstances;
  const askedMs = isFinal(stateOf(order, nowMs)) || unjudged(order) !== null ? 0 : askedLeftMs(order, circumstances);
  return {
    askedUntilMs: askedMs > 0 ? nowMs + askedMs : null,
    endsByMs: settledByMs(order, notBoughtTerms, nowMs, serviceNowMs),
  };
}

export function limitsNow(session: PartnerSession, operationId: OperationId, order: Order): OrderLimits {
  return limitsOf(order, circumstancesOf(session, operationId, order));
}

/** The same as far as the records tell it, without a service; `profile` null where no deployment was named. */
export function limitsInRecords(order: Order, profile: DeploymentProfile | null, nowMs: number): OrderLimits {
  const askedUntilMs =
    order.asked === null || isFinal(stateOf(order, nowMs)) ? 0 : order.asked.heardAtMs + order.asked.waitMs;
  return {
    askedUntilMs: askedUntilMs > nowMs ? askedUntilMs : null,
    endsByMs: profile === null ? null : settledByMs(order, notBoughtTermsOf(profile), nowMs, nowMs),
  };
}

/** When settling ends at the latest; `serviceNowMs` is the service's time as far as it is known. */
function settledByMs(order: Order, terms: NotBoughtTerms, nowMs: number, serviceNowMs: number): number | null {
  const seconds = stateOf(order, nowMs) === 'settling' ? settledBySeconds(order, terms) : null;
  return seconds === null ? null : nowMs + Math.max(0, seconds * 1000 - serviceNowMs);
}

/**
 * What the service's support can find an order by, in words that are the same in every language. No code of a card, no
 * amount.
 */
export function numbersForStaff(operationId: string, { intent, completed, attempts }: Order): string {
  const { walletId, cardId, externalReference = null } = intent;
  return [
    `Idempotency-Key: ${operationId}`,
    `Wallet: ${walletId}`,
    `Card: ${cardId}`,
    ...(typeof completed?.invoiceId === 'string' ? [`Invoice: ${completed.invoiceId}`] : []),
    ...(externalReference === null ? [] : [`Reference: ${externalReference}`]),
    ...attempts.map((attempt) => {
      const { httpStatus, requestId } = answerOf(attempt);
      const named = requestId === null ? [] : [`X-Request-Id: ${requestId}`];
      return [instant(attempt.startedAtMs), attempt.call, httpStatus ?? '-', judgementOf(attempt), ...named].join(' ');
    }),
  ].join('\n');
}
