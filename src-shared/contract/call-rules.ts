import type { CallName, Domain } from './names.ts';

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
  /** Its answer puts codes or a recovery phrase on the screen. Such a call never runs while locked. */
  readonly showsSecrets: boolean;
}

const inAny: CallRule = { runs: callConditions, showsSecrets: false };
/** For who says that they are there. */
const byHand: CallRule = { runs: ['copied', 'unsettled'], showsSecrets: false };
/** Only where these records are the one copy: another one may have gone on. */
const byHandOnOwnRecords: CallRule = { runs: ['unsettled'], showsSecrets: false };
/** What would leave unsettled sales behind. */
const byHandWhereSettled: CallRule = { runs: ['copied'], showsSecrets: false };
/** What would leave unsettled sales behind, or compare copied records with another service than theirs. */
const byHandInOrder: CallRule = { runs: [], showsSecrets: false };
const showing: CallRule = { runs: ['copied', 'unsettled'], showsSecrets: true };
const showingOnOwnRecords: CallRule = { runs: ['unsettled'], showsSecrets: true };

/** The rule of each call: one without a row does not compile, and main holds every call to its row in one place. */
export const callRules: { readonly [D in Domain]: { readonly [C in CallName<D>]: CallRule } } = {
  app: {
    start: inAny,
    setLanguage: inAny,
    setTheme: inAny,
    startTraining: byHandWhereSettled,
    leaveTraining: byHand,
    useDeployment: byHandInOrder,
    applyChange: byHand,
    recoveryPhrase: showing,
    recover: byHand,
    restoreBackup: byHand,
    salvage: byHand,
    readServiceKeys: byHand,
    confirmServiceKey: byHand,
    withdrawServiceKey: byHand,
  },
  // A key may have been replaced, or have signed orders, in another copy.
  enrolment: { status: inAny, check: inAny, begin: byHand, retire: byHandOnOwnRecords },
  wallets: { read: inAny, list: inAny },
  catalogue: { read: inAny, sync: inAny, logo: inAny },
  orders: {
    list: inAny,
    read: inAny,
    copyForStaff: byHand,
    place: byHandOnOwnRecords,
    keepWanted: byHandOnOwnRecords,
    // Orders of copied records are settled by these; the engine sends none of them again.
    resume: byHand,
    cancel: byHand,
    decide: byHand,
  },
  reveals: {
    // Which orders of copied records keep their codes locked is for each order to say.
    show: showing,
    copy: byHand,
    handOver: byHand,
    reconcile: byHand,
    noteFindings: byHand,
    ownedCards: byHand,
    revealOwned: showingOnOwnRecords,
    revealInvoice: showingOnOwnRecords,
  },
  // A preview covers the codes.
  receipts: { printers: byHand, preview: byHand, print: byHand, answer: byHand },
  diagnosis: { run: inAny, search: byHand, cancel: inAny },
  preferences: { read: inAny, change: byHand, digestOf: byHand },
  screen: { state: inAny, unlock: inAny, answerQuit: inAny, keepPlace: inAny, codesHidden: inAny, zoom: inAny },
  training: { begin: byHand, end: inAny },
  // What an update waits for is its own rule (`src-main/updates/policy.ts`).
  updates: {
    view: inAny,
    look: byHand,
    lookInFolder: byHand,
    install: byHand,
    putOff: byHand,
    copyCommand: byHand,
  },
};
