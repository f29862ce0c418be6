import { faultNames } from '../../../src-sandbox/control/faults/fault-table.ts';

/** One fault as the sandbox's control port takes it. */
export type FaultSpec = string | { readonly name: string; readonly [parameter: string]: Parameter };
type Parameter = string | number | boolean | Readonly<Record<string, string>>;

/** A column of the matrix: what goes wrong around the order while the purchase is killed. */
export interface FaultRow {
  /** `name`, or `name:variant`. */
  readonly id: string;
  /** What strikes the first, second ... call; the call after the last one is served well. */
  readonly calls: readonly (readonly FaultSpec[])[];
  /** It concerns orders alone, so a reveal cannot meet it. */
  readonly ordersOnly?: boolean;
  /** Something else than a fault of a call. */
  readonly surroundings?: 'clock-ahead' | 'clock-behind' | 'no-reveal' | StaffAct;
  /** What it leaves behind does not go away: the shop is given up afterwards. */
  readonly spoils?: boolean;
}

/** What staff switch off or limit; the service then refuses by itself, until they take it back. */
export const staffActs = [
  'account-closed',
  'binding-withdrawn',
  'wallet-withdrawn',
  'daily-limit',
  'spending-allowance',
  'limit-of-orders',
] as const;
export type StaffAct = (typeof staffActs)[number];

const soon = { retryAfter: 1 };
const asDate = { retryAfter: 1, retryAfterForm: 'http-date' };
const lost = 'drop-after-commit';

/**
 * Parameters for faults whose own would wait longer than the proof can, or that come in more than one kind. The first
 * is the plain one.
 */
const variants: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Parameter>>>>>> = {
  rate_limited: { '': soon, date: asDate },
  dependency_unavailable: { '': soon, date: asDate },
  request_timeout: { '': soon, date: asDate },
  internal_error: { '': soon, date: asDate },
  operation_processing: { '': soon },
  'refused-yet-executed': { '': { ms: 300 }, unreported: { ms: 300, reported: false } },
  'reset-before-headers': { '': {}, processed: { processed: true } },
  'refuse-connection': { '': {}, shut: { ms: 500 } },
  'duplicated-request': { '': {}, 'first-delivered': { delivered: 'first' } },
  'html-502': { '': {}, processed: { processed: true }, '504': { status: 504 } },
  redirect: { '': {}, processed: { processed: true } },
  'remove-scope': { '': {}, reveal: { scope: 'cards:reveal' } },
  'disable-wallet': { '': {}, expired: { status: 'expired' } },
  'accept-202': { '': soon, date: asDate },
  'complete-unreported': { '': soon },
  'recovery-exhausted': { '': soon },
  'rotated-key': { '': { old: 'kept' }, removed: { old: 'removed' } },
  'clock-off': { '': { seconds: -600 }, ahead: { seconds: 600 } },
  'stripped-components': { '': {}, unbound: { without: 'binding' }, status: { without: '@status' } },
  gzip: { '': {}, 'plain-digest': { digestOf: 'plain' } },
  'tampered-body': { '': {}, 'fitting-digest': { digest: 'recomputed' } },
  'tampered-header': { '': {}, replayed: { header: 'idempotency-replayed' } },
  'another-orders-answer': { '': {}, 'without-codes': { withCodes: false } },
  'altered-body': { '': { set: { '/quantity': '1' } }, total: { set: { '/total/amount': '1.0000' } } },
  'delayed-answer': { '': { ms: 3_000 }, 'signed-before': { ms: 3_000, signedBefore: true } },
  slow: { '': { ms: 700 } },
  'endless-body': { '': { everyMs: 20 } },
  'not-yet-visible': { '': { reads: 1 }, 'for-a-while': { ms: 800 } },
};

const ordersOnly: readonly string[] = [
  'accept-202',
  'complete-unreported',
  'recovery-exhausted',
  'completed-elsewhere',
  'fail-order',
  'not-yet-visible',
  'refused-yet-executed',
  'change-price',
  'disable-wallet',
  'empty-wallet',
];
/** New service keys stay, and the latest date that the service signed is never forgotten (design, "Clock"). */
const lasting: readonly string[] = ['rotated-key', 'clock-off:ahead', 'created-in-future'];

/** Faults whose sense lies in what came before: law 5 stands or falls with these. */
const inSequence: readonly FaultRow[] = [
  { id: 'lost-then-refused', calls: [[lost], ['price_changed'], ['price_changed']], ordersOnly: true },
  {
    id: 'lost-then-refused:not-visible',
    calls: [[{ name: 'not-yet-visible', ms: 800 }, lost], ['insufficient_balance'], ['insufficient_balance']],
    ordersOnly: true,
  },
  {
    id: 'never-arrived-then-refused',
    calls: [['drop-before'], ['card_unavailable'], ['card_unavailable']],
    ordersOnly: true,
  },
  {
    id: 'accepted-then-refused',
    calls: [[{ name: 'accept-202', ...soon }], ['quantity_unavailable'], [{ name: 'accept-202', ...soon }]],
    ordersOnly: true,
  },
  {
    id: 'exhausted-then-completed-unseen',
    calls: [[{ name: 'recovery-exhausted', ...soon }], [lost]],
    ordersOnly: true,
  },
];

/** What no fault of a call can bring about. */
const surroundings: readonly FaultRow[] = [
  { id: 'service-clock:ahead', calls: [], surroundings: 'clock-ahead', spoils: true },
  { id: 'service-clock:behind', calls: [], surroundings: 'clock-behind', spoils: true },
  { id: 'lost-without-reveal', calls: [[lost], [lost]], surroundings: 'no-reveal', ordersOnly: true },
  ...staffActs.map((act): FaultRow => ({ id: act, calls: [], surroundings: act, ordersOnly: true })),
];

/** Nothing goes wrong but the kill. */
const none: FaultRow = { id: 'none', calls: [] };

/** Every fault of the sandbox in each of its variants, each striking the call that is killed and the one after it. */
export const faultRows: readonly FaultRow[] = [none, ...faultNames.flatMap(rowsOf), ...inSequence, ...surroundings];

/** The name that a row counts for when every fault is to be met once. */
export function faultNameOf({ id }: FaultRow): string {
  return faultNames.find((name) => id === name || id.startsWith(`${name}:`)) ?? id;
}

function rowsOf(name: string): readonly FaultRow[] {
  return Object.entries(variants[name] ?? { '': {} }).map(([variant, parameters]) => {
    const id = variant === '' ? name : `${name}:${variant}`;
    const calls = [[{ name, ...parameters }], [{ name, ...parameters }]];
    return {
      id,
      calls,
      ordersOnly: ordersOnly.includes(name),
      spoils: lasting.some((left) => left === id || left === name),
    };
  });
}
