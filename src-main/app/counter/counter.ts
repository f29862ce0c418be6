import type { Failure } from '../../../src-shared/contract/codes.ts';
import { languages, type Language } from '../../../src-shared/words/languages.ts';
import { openCatalogue, type Catalogue } from '../../catalogue/catalogue.ts';
import { openComplaintRecords, type ComplaintRecords } from '../../complaints/records/complaint-records.ts';
import { openForDay } from '../../complaints/views/for-day.ts';
import type { OperationId } from '../../core/ids.ts';
import type { Clock, Randomness, Sealer, StepMark, Transport } from '../../core/ports.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { createAverageDays, type AverageDays } from '../../day/records/average-days.ts';
import { openDayRecords, type DayRecords } from '../../day/records/day-records.ts';
import { journalKeyMemory } from '../../deployment/key-memory.ts';
import { deploymentIdentity, profileHash, type DeploymentProfile } from '../../deployment/profile.ts';
import { createServiceKeys } from '../../deployment/service-keys.ts';
import { diagnose, type Diagnosis } from '../../diagnostics/diagnose.ts';
import { createDiagnostics, type Diagnostics } from '../../diagnostics/diagnostics.ts';
import { keepPolicy, policyOf, type Policy } from '../../diagnostics/policy.ts';
import { createEnrolmentDriver, type EnrolmentDriver } from '../../enrolment/driver/driver.ts';
import { createBackground } from '../../exchange/background.ts';
import { createRequestBudget } from '../../exchange/budget.ts';
import { greatestCreatedKept, keepGreatestCreated } from '../../exchange/greatest-created.ts';
import type { PartnerSession } from '../../exchange/session.ts';
import { automaticBackups } from '../../journal/backups.ts';
import { attempted, JournalUnavailable } from '../../journal/journal-failure.ts';
import type { Journal, JournalOptions } from '../../journal/journal.ts';
import { openJournal } from '../../journal/open-journal.ts';
import { openJournalToRead } from '../../journal/open-to-read.ts';
import { holdsKeys } from '../../keyring/keyring-file.ts';
import { openKeyring, type Keyring } from '../../keyring/keyring.ts';
import { openLimitRecords, type LimitRecords } from '../../limits/records/limit-records.ts';
import { createOrderDriver, type OrderDriver } from '../../orders/driver/driver.ts';
import { makePendingReadOnly } from '../../orders/records/copies.ts';
import { bringUpToDate } from '../../orders/records/history.ts';
import { openOrderRecords, type OrderRecords } from '../../orders/records/order-records.ts';
import { openOrderTexts } from '../../orders/records/order-text.ts';
import { openSaleNumbers } from '../../orders/records/sale-numbers.ts';
import type { PurchaseStep } from '../../orders/records/steps.ts';
import type { Judged } from '../../partner-api/judge.ts';
import type { OperationName } from '../../partner-api/operations/table.ts';
import { createServiceClock, type ServiceClock } from '../../partner-api/service-clock.ts';
import { openPaymentRecords, type PaymentRecords } from '../../payments/records/payment-records.ts';
import { openPriceRecords, type PriceRecords } from '../../prices/records/price-records.ts';
import { createBalanceReader, type BalanceReader } from '../../reconcile/driver/balance-reader.ts';
import { createComparisons, type Comparisons } from '../../reconcile/driver/comparisons.ts';
import { openBalanceRecords } from '../../reconcile/records/balance-records.ts';
import { createReveals, type Reveals } from '../../reveals/driver/reveals.ts';
import { openSerials, type Serials } from '../../reveals/records/serials.ts';
import { openStaff, type Staff } from '../../staff/staff.ts';
import { openVault, type Vault } from '../../vault/vault.ts';
import { openCallMemory, type CallMemory } from './call-memory.ts';
import { cardCategories } from './card-categories.ts';
import { journalRules } from './journal-rules.ts';
import { needsOfSales } from './needs.ts';
import { pinnedOrders } from './pinned-orders.ts';

/** What the records of one counter need: a folder and the time. No network, no key, no deployment. */
export interface LocalPorts extends Pick<JournalOptions, 'identity' | 'answerRoomBytes' | 'keepingStep'> {
  readonly directory: string;
  readonly clock: Clock;
  readonly randomness: Randomness;
}

/** The local half of a counter: everything that must be answerable with the network down and the key locked. */
export interface LocalRecords {
  readonly journal: Journal;
  readonly records: OrderRecords;
  readonly prices: PriceRecords;
  readonly limits: LimitRecords;
  readonly complaints: ComplaintRecords;
  readonly payments: PaymentRecords;
  /** Hears of every operation that changed. */
  onOrderChanged(listener: (operationId: OperationId) => void): void;
  close(): void;
}

export function openLocalRecords(ports: LocalPorts): Result<LocalRecords, Failure> {
  const opened = openJournal({ ...ports, rules: journalRules });
  return opened.ok ? localRecordsOver(opened.value, ports) : opened;
}

/** The records of a folder that cannot be written, to be read: whatever would be recorded is refused. */
export function openLocalRecordsToRead(ports: LocalPorts): Result<LocalRecords, Failure> {
  const opened = openJournalToRead({ ...ports, rules: journalRules });
  return opened.ok ? localRecordsOver(opened.value, ports) : opened;
}

function localRecordsOver(journal: Journal, ports: Ours): Result<LocalRecords, Failure> {
  const records = attempted(() => ok(recordsOver(journal, ports)));
  if (!records.ok) journal.close();
  return records;
}

type Ours = Pick<LocalPorts, 'clock' | 'randomness'>;

function recordsOver(journal: Journal, { clock, randomness }: Ours): LocalRecords {
  bringUpToDate(journal);
  const listeners: ((operationId: OperationId) => void)[] = [];
  const announce = (operationId: OperationId): void => listeners.forEach((listener) => listener(operationId));
  const records = openOrderRecords(journal, announce);
  const payments = openPaymentRecords({ journal, records, randomness });
  return {
    journal,
    records,
    prices: openPriceRecords(journal, randomness),
    limits: openLimitRecords(journal, randomness),
    complaints: openComplaintRecords({
      journal,
      records,
      clock,
      randomness,
      isMoneyBackOf: (operationId, id) => payments.sale(operationId)?.back.some((back) => back.id === id) === true,
    }),
    payments,
    onOrderChanged: (listener) => void listeners.push(listener),
    close: () => journal.close(),
  };
}

export interface CounterPorts extends LocalPorts {
  readonly transport: Transport;
  /** For logos; the same where nothing is said. */
  readonly logoTransport?: Transport;
  readonly sealer: Sealer;
  readonly language: () => Language;
  /** Where tests end the process; nothing otherwise. */
  readonly step: StepMark<PurchaseStep>;
  /** Aborts when nothing more is to be started; never where nothing is said. */
  readonly stopping?: AbortSignal;
  /** Where a bug in work that no call waits for is reported. */
  readonly reportBug?: (error: unknown) => void;
  /** Hears what each answer to the key in use was judged to be. */
  readonly onJudged?: (operation: OperationName, judged: Judged) => void;
}

/** A whole counter, speaking with one deployment. */
export interface Counter {
  readonly localRecords: LocalRecords;
  readonly vault: Vault;
  readonly keyring: Keyring;
  readonly session: PartnerSession;
  readonly catalogue: Catalogue;
  readonly enrolment: EnrolmentDriver;
  readonly orders: OrderDriver;
  readonly reveals: Reveals;
  readonly serials: Serials;
  readonly staff: Staff;
  readonly day: DayRecords;
  readonly averageDays: AverageDays;
  /** When the last automatic backup was made; null where there is none. */
  lastBackupAtMs(): number | null;
  readonly comparisons: Comparisons;
  /** Keeps what the wallets hold when a shift begins and when a day is closed. */
  readonly balanceReader: BalanceReader;
  /** Asks what the service sees of us, and keeps the permissions it reports. */
  diagnose(): Promise<Result<Diagnosis, Failure>>;
  readonly diagnostics: Diagnostics;
  /** Hears of each answer that shows whether the service accepts the signatures of the key in use. */
  onSignature(listener: (accepted: boolean) => void): void;
  /** The permissions last reported, or null while never read. */
  policy(): Policy | null;
  /** From now on nothing more is sent of orders; what is under way comes to its end. */
  stop(): void;
  close(): void;
}

/** Puts a counter together over its local records, which the counter closes. */
export async function openCounter(
  localRecords: LocalRecords,
  profile: DeploymentProfile,
  ports: CounterPorts,
): Promise<Result<Counter, Failure>> {
  const stopping = new AbortController();
  const background = createBackground(ports.reportBug ?? (() => undefined));
  try {
    return await openOver(localRecords, profile, ports, { stopping, background });
  } catch (thrown) {
    stopping.abort();
    background.close();
    // The records stay open: what can be read of them is shown, and why nothing can be sold.
    if (thrown instanceof JournalUnavailable) return err(thrown.failure);
    throw thrown;
  }
}

async function openOver(
  localRecords: LocalRecords,
  profile: DeploymentProfile,
  ports: CounterPorts,
  {
    stopping,
    background,
  }: { readonly stopping: AbortController; readonly background: ReturnType<typeof createBackground> },
): Promise<Result<Counter, Failure>> {
  const { directory, clock, randomness } = ports;
  const { journal, records } = localRecords;
  const vault = await openVault({
    directory,
    sealer: ports.sealer,
    randomness,
    mayBegin: () => !journal.holdsSealed() && !holdsKeys(directory),
  });
  if (!vault.ok) return vault;
  records.openTexts(openOrderTexts(journal, vault.value));
  const keyring = openKeyring({ directory, vault: vault.value, randomness, clock });
  if (!keyring.ok) return keyring;
  const taken = checkCopyStatus(journal, records, keyring.value);
  if (!taken.ok) return taken;
  const staff = openStaff({ directory, journal, vault: vault.value, clock, randomness });
  if (!staff.ok) return staff;
  const { history, lastCalls } = openCallMemory(journal, profile, clock);
  const session = openSession(journal, keyring.value, profile, ports, { history, lastCalls });
  const shared = { session, journal, vault: vault.value, records, step: ports.step, background };
  const orders = createOrderDriver({
    ...shared,
    judgedInVain: new Set(),
    stopping: ports.stopping === undefined ? stopping.signal : AbortSignal.any([stopping.signal, ports.stopping]),
    scopes: () => policyOf(journal)?.scopes ?? null,
    needsOf: (sales, beside) => needsOfSales(localRecords.limits, sales, beside),
    saleNumbers: openSaleNumbers(journal, keyring.value),
    passOn: (tx, replaced, newTry) => localRecords.payments.passOn(tx, replaced, newTry),
  });
  const reveals = createReveals({ ...shared, recheckOrder: (operationId) => orders.recheck(operationId) });
  const serials = openSerials({ ...shared, clock, randomness });
  // After the judging: what becomes verified now may bring codes.
  judgeOnNews(session, orders, reveals);
  serials.keep();
  localRecords.onOrderChanged((operationId) => serials.keepSoon(operationId));
  const enrolment = createEnrolmentDriver({
    session,
    journal,
    vault: vault.value,
    keyring: keyring.value,
    background,
    deployment: deploymentIdentity(profile),
    ...pinnedOrders({ journal, records }),
  });
  retireWithOrders(localRecords, enrolment);
  const averageDays = createAverageDays({ journal, clock });
  const balances = openBalanceRecords(shared);
  const reader = createBalanceReader({ session, balances, background, underWay: () => orders.underWay() });
  const diagnostics = createDiagnostics({
    session,
    keyring: keyring.value,
    journal,
    history,
    lastCalls,
    hasEnded: (localId) => enrolment.hasEnded(localId),
    latestEnrolment: () => enrolment.latest(),
  });
  // A file of its own: it would stay open where anything above fails.
  const catalogue = openCatalogue({ directory, session, logoTransport: ports.logoTransport ?? ports.transport });
  // What a Z keeps of categories is what the card list says when it is issued.
  const day = openDayRecords({
    journal,
    randomness,
    memory: keyring.value,
    openComplaints: () => openForDay(localRecords),
    payments: (asked) => localRecords.payments.ofDay(asked),
    categoryOf: cardCategories(catalogue),
  });
  return ok({
    localRecords,
    vault: vault.value,
    keyring: keyring.value,
    session,
    catalogue,
    enrolment,
    orders,
    reveals,
    serials,
    staff: staff.value,
    day,
    averageDays,
    lastBackupAtMs: () => automaticBackups(directory)[0]?.atMs ?? null,
    comparisons: createComparisons({ ...shared, directory, orders, balances, reader }),
    balanceReader: reader,
    diagnose: async () => {
      const diagnosis = await diagnose(session);
      if (diagnosis.ok) keepPolicy(journal, session.profile, diagnosis.value);
      return diagnosis;
    },
    diagnostics,
    onSignature: (listener) => history.onSignature(listener),
    policy: () => policyOf(journal),
    stop: () => stopping.abort(),
    close: () => {
      background.close();
      averageDays.stop();
      try {
        serials.keepLast();
        keepGreatestCreated(journal, session.serviceClock);
        // The keyring's checkpoint shows a journal that was rolled back to an older copy.
        recordCheckpoint(journal, keyring.value);
      } finally {
        catalogue.close();
        localRecords.close();
      }
    },
  });
}

/** Re-checks unverified answers, now and whenever the service's keys or its clock offset change. */
function judgeOnNews({ serviceKeys, serviceClock }: PartnerSession, orders: OrderDriver, reveals: Reveals): void {
  const judgeAgain = (): void => {
    orders.judgeAgain();
    reveals.judgeAgain();
  };
  serviceKeys.onRefreshed(judgeAgain);
  serviceClock.onLearned(judgeAgain);
  judgeAgain();
}

/** An order that is settled may have been the last that its key had to sign for. */
function retireWithOrders(localRecords: LocalRecords, enrolment: EnrolmentDriver): void {
  const retire = (): void => {
    try {
      enrolment.retireIdle();
    } catch (error) {
      // Records that cannot be read now say nothing of a key: it is retired another time.
      if (!(error instanceof JournalUnavailable)) throw error;
    }
  };
  retire();
  localRecords.onOrderChanged(retire);
}

/**
 * Before anything may be sent: whether these records are the one and latest copy, and what is only read where they are
 * not.
 */
function checkCopyStatus(journal: Journal, records: OrderRecords, keyring: Keyring): Result<void, Failure> {
  try {
    // Where the journal was replaced by an older one and its folder was not, only the keyring knows the later head.
    const changed =
      keyring.compareCheckpoint(journal) === 'suspected'
        ? journal.changeCopyStatus('rolled-back', [keyringCheckpointLost], keyring.checkpoint())
        : ok(undefined);
    if (!changed.ok) return changed;
    makePendingReadOnly({ journal, records });
    // On a full disk codes that were sold come out all the same: an older checkpoint lies in this chain too, and
    // accuses nobody.
    recordCheckpoint(journal, keyring);
    return ok(undefined);
  } catch (error) {
    if (error instanceof JournalUnavailable) return err(error.failure);
    throw error;
  }
}

/** The evidence that the keyring's checkpoint is not in the chain, as events name it. */
const keyringCheckpointLost = 'keyring_witness';

/** A later head that is missing stays with the keyring until a person has seen that it is. */
function recordCheckpoint(journal: Journal, keyring: Keyring): void {
  if (journal.copyFacts().lostHead === undefined) keyring.recordCheckpoint(journal.head());
}

function openSession(
  journal: Journal,
  keyring: Keyring,
  profile: DeploymentProfile,
  { clock, randomness, transport, language, onJudged }: CounterPorts,
  { history, lastCalls }: CallMemory,
): PartnerSession {
  const deployment = deploymentIdentity(profile);
  // In a later turn: what is recorded of the answer has it by then.
  const serviceClock: ServiceClock = createServiceClock(clock, greatestCreatedKept(journal), () =>
    setImmediate(() => journal.isOpen() && keepGreatestCreated(journal, serviceClock)),
  );
  return {
    profile,
    profileHash: profileHash(profile),
    transport,
    clock,
    randomness,
    language: () => languages[language()].service,
    serviceClock,
    serviceKeys: createServiceKeys(profile, transport, clock, journalKeyMemory(journal, deployment)),
    budget: createRequestBudget(),
    arrivals: new Map(),
    heard: (prepared, judged, raw) => {
      onJudged?.(prepared.operation, judged);
      history.heard(prepared, judged);
      lastCalls.heard(prepared, judged, raw);
    },
    unanswered: (prepared, fault) => lastCalls.unanswered(prepared, fault),
    signingKey: (pinned) =>
      (pinned === undefined ? null : keyring.pinned(deployment, pinned)) ?? keyring.active(deployment)?.key ?? null,
  };
}
