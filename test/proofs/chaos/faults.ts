import { faultNames } from '../../../src-sandbox/control/faults/fault-table.ts';
import type { Draws } from './random.ts';

/** What to plant at the service, in the form of its control port. */
export type Planting = Readonly<Record<string, unknown>>;

const operations = [
  'createPartnerOrder',
  'createPartnerOrder',
  'createPartnerOrder',
  'getPartnerOrder',
  'revealPartnerInvoiceCards',
] as const;
/**
 * Refusals that decide nothing. One that decides and is executed all the same counts where it is the first answer:
 * it is the service's signed word.
 */
const openRefusals = [
  'internal_error',
  'dependency_unavailable',
  'request_timeout',
  'operation_processing',
  'replay_detected',
];
const decidedRefusals = [
  'price_changed',
  'daily_limit_exceeded',
  'card_unavailable',
  'resource_not_found',
  'validation_failed',
];

/**
 * A service may be slow, wrong and hostile, but keeps its word on what the not-bought proof is built on: it accepts no
 * request after that has expired (60 s), and shows what it accepted within 300 s.
 */
const latestExecutionMs = 45_000;
const latestVisibilityMs = 290_000;

/** Larger bodies than the counter reads cost more than everything else in a run. */
const costly = new Set(['huge-body']);

/** Members of an Order in forms that nobody can compare with what was meant. */
const incomparable: readonly Readonly<Record<string, string | number>>[] = [
  { '/total/amount': '1.0000' },
  { '/total/amount': 1 },
  { '/quantity': '1' },
  { '/quantity': 0.5 },
  { '/cardId': 'A CARD' },
  { '/walletId': 7 },
  { '/invoiceId': 'INV-7' },
  { '/soldCards': 'none' },
];

const parameters: Readonly<Record<string, (draws: Draws) => Planting>> = {
  'endless-body': () => ({ everyMs: 2 ** 30 }),
  slow: (draws) => ({ ms: draws.below(20_000) }),
  'delayed-answer': (draws) => ({ ms: draws.between(1_000, 300_000), signedBefore: draws.oneIn(2) }),
  'refuse-connection': (draws) => ({ connections: draws.between(1, 3) }),
  'refused-yet-executed': (draws) => ({
    code: draws.pick(openRefusals),
    ms: draws.below(latestExecutionMs),
    reported: draws.oneIn(2),
  }),
  'replayed-answer': (draws) => ({
    back: draws.between(1, 3),
    ...(draws.oneIn(2) ? { of: 'createPartnerOrder' } : {}),
  }),
  'not-yet-visible': (draws) => ({ ms: draws.between(1_000, latestVisibilityMs) }),
  'accept-202': retryAfter,
  'complete-unreported': retryAfter,
  'recovery-exhausted': retryAfter,
  rate_limited: retryAfter,
  dependency_unavailable: retryAfter,
  'clock-off': (draws) => ({ seconds: draws.pick([-600, -90, 90, 600]) }),
  'rotated-key': (draws) => ({ old: draws.pick(['kept', 'removed']) }),
  'duplicated-request': (draws) => ({ delivered: draws.pick(['first', 'second']) }),
  'reset-before-headers': processed,
  'html-502': processed,
  redirect: processed,
  'tampered-body': (draws) => ({ digest: draws.pick(['kept', 'recomputed']) }),
  'stripped-components': (draws) => ({ without: draws.pick(['binding', 'content-digest', '@status']) }),
  'altered-body': (draws) => ({ set: draws.pick(incomparable) }),
  gzip: (draws) => ({ digestOf: draws.pick(['coded', 'plain']) }),
};

/** Faults for the next calls, or a script of several calls. */
export function drawPlanting(draws: Draws): Planting {
  const operation = draws.pick(operations);
  if (draws.oneIn(4))
    return { operation, sequence: Array.from({ length: draws.between(2, 5) }, () => drawStep(draws)) };
  return { operation, count: draws.oneIn(3) ? draws.between(2, 4) : 1, ...drawFault(draws) };
}

function drawStep(draws: Draws): readonly Planting[] {
  return Array.from({ length: draws.below(3) }, () => drawFault(draws));
}

/** A refusal that never arrived is let out later, in place of the answer to the same order or to another. */
function recordedRefusal(draws: Draws): Planting {
  const lost = [{ name: draws.pick(decidedRefusals) }, { name: 'drop-after-commit' }];
  const replayed = Array.from({ length: draws.between(1, 2) }, (_, index) => [
    { name: 'replayed-answer', back: index + 1 },
  ]);
  return { operation: 'createPartnerOrder', sequence: [lost, ...replayed] };
}

/** Accepted, its answer lost, not yet to be seen, and refused when it is sent again. */
function hiddenSale(draws: Draws): Planting {
  const accepted = [
    { name: 'not-yet-visible', ms: draws.between(30_000, latestVisibilityMs) },
    { name: draws.pick(['drop-after-commit', 'unsigned', 'reset-mid-body']) },
  ];
  return { operation: 'createPartnerOrder', sequence: [accepted, [{ name: draws.pick(decidedRefusals) }]] };
}

/** What two orders that leave together may run into. */
export function drawTrap(draws: Draws): Planting {
  return draws.pick([recordedRefusal, hiddenSale])(draws);
}

/** What staff do at a service that works: they switch off, or set a limit that acts by itself. */
export function drawStaffAct(draws: Draws, walletIds: readonly string[]): StaffAct {
  const wallet = (name: string, change: object): StaffAct => ({
    name,
    wallet: { walletId: draws.pick(walletIds), ...change },
  });
  const limit = { count: draws.between(1, 6), seconds: draws.pick([1, 10, 60]) };
  return draws.pick<() => StaffAct>([
    () => ({ name: 'account switched off', staff: { accountActive: false } }),
    () => ({ name: 'binding withdrawn', staff: { bindingAuthorized: false } }),
    () => ({ name: 'calls limited', staff: { requests: limit } }),
    () => ({ name: 'orders limited', staff: { orders: limit } }),
    () => wallet('wallet withdrawn', { granted: false }),
    () => wallet('daily limit', { dailyLimit: draws.pick(['0.000', '20.000']) }),
    () => wallet('allowance', { allowance: draws.pick(['0.000', '15.000']) }),
  ])();
}

/** In the form of the control port. */
export type StaffAct = { readonly name: string } & ({ readonly staff: object } | { readonly wallet: object });

function drawFault(draws: Draws): Planting {
  const name = draws.pick(faultNames);
  if (costly.has(name) && !draws.oneIn(20)) return { name: 'endless-body', everyMs: 2 ** 30 };
  return { name, ...parameters[name]?.(draws) };
}

function retryAfter(draws: Draws): Planting {
  return draws.oneIn(2)
    ? {}
    : { retryAfter: draws.pick([0, 1, 30, 600]), retryAfterForm: draws.pick(['seconds', 'http-date']) };
}

function processed(draws: Draws): Planting {
  return { processed: draws.oneIn(2) };
}
