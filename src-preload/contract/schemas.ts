import { z } from 'zod';

import { languages, themes } from './choices.ts';
import { attentionReasons, counterCodes, decisionChoices, keyEndWarningDays, orderStates, refusalCodes, timelineKinds } from './codes.ts';
import type { Failure } from './codes.ts';
import { deskCalls, deskNotices } from './desk.ts';
import { diagnosisView, examinationView } from './diagnosis.ts';
import { lessons } from './lessons.ts';
import type { CallName, Domain, NoticeName } from './names.ts';
import { orderQuery } from './order-list.ts';
import { printsView, receiptInputs, receiptOutputs } from './receipts.ts';
import { preferencesChange, preferencesView } from './preferences.ts';
import { uuid } from './shapes.ts';

/** What each call takes and gives, and what each notice carries. Inputs are strict: an unknown member is refused. */

const amount = z.string().regex(/^-?\d{1,15}\.\d{3}$/);
const instant = z.string().max(40);
const localizedText = z.object({ ar: z.string().optional(), en: z.string().optional() });
const money = z.object({ amount, currency: z.string().max(10), asOf: instant.optional() });
const nothing = z.strictObject({});
export const language = z.enum(languages);
export const theme = z.enum(themes);

export const failure = z.object({
  code: z.enum([...refusalCodes, ...counterCodes]),
  field: z.string().exactOptional(),
  detail: z.string().exactOptional(),
  operationId: z.string().exactOptional(),
  requestId: z.string().exactOptional(),
  httpStatus: z.number().int().exactOptional(),
  faults: z.array(z.object({ field: z.string(), allowed: z.string() })).exactOptional(),
});

const enrolmentSteps = z.object({
  state: z.enum(['none', 'draft', 'keyMade', 'submitted', 'proved', 'awaitingActivation', 'active', 'refused', 'expired']),
  invitationId: uuid.optional(),
  keyId: uuid.optional(),
  serviceThumbprint: z.string().optional(),
  ownThumbprint: z.string().optional(),
  thumbprintsAgree: z.boolean().optional(),
  refusal: failure.optional(),
});
/** Until when the key in use is sure to be valid, in whole days too, and the warning that is due. */
const keyValidity = z.object({ endsAt: instant, daysLeft: z.number().int(), warning: z.literal(keyEndWarningDays).optional() });
/** While a key is in use `state` is its own, `active`, whatever becomes of the one that is to replace it. */
const enrolmentView = enrolmentSteps.extend({
  validity: keyValidity.optional(),
  /** The enrolment of the key that is to replace the one in use. */
  next: enrolmentSteps.optional(),
  /** Keys that were replaced and still sign for orders that are not settled. */
  replaced: z.array(z.object({ keyId: uuid, pendingOrders: z.number().int() })).optional(),
});

/** A key of the service, by its name there and its RFC 7638 thumbprint. */
const serviceKey = z.object({ kid: z.string(), thumbprint: z.string() });
/** The keys that are believed, and those that the service publishes besides and nobody confirmed. */
const serviceKeysView = z.object({
  /** `confirmed`: by a person's word, which a person can take back. */
  believed: z.array(serviceKey.extend({ confirmed: z.boolean() })),
  offered: z.array(serviceKey),
});

/** What a comparison of the records with the service found. Numbers of cards only. */
const reconciledView = z.object({ ownedCards: z.number().int(), unknownCards: z.array(uuid), missingCards: z.array(uuid) });

const startView = z.object({
  host: z.enum(['electron', 'browser']),
  mode: z.enum(['none', 'training', 'deployment']),
  deploymentName: z.string().optional(),
  language,
  theme,
  enrolment: enrolmentView,
  invitation: z.object({ invitationId: uuid, tokenReady: z.literal(true) }).optional(),
  /** The permissions the service last reported; absent while never read. */
  scopes: z.array(z.string()).optional(),
  /** How many days of validity may be asked for a key; absent where nothing can be sold. */
  validDays: z.object({ minimum: z.number().int(), maximum: z.number().int() }).optional(),
  /** How long the shop's own reference of a sale may be; absent where nothing can be sold. */
  referenceMaximum: z.number().int().optional(),
  /** How far this machine's clock is behind (positive) or ahead of the service; absent while not known. */
  clockOffsetSeconds: z.number().int().optional(),
  online: z.boolean(),
  version: z.string(),
  /** Why the records may not be the one and latest copy; absent where they are. Until owned cards are reconciled nothing new is sold. */
  custody: z.enum(['restored', 'copied', 'rolled-back']).optional(),
  /** What the last comparison with the service found, until a person has noted it. */
  findings: reconciledView.optional(),
  /** Absent where the deployment file holds the keys themselves. */
  serviceKeys: serviceKeysView.optional(),
  /** Why selling is not possible though a deployment is chosen; the journal works all the same. */
  problem: failure.optional(),
});

const wallet = z.object({ id: uuid, name: localizedText.optional(), currency: z.string(), balance: money, status: z.string().optional() });
const walletsView = z.object({ items: z.array(wallet), readAt: instant, fresh: z.boolean() });

const card = z.object({
  id: uuid, subcategoryId: uuid, name: localizedText.optional(), faceValue: z.string().optional(),
  unitPrice: money.optional(), personalPrice: money.optional(), specialOfferPrice: money.optional(), hasSpecialOffer: z.boolean(), available: z.boolean(),
  /** What the service last told of how many of it one order may be for; it may have changed since. */
  quantityLimits: z.object({ minimum: z.number().int().optional(), maximum: z.number().int().optional() }).optional(),
});
const subcategory = z.object({
  id: uuid, categoryId: uuid, name: localizedText.optional(), description: localizedText.optional(),
  isBestSelling: z.boolean(), displayOrder: z.number().int(), available: z.boolean(),
});
const category = z.object({
  id: uuid, name: localizedText.optional(), description: localizedText.optional(), type: z.string().optional(),
  inStock: z.boolean(), displayOrder: z.number().int(),
});
/** A raster image of 200 KB at most, in itself: the screen fetches nothing. */
const logoView = z.object({ image: z.string().max(300_000).regex(/^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+=*$/).nullable() });
const catalogueView = z.object({
  walletId: uuid, categories: z.array(category), subcategories: z.array(subcategory), cards: z.array(card),
  /** When the service was last read for this wallet; absent where it never was. */
  readAt: instant.optional(),
  /** Where the next part begins; absent in the last. Shelves come with the first. */
  next: z.number().int().optional(),
});

const attemptView = z.object({
  startedAt: instant, httpStatus: z.number().int().nullable(), judgement: z.string(), requestId: z.string().nullable(),
});
const orderView = z.object({
  operationId: uuid, state: z.enum(orderStates), invoiceId: uuid.nullable(), walletId: uuid, cardId: uuid, quantity: z.number().int(),
  total: money, externalReference: z.string().nullable(), attempts: z.array(attemptView),
  /** The cards whose codes lie here; the codes themselves cross nowhere. */
  codes: z.array(z.object({ soldCardId: uuid })),
  cardName: localizedText.optional(), intendedAt: instant, wantedUntil: instant,
  /** Whether the codes of a completed order are sealed here, must be revealed by the service, or were handed over. */
  codesState: z.enum(['none', 'sealed', 'toReveal', 'handedOver']),
  /** They left this counter at least once: nothing else can be handed over. */
  codesCameOut: z.boolean(),
  prints: printsView,
  /** When the next attempt is due by itself; absent where only a person can go on. */
  nextAttemptAt: instant.optional(),
  /** Whether it still decides anything that the customer wants it. */
  wantedDecides: z.boolean(),
  cancellable: z.boolean(), refusal: failure.optional(), replaces: uuid.optional(),
  /** Why it needs a person and what that person can decide; `differs` names what was bought otherwise than meant. */
  attention: z.object({ reason: z.enum(attentionReasons), differs: z.array(z.string()), choices: z.array(z.enum(decisionChoices)) }).optional(),
  /** The outcome is a person's word and not the service's. */
  decided: z.enum(decisionChoices).exclude(['resend']).optional(),
});
const timelineEntry = z.object({
  at: instant,
  kind: z.enum(timelineKinds),
  /** Values for the sentence of this kind: states, codes, statuses and request ids; never a code of a card. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
const orderDetail = z.object({ order: orderView, timeline: z.array(timelineEntry) });
const orderList = z.object({ items: z.array(orderView), nextCursor: z.string().optional() });
const ownedCard = z.object({
  soldCardId: uuid, cardId: uuid.optional(), name: localizedText.optional(), invoiceId: uuid.optional(), operationId: uuid.optional(), purchasedAt: instant.optional(),
  /** When its codes came out here, as far as these records know. */
  history: z.array(timelineEntry),
});
/**
 * Codes never cross: main draws them into a page of its own, which a frame can load once from `frame`. `cards` are those in it, in its
 * order, and which codes each has.
 */
const shownView = z.object({
  frame: z.string().regex(/^\/drawn\/[\w-]{43}$/), cards: z.array(z.object({ soldCardId: uuid, voucher: z.boolean(), serialNumber: z.boolean() })),
});

const operation = z.strictObject({ operationId: uuid });

export const calls = {
  app: {
    start: { input: nothing, output: startView },
    setLanguage: { input: z.strictObject({ language }), output: z.object({ language }) },
    setTheme: { input: z.strictObject({ theme }), output: z.object({ theme }) },
    startTraining: { input: nothing, output: startView },
    /** Forgets the training and goes back to what was chosen before it, if anything was. */
    leaveTraining: { input: nothing, output: startView },
    /** `text` is the deployment profile as the person chose it, at most 256 KB. */
    useDeployment: { input: z.strictObject({ text: z.string().max(262_144) }), output: startView },
    /** Makes a new recovery phrase for the data key and shows it this once. */
    recoveryPhrase: { input: nothing, output: z.object({ phrase: z.string() }) },
    /** Opens what cannot be opened any more, and seals its key anew under this machine's key store. */
    recover: { input: z.strictObject({ phrase: z.string().max(200) }), output: startView },
    /** Reads the keys that the service publishes now. */
    readServiceKeys: { input: nothing, output: startView },
    /** The person compared the thumbprint with what the service's staff say: the key is believed from now on. */
    confirmServiceKey: { input: z.strictObject({ thumbprint: z.string().max(100) }), output: startView },
    /** Takes a confirmation back: what is signed with the key is not believed any more. */
    withdrawServiceKey: { input: z.strictObject({ thumbprint: z.string().max(100) }), output: startView },
    /** Applies the change of the profile that the last search named. */
    applyChange: { input: nothing, output: startView },
  },
  enrolment: {
    status: { input: nothing, output: enrolmentView },
    /** In training the invitation and its token are known to main and may be left out. */
    begin: {
      input: z.strictObject({
        invitationId: uuid.optional(), token: z.string().min(1).max(4096).optional(),
        validDays: z.number().int().min(1).max(731), cidrs: z.array(z.string().max(64)).max(50),
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
  },
  catalogue: {
    /** What is kept here, without the network, a part at a time: `from` is the `next` of the part before, and `readAt` its own. */
    read: { input: z.strictObject({ walletId: uuid, from: z.number().int().min(0).exactOptional(), readAt: instant.exactOptional() }), output: catalogueView },
    /** Reads the service, and gives the first part. */
    sync: { input: z.strictObject({ walletId: uuid }), output: catalogueView },
    /** The logo of a category or subcategory; null where initials stand for it. */
    logo: { input: z.strictObject({ walletId: uuid, id: uuid }), output: logoView },
  },
  orders: {
    /** Returns once the intent is durable; the outcome arrives by `orderChanged`. */
    place: {
      input: z.strictObject({
        walletId: uuid, cardId: uuid, quantity: z.number().int().min(1), expectedUnitPrice: money,
        externalReference: z.string().optional(), useAllowedDebt: z.boolean(), replaces: uuid.optional(),
        /** The person said that the same sale, still unsettled, is another one. */
        besidesPending: z.boolean(),
      }),
      output: orderView,
    },
    list: { input: orderQuery, output: orderList },
    read: { input: operation, output: orderDetail },
    /** Puts what the service's staff need of one order into the clipboard: its numbers, and those of its requests. No code. */
    copyForStaff: { input: operation, output: z.object({ copied: z.literal(true) }) },
    resume: { input: operation, output: orderView },
    keepWanted: { input: operation, output: orderView },
    cancel: { input: operation, output: orderView },
    decide: { input: z.strictObject({ operationId: uuid, choice: z.enum(decisionChoices) }), output: orderView },
  },
  reveals: {
    /** All of an order, or one card of it. */
    show: { input: z.strictObject({ operationId: uuid, soldCardId: uuid.exactOptional() }), output: shownView },
    /** Copies without showing. */
    copy: { input: z.strictObject({ operationId: uuid, soldCardId: uuid, part: z.enum(['serialNumber', 'voucher']) }), output: z.object({ copied: z.literal(true) }) },
    handOver: { input: operation, output: orderView },
    /** Compares owned cards with restored or copied records and accepts them as the one copy. */
    reconcile: { input: nothing, output: reconciledView },
    /** A person has seen what the comparison found. */
    noteFindings: { input: nothing, output: z.object({ noted: z.literal(true) }) },
    ownedCards: { input: z.strictObject({ walletId: uuid, cursor: z.string().optional() }), output: z.object({ items: z.array(ownedCard), nextCursor: z.string().optional() }) },
    /** Asked for at the service again, whoever bought it; so is every card of an invoice, all or none. */
    revealOwned: { input: z.strictObject({ walletId: uuid, soldCardId: uuid }), output: shownView },
    revealInvoice: { input: z.strictObject({ walletId: uuid, invoiceId: uuid }), output: shownView },
  },
  receipts: {
    printers: { input: nothing, output: receiptOutputs.printers },
    preview: { input: receiptInputs.preview, output: receiptOutputs.preview },
    print: { input: receiptInputs.print, output: receiptOutputs.print },
    answer: { input: receiptInputs.answer, output: orderView },
  },
  diagnosis: {
    /** One call that changes nothing: what was signed beside what the service saw. */
    run: { input: nothing, output: diagnosisView },
    /** Looks for the cause where calls are refused; takes up to a minute. */
    search: { input: nothing, output: examinationView },
    /** Ends a search that is under way; it gives what it knows by then. */
    cancel: { input: nothing, output: nothing },
  },
  preferences: {
    read: { input: nothing, output: preferencesView },
    change: { input: preferencesChange, output: preferencesView },
  },
  desk: deskCalls,
  /** Only in training: what the practice service does to the next sale. */
  training: {
    begin: { input: z.strictObject({ lesson: z.enum(lessons) }), output: z.object({ lesson: z.enum(lessons) }) },
    end: { input: nothing, output: z.object({ ended: z.literal(true) }) },
  },
} as const satisfies { [D in Domain]: { [C in CallName<D>]: { input: z.ZodType; output: z.ZodType } } };

export const notices = {
  enrolmentChanged: enrolmentView,
  orderChanged: orderView,
  connectionChanged: z.object({ online: z.boolean() }),
  clockChanged: z.object({ offsetSeconds: z.number().int() }),
  serviceKeysChanged: serviceKeysView,
  /** Whatever of a card's codes can be seen goes away now: the counter was locked, the machine sleeps, nobody is there. */
  hideCodes: nothing,
  ...deskNotices,
} as const satisfies Record<NoticeName, z.ZodType>;

type Calls = typeof calls;
type Entry<D extends Domain, C extends CallName<D>> = C extends keyof Calls[D] ? Calls[D][C] : never;
type CallSchemas<D extends Domain, C extends CallName<D>> =
  Entry<D, C> extends { readonly input: infer I extends z.ZodType; readonly output: infer O extends z.ZodType } ? { input: I; output: O } : never;
export type CallInput<D extends Domain, C extends CallName<D>> = z.infer<CallSchemas<D, C>['input']>;
export type CallOutput<D extends Domain, C extends CallName<D>> = z.infer<CallSchemas<D, C>['output']>;
export type CallResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failure };
export type NoticePayload<N extends NoticeName> = z.infer<(typeof notices)[N]>;

/** What the renderer sees as `window.counter`: every call by domain, and one way to listen. */
export type CounterBridge = {
  readonly [D in Domain]: { readonly [C in CallName<D>]: (input: CallInput<D, C>) => Promise<CallResult<CallOutput<D, C>>> };
} & { readonly on: <N extends NoticeName>(notice: N, listener: (payload: NoticePayload<N>) => void) => () => void };

/** What main implements: one function for each call. */
export type CallHandlers = {
  readonly [D in Domain]: { readonly [C in CallName<D>]: (input: CallInput<D, C>) => Promise<CallResult<CallOutput<D, C>>> };
};

export type StartView = z.infer<typeof startView>;
export type EnrolmentSteps = z.infer<typeof enrolmentSteps>;
export type EnrolmentView = z.infer<typeof enrolmentView>;
export type KeyValidity = z.infer<typeof keyValidity>;
export type ServiceKeyView = z.infer<typeof serviceKey>;
export type ServiceKeysView = z.infer<typeof serviceKeysView>;
export type WalletView = z.infer<typeof wallet>;
export type CatalogueView = z.infer<typeof catalogueView>;
export type OrderView = z.infer<typeof orderView>;
export type OrderDetail = z.infer<typeof orderDetail>;
export type LocalizedText = z.infer<typeof localizedText>;
export type ShownView = z.infer<typeof shownView>;
export type OwnedCardView = z.infer<typeof ownedCard>;
export type Language = z.infer<typeof language>;
export type Theme = z.infer<typeof theme>;
