import type { ApprovalKind } from './approval-kinds.ts';
import type { CallName, Domain } from './names.ts';
import { roles, type Role } from './roles.ts';

/**
 * Where a call is refused unless its row says otherwise. `locked`: nobody said that they are there. `copied`: the
 * records were restored or copied, and are not compared with the service yet. `unsettled`: sales of a deployment that
 * can go on with them are not settled, or their codes wait.
 */
export const callConditions = ['locked', 'copied', 'unsettled'] as const;
export type CallCondition = (typeof callConditions)[number];

export interface CallRule {
  /** The conditions in which it runs all the same. */
  readonly runs: readonly CallCondition[];
  /** Its answer puts codes, their password or a recovery phrase on the screen. Such a call never runs while locked. */
  readonly showsSecrets: boolean;
  /** Who may make it where the shop has people with PINs; anybody where it has none. */
  readonly roles: readonly Role[];
  /** Members of its input that only a manager may give. */
  readonly managerMembers?: readonly string[];
  /** What a cashier makes it for with a manager's word beside; `always`: never without one. */
  readonly approval?: { readonly kinds: readonly ApprovalKind[]; readonly always?: true };
}

const everyone = roles;
const selling: readonly Role[] = ['cashier', 'manager'];
const managing: readonly Role[] = ['manager'];
/** Who may know what the shop itself pays. */
const overseeing: readonly Role[] = ['manager', 'auditor'];

const inAny: CallRule = { runs: callConditions, showsSecrets: false, roles: everyone };
/** For who says that they are there. */
const byHand: CallRule = { runs: ['copied', 'unsettled'], showsSecrets: false, roles: everyone };
/** Only where these records are the one copy: another one may have gone on. */
const byHandOnOwnRecords: CallRule = { ...byHand, runs: ['unsettled'] };
/** What would leave unsettled sales behind. */
const byHandWhereSettled: CallRule = { ...byHand, runs: ['copied'] };
/** What would leave unsettled sales behind, or compare copied records with another service than theirs. */
const byHandInOrder: CallRule = { ...byHand, runs: [] };
const showing: CallRule = { ...byHand, showsSecrets: true };
const showingOnOwnRecords: CallRule = { ...byHandOnOwnRecords, showsSecrets: true };

const bySeller: CallRule = { ...byHand, roles: selling };
const bySellerOnOwnRecords: CallRule = { ...byHandOnOwnRecords, roles: selling };
const byManager: CallRule = { ...byHand, roles: managing };
const byManagerOnOwnRecords: CallRule = { ...byHandOnOwnRecords, roles: managing };
const byOverseer: CallRule = { ...byHand, roles: overseeing };

const ofCodes: Pick<CallRule, 'approval'> = { approval: { kinds: ['codesAgain', 'codesOfVoid'] } };
const ofMoneyBack: NonNullable<CallRule['approval']> = { kinds: ['moneyBack'], always: true };
const ofSales: readonly ApprovalKind[] = [
  'largeSale',
  'allowedDebt',
  'otherCharge',
  'chargeBelowCost',
  'saleLimit',
  'shiftLimit',
  'cardLimit',
];

/** The rule of each call: one without a row does not compile, and main holds every call to its row in one place. */
export const callRules: { readonly [D in Domain]: { readonly [C in CallName<D>]: CallRule } } = {
  app: {
    start: inAny,
    setLanguage: inAny,
    setTheme: inAny,
    startTraining: byHandWhereSettled,
    leaveTraining: byHand,
    useDeployment: { ...byHandInOrder, roles: managing },
    applyChange: byManager,
    recoveryPhrase: { ...showing, roles: managing },
    recover: byManager,
    restoreBackup: byManager,
    salvage: byManager,
    readServiceKeys: byManager,
    confirmServiceKey: byManager,
    withdrawServiceKey: byManager,
  },
  // A key may have been replaced, or have signed orders, in another copy.
  enrolment: { status: inAny, check: inAny, begin: byManager, retire: { ...byHandOnOwnRecords, roles: managing } },
  // What a message to the service's support says of the cost is for its writer to leave out.
  wallets: { read: inAny, list: inAny, low: byHand, copyTopUp: byHand },
  catalogue: { read: inAny, sync: inAny, freshCard: bySeller, logo: inAny },
  orders: {
    list: inAny,
    read: inAny,
    copyForStaff: byHand,
    place: { ...bySellerOnOwnRecords, approval: { kinds: ofSales } },
    buyBasket: { ...bySellerOnOwnRecords, approval: { kinds: ofSales } },
    keepWanted: bySellerOnOwnRecords,
    // Orders of copied records are settled by these; the engine sends none of them again.
    resume: bySeller,
    cancel: bySeller,
    decide: { ...byManager, approval: { kinds: ['decision'], always: true } },
  },
  reveals: {
    // Which orders of copied records keep their codes locked is for each order to say.
    show: { ...showing, roles: selling, ...ofCodes },
    showSeveral: { ...showing, roles: selling, ...ofCodes },
    copy: { ...bySeller, ...ofCodes },
    handOver: bySeller,
    handOverSeveral: bySeller,
    saveForCompany: { ...showing, roles: managing },
    reconcile: byManager,
    noteFindings: byManager,
    ownedCards: byHand,
    revealOwned: { ...showingOnOwnRecords, roles: managing },
    revealInvoice: { ...showingOnOwnRecords, roles: managing },
  },
  // A preview covers the codes.
  receipts: {
    printers: byHand,
    preview: byHand,
    print: { ...bySeller, approval: { kinds: ['codesAgain'] } },
    answer: bySeller,
  },
  diagnosis: { run: inAny, search: byHand, cancel: inAny },
  preferences: {
    read: inAny,
    change: {
      ...bySeller,
      // What a wallet may run down to tells what its cards cost.
      managerMembers: ['clipboardSeconds', 'idleLockMinutes', 'askAboveCards', 'askAboveAmount', 'shop', 'lowBalance'],
    },
    digestOf: byHand,
  },
  prices: {
    read: byOverseer,
    history: byOverseer,
    setRule: byManager,
    removeRule: byManager,
    setRate: byManager,
    setFaceValue: byManager,
  },
  limits: { read: byOverseer, history: byOverseer, set: byManager },
  screen: { state: inAny, unlock: inAny, answerQuit: inAny, keepPlace: inAny, codesHidden: inAny, zoom: inAny },
  staff: {
    list: inAny,
    enter: inAny,
    leave: inAny,
    add: byManager,
    rename: byManager,
    changeRole: byManager,
    changePin: byManager,
    remove: byManager,
    // The recovery phrase is the word of who gives it.
    resetPin: inAny,
  },
  // A day of copied records is the day of another copy.
  day: {
    shift: byHand,
    openShift: bySellerOnOwnRecords,
    handOver: bySellerOnOwnRecords,
    close: bySellerOnOwnRecords,
    x: byHand,
    zs: byHand,
    z: byHand,
  },
  // A complaint on copied records may have gone on in another copy.
  complaints: {
    list: byHand,
    copy: byHand,
    save: byHand,
    open: bySellerOnOwnRecords,
    send: bySellerOnOwnRecords,
    // A replacement costs the shop its price.
    replace: byManagerOnOwnRecords,
    reject: byManagerOnOwnRecords,
    close: byManagerOnOwnRecords,
  },
  // Money that goes back is always a manager's word, also where the cashier gives it.
  payments: {
    read: inAny,
    sale: byHand,
    printBack: bySeller,
    setUsual: byManagerOnOwnRecords,
    note: { ...bySellerOnOwnRecords, approval: { kinds: ['paymentChange'] } },
    giveBack: { ...byManagerOnOwnRecords, approval: ofMoneyBack },
    voidSale: { ...byManagerOnOwnRecords, approval: ofMoneyBack },
  },
  // Reads and compares alone: also where the records are a copy. A comparison says what the shop itself pays.
  reports: {
    sales: byHand,
    print: byHand,
    save: byHand,
    compare: byOverseer,
    comparison: byOverseer,
    cancelComparison: byOverseer,
  },
  // It says what the shop itself pays.
  today: { view: byOverseer },
  training: { begin: byHand, end: inAny },
  // What an update waits for is its own rule (`src-main/updates/policy.ts`).
  updates: {
    view: inAny,
    look: byManager,
    lookInFolder: byManager,
    install: byManager,
    putOff: byHand,
    copyCommand: byManager,
  },
  supportLog: { read: byHand, save: byHand },
};

/** Whether costs and margins are for a person of this role; without PINs the one who sells is the owner. */
export function mayKnowCost(role: Role | null): boolean {
  return role === null || overseeing.includes(role);
}

/** Whether a person of this role may make a call, a cashier perhaps with a manager's word; anybody without PINs. */
export function mayCall<D extends Domain>(domain: D, call: CallName<D>, role: Role | null): boolean {
  const rule: CallRule = callRules[domain][call];
  return role === null || isForRole(rule, role);
}

/** Whether a row is for this role at all. */
export function isForRole({ roles: may, approval }: CallRule, role: Role): boolean {
  return may.includes(role) || (role === 'cashier' && approval?.always === true);
}
