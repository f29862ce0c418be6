import { z } from 'zod';
import { withApproval } from './approvals.ts';
import { basketInput, placedBasket } from './baskets.ts';
import { catalogueCard, catalogueView, logoView, walletsView, type wallet } from './catalogue.ts';
import { largestProfile } from './choices.ts';
import { decisionChoices, type Failure } from './codes.ts';
import { complaintCalls } from './complaints.ts';
import { dayCalls } from './day.ts';
import { diagnosisView, examinationView } from './diagnosis.ts';
import { enrolmentView, type enrolmentSteps, type keyValidity } from './enrolment.ts';
import { lessons } from './lessons.ts';
import { limitCalls } from './limits.ts';
import type { CallName, Domain, NoticeName } from './names.ts';
import { orderQuery } from './order-list.ts';
import { orderDetail, orderList, orderView } from './orders.ts';
import { paymentCalls } from './payments.ts';
import { barcode, barcodeDigest, preferencesChange, preferencesView } from './preferences.ts';
import { priceCalls } from './prices.ts';
import { receiptInputs, receiptOutputs } from './receipts.ts';
import { reportCalls } from './reports.ts';
import {
  companyInput,
  ownedCard,
  reconciledView,
  reconcileInput,
  savedForCompany,
  severalInput,
  severalShown,
  shownView,
} from './reveals.ts';
import { screenCalls, screenNotices } from './screen.ts';
import { chargedMoney, instant, language, nothing, skipped, theme, uuid, type localizedText } from './shapes.ts';
import { staffCalls } from './staff.ts';
import { connectionView, serviceKeysView, startView, type serviceKey } from './start.ts';
import { supportLogCalls } from './support-log.ts';
import { lowBalance, todayCalls } from './today.ts';
import { updateCalls, updateView } from './updates.ts';

/** What each call takes and gives, and what each notice carries. Inputs are strict: an unknown member is refused. */

const operation = z.strictObject({ operationId: uuid });

export const calls = {
  app: {
    start: { input: nothing, output: startView },
    setLanguage: { input: z.strictObject({ language }), output: z.object({ language }) },
    setTheme: { input: z.strictObject({ theme }), output: z.object({ theme }) },
    startTraining: { input: nothing, output: startView },
    /** Forgets the training and goes back to what was chosen before it, if anything was. */
    leaveTraining: { input: nothing, output: startView },
    /**
     * `text` is the deployment profile as the person chose it, at most 256 KB. Without it main asks for the file in a
     * box of the system's own, where the host has one; nothing changes where the person chooses none.
     */
    useDeployment: {
      input: z.strictObject({ text: z.string().max(largestProfile).exactOptional() }),
      output: startView,
    },
    /** Makes a new recovery phrase for the data key and shows it this once. */
    recoveryPhrase: { input: nothing, output: z.object({ phrase: z.string() }) },
    /** Opens what cannot be opened any more, and seals its key anew under this computer's key store. */
    recover: { input: z.strictObject({ phrase: z.string().max(200) }), output: startView },
    /** Restores a backup in the place of damaged records: one that the person was shown, by its time. */
    restoreBackup: { input: z.strictObject({ madeAt: instant }), output: startView },
    /**
     * Lifts all that still proves itself from damaged records into new ones. What is missing then stands in `salvaged`.
     */
    salvage: { input: nothing, output: startView },
    /** Reads the keys that the service publishes now. */
    readServiceKeys: { input: nothing, output: startView },
    /** The person compared the thumbprint with what the service's support says: the key is trusted from now on. */
    confirmServiceKey: { input: z.strictObject({ thumbprint: z.string().max(100) }), output: startView },
    /** Takes a confirmation back: what is signed with the key is not verified any more. */
    withdrawServiceKey: { input: z.strictObject({ thumbprint: z.string().max(100) }), output: startView },
    /** Applies the change of the profile that the last search named. */
    applyChange: { input: nothing, output: startView },
  },
  enrolment: {
    status: { input: nothing, output: enrolmentView },
    /** In training the invitation and its token are known to main and may be left out. */
    begin: {
      input: z.strictObject({
        invitationId: uuid.optional(),
        token: z.string().min(1).max(4096).optional(),
        validDays: z.number().int().min(1).max(731),
        cidrs: z.array(z.string().max(64)).max(50),
      }),
      output: enrolmentView,
    },
    check: { input: nothing, output: enrolmentView },
    /** Retires a key that was replaced, unless orders signed with it are not settled. */
    retire: { input: nothing, output: enrolmentView },
  },
  wallets: {
    /** What is kept here, without the network; null while nothing is. */
    read: { input: nothing, output: walletsView.nullable() },
    list: { input: nothing, output: walletsView },
    /** Which balances are low, as they were last read; waits until an average day is read, once a day. */
    low: { input: nothing, output: z.object({ items: z.array(lowBalance) }) },
    /** Puts a text that asks for a top-up into the clipboard. The API has no call for it: a person sends it. */
    copyTopUp: { input: z.strictObject({ walletId: uuid }), output: z.object({ copied: z.literal(true) }) },
  },
  catalogue: {
    /**
     * What is kept here, without the network, a part at a time: `from` is the `next` of the part before, and `readAt`
     * its own. `asSaid` asks for what the service said last, with what may not be kept here and is handed over once.
     */
    read: {
      input: z.strictObject({
        walletId: uuid,
        from: z.number().int().min(0).exactOptional(),
        readAt: instant.exactOptional(),
        asSaid: z.literal(true).exactOptional(),
      }),
      output: catalogueView,
    },
    /** Reads the service, and gives the first part. */
    sync: { input: z.strictObject({ walletId: uuid }), output: catalogueView },
    /** Reads one card at the service, for a sale that was refused because its price changed. */
    freshCard: {
      input: z.strictObject({ walletId: uuid, cardId: uuid }),
      output: z.object({ card: catalogueCard, pricesRevision: z.number().int() }),
    },
    /** The logo of a category or subcategory; null where initials stand for it. */
    logo: { input: z.strictObject({ walletId: uuid, id: uuid }), output: logoView },
  },
  orders: {
    /** Returns once the intent is durable; the outcome arrives by `orderChanged`. */
    place: {
      input: z.strictObject({
        walletId: uuid,
        cardId: uuid,
        quantity: z.number().int().min(1),
        externalReference: z.string().optional(),
        useAllowedDebt: z.boolean(),
        replaces: uuid.optional(),
        /** Nobody pressed for it: main decides whether an order refused as `price_changed` may be tried again so. */
        afterPriceChange: z.literal(true).exactOptional(),
        /** What the customer pays for one card, where that is not what the prices say; as it was typed. */
        otherPrice: z.string().max(60).exactOptional(),
        /** The prices by which the screen was drawn. */
        pricesRevision: z.number().int().min(0),
        /** What the customer pays by the screen: the charge times quantity, or nothing is sold. */
        shownTotal: chargedMoney,
        /** The person said that the same sale, still unsettled, is another one. */
        besidesPending: z.boolean(),
        /** The person was asked once more about a sale this large, and said that it is meant. */
        largeConfirmed: z.boolean().exactOptional(),
        ...withApproval,
      }),
      output: orderView,
    },
    /** Several cards for one customer: returns once the intents of all lines are durable, or of none. */
    buyBasket: { input: basketInput.extend(withApproval), output: placedBasket },
    list: { input: orderQuery, output: orderList },
    read: { input: operation, output: orderDetail },
    /**
     * Puts what the service's support needs of one order into the clipboard: its numbers, and those of its requests. No
     * code.
     */
    copyForStaff: { input: operation, output: z.object({ copied: z.literal(true) }) },
    resume: { input: operation, output: orderView },
    keepWanted: { input: operation, output: orderView },
    cancel: { input: operation, output: orderView },
    decide: {
      input: z.strictObject({ operationId: uuid, choice: z.enum(decisionChoices), ...withApproval }),
      output: orderView,
    },
  },
  reveals: {
    /** All of an order, or one card of it. */
    show: {
      input: z.strictObject({ operationId: uuid, soldCardId: uuid.exactOptional(), ...withApproval }),
      output: shownView,
    },
    /** All of several orders in one frame, in this order; `failed` are those whose codes did not come. */
    showSeveral: { input: severalInput.extend(withApproval), output: severalShown },
    /** Copies without showing. */
    copy: {
      input: z.strictObject({
        operationId: uuid,
        soldCardId: uuid,
        part: z.enum(['serialNumber', 'voucher']),
        ...withApproval,
      }),
      output: z.object({ copied: z.literal(true) }),
    },
    handOver: { input: operation, output: orderView },
    handOverSeveral: { input: severalInput, output: z.object({ orders: z.array(orderView) }) },
    /** Puts the codes of a sale into an encrypted file, and shows its password this once. */
    saveForCompany: { input: companyInput, output: savedForCompany },
    /** Compares owned cards with restored or copied records and accepts them as the one copy. */
    reconcile: { input: reconcileInput, output: reconciledView },
    /** A person has seen what the comparison found. */
    noteFindings: { input: nothing, output: z.object({ noted: z.literal(true) }) },
    ownedCards: {
      input: z.strictObject({ walletId: uuid, cursor: z.string().optional() }),
      output: z.object({ items: z.array(ownedCard), nextCursor: z.string().optional(), skipped: skipped.optional() }),
    },
    /** Asked for at the service again, whoever bought it; so is every card of an invoice, all or none. */
    revealOwned: { input: z.strictObject({ walletId: uuid, soldCardId: uuid }), output: shownView },
    revealInvoice: { input: z.strictObject({ walletId: uuid, invoiceId: uuid }), output: shownView },
  },
  receipts: {
    printers: { input: nothing, output: receiptOutputs.printers },
    preview: { input: receiptInputs.preview, output: receiptOutputs.preview },
    print: { input: receiptInputs.print, output: receiptOutputs.print },
    answer: { input: receiptInputs.answer, output: z.object({ orders: z.array(orderView) }) },
  },
  diagnosis: {
    /** One call that changes nothing: what was signed beside what the service saw. */
    run: { input: nothing, output: diagnosisView },
    /**
     * Looks for the cause where calls are refused; takes up to a minute. With `tryForms` also by calls in other forms
     * with the key in use.
     */
    search: { input: z.strictObject({ tryForms: z.boolean().optional() }), output: examinationView },
    /** Ends a search that is under way; it gives what it knows by then. */
    cancel: { input: nothing, output: nothing },
  },
  preferences: {
    read: { input: nothing, output: preferencesView },
    change: { input: preferencesChange, output: preferencesView },
    /** What stands in `pairedBarcodes` for a code that was scanned. */
    digestOf: { input: z.strictObject({ barcode }), output: z.object({ digest: barcodeDigest }) },
  },
  screen: screenCalls,
  staff: staffCalls,
  prices: priceCalls,
  limits: limitCalls,
  day: dayCalls,
  complaints: complaintCalls,
  payments: paymentCalls,
  reports: reportCalls,
  /** Only in training: what the practice service does to the next sale. */
  today: todayCalls,
  training: {
    begin: { input: z.strictObject({ lesson: z.enum(lessons) }), output: z.object({ lesson: z.enum(lessons) }) },
    end: { input: nothing, output: z.object({ ended: z.literal(true) }) },
  },
  updates: updateCalls,
  supportLog: supportLogCalls,
} as const satisfies { [D in Domain]: { [C in CallName<D>]: { input: z.ZodType; output: z.ZodType } } };

export const notices = {
  enrolmentChanged: enrolmentView,
  orderChanged: orderView,
  connectionChanged: connectionView,
  /** The minute in which the last answer came, once for each. */
  serviceAnswered: z.object({ at: instant }),
  clockChanged: z.object({ offsetSeconds: z.number().int() }),
  serviceKeysChanged: serviceKeysView,
  /** Found while nobody asked: from now on nothing can be sold. */
  journalDamaged: nothing,
  /**
   * Whatever of a card's codes can be seen goes away now: the counter was locked, the computer sleeps, nobody is there.
   */
  hideCodes: nothing,
  updatesChanged: updateView,
  ...screenNotices,
} as const satisfies Record<NoticeName, z.ZodType>;

type Calls = typeof calls;
type Entry<D extends Domain, C extends CallName<D>> = C extends keyof Calls[D] ? Calls[D][C] : never;
type CallSchemas<D extends Domain, C extends CallName<D>> =
  Entry<D, C> extends { readonly input: infer I extends z.ZodType; readonly output: infer O extends z.ZodType }
    ? { input: I; output: O }
    : never;
export type CallInput<D extends Domain, C extends CallName<D>> = z.infer<CallSchemas<D, C>['input']>;
export type CallOutput<D extends Domain, C extends CallName<D>> = z.infer<CallSchemas<D, C>['output']>;
export type CallResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failure };
export type NoticePayload<N extends NoticeName> = z.infer<(typeof notices)[N]>;

/** What the renderer sees as `window.counter`: every call by domain, and one way to listen. */
export type CounterBridge = {
  readonly [D in Domain]: {
    readonly [C in CallName<D>]: (input: CallInput<D, C>) => Promise<CallResult<CallOutput<D, C>>>;
  };
} & { readonly on: <N extends NoticeName>(notice: N, listener: (payload: NoticePayload<N>) => void) => () => void };

/** What main implements: one function for each call. */
export type CallHandlers = {
  readonly [D in Domain]: {
    readonly [C in CallName<D>]: (input: CallInput<D, C>) => Promise<CallResult<CallOutput<D, C>>>;
  };
};

export type StartView = z.infer<typeof startView>;
export type EnrolmentSteps = z.infer<typeof enrolmentSteps>;
export type EnrolmentView = z.infer<typeof enrolmentView>;
export type KeyValidity = z.infer<typeof keyValidity>;
export type ServiceKeyView = z.infer<typeof serviceKey>;
export type ConnectionView = z.infer<typeof connectionView>;
export type ServiceKeysView = z.infer<typeof serviceKeysView>;
export type WalletView = z.infer<typeof wallet>;
export type CatalogueView = z.infer<typeof catalogueView>;
export type OrderView = z.infer<typeof orderView>;
export type OrderDetail = z.infer<typeof orderDetail>;
export type LocalizedText = z.infer<typeof localizedText>;
export type ShownView = z.infer<typeof shownView>;
export type SeveralShownView = z.infer<typeof severalShown>;
export type OwnedCardView = z.infer<typeof ownedCard>;
export type Theme = z.infer<typeof theme>;
