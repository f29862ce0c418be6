import { initialPreferences } from '../../src-shared/contract/initial-preferences.ts';
import type { Domain } from '../../src-shared/contract/names.ts';
import type { CallHandlers } from '../../src-shared/contract/schemas.ts';
import type { OperationId } from '../core/ids.ts';
import { err } from '../core/result.ts';
import { JournalUnavailable } from '../journal/journal-failure.ts';
import { createOneTimePages } from '../pages/one-time-pages.ts';
import { createCopiedCodes } from '../reveals/driver/copied-codes.ts';
import { noticeEntry, notedCalls, notedTransport } from '../support-log/noted.ts';
import type { SupportLog } from '../support-log/support-log.ts';
import { appCalls } from './calls/app.ts';
import { createApprovals } from './calls/approvals.ts';
import { byRule, type CallSituation } from './calls/by-rule.ts';
import { catalogueCalls } from './calls/catalogue.ts';
import { complaintCalls } from './calls/complaints.ts';
import { orderViewOf, type CallContext } from './calls/context.ts';
import { dayCalls } from './calls/day.ts';
import { diagnosisCalls } from './calls/diagnosis.ts';
import { enrolmentCalls } from './calls/enrolment.ts';
import { limitCalls } from './calls/limits.ts';
import { orderCalls } from './calls/orders.ts';
import { paymentCalls } from './calls/payments.ts';
import { preferenceCalls } from './calls/preferences.ts';
import { priceCalls } from './calls/prices.ts';
import { receiptCalls } from './calls/receipts.ts';
import { rememberedScreen } from './calls/remembered-screen.ts';
import { reportCalls } from './calls/reports.ts';
import { revealCalls } from './calls/reveals.ts';
import { screenCalls } from './calls/screen.ts';
import { staffCalls } from './calls/staff.ts';
import { supportLogCalls } from './calls/support-log.ts';
import { todayCalls } from './calls/today.ts';
import { trainingCalls } from './calls/training.ts';
import { updateCalls } from './calls/updates.ts';
import { walletCalls } from './calls/wallets.ts';
import { ChosenDeployment } from './counter/chosen-deployment.ts';
import { watchConnection } from './counter/connection.ts';
import { rememberDiagnosis } from './counter/diagnosed.ts';
import { foldersIn } from './counter/folders.ts';
import { countInFlight } from './counter/in-flight.ts';
import { areCopied, areUnsettled, createPageState, isStaffed, staffIn } from './counter/page-state.ts';
import type { AppPorts, CounterApp, NoticeListener } from './counter/ports.ts';
import { rememberedSettings } from './counter/settings.ts';
import { createUnderWay, trackedCalls, type UnderWay } from './counter/under-way.ts';
import { serviceTimeOf, updateFactsOf } from './counter/update-facts.ts';
import { CounterUpdates } from './counter/updates.ts';

/**
 * The counter behind the screens, the same in every host. It remembers the deployment that was chosen and opens it at
 * start; training begins afresh each time and is forgotten at the end. A host with uses of its own for the settings
 * shares them.
 */
export async function createCounterApp(
  hostPorts: AppPorts,
  settings = rememberedSettings(hostPorts.dataDirectory),
): Promise<CounterApp> {
  const listeners = new Set<NoticeListener>();
  const note: SupportLog['note'] = (entry) => hostPorts.supportLog?.note(entry);
  const notify: NoticeListener = (notice, payload) => {
    const entry = noticeEntry(notice, payload);
    if (entry !== null) note(entry);
    listeners.forEach((listener) => listener(notice, payload));
  };
  const { host, version } = hostPorts;
  note({ kind: 'started', host, version, on: process });
  const connection = watchConnection(
    notedTransport(hostPorts.transport, hostPorts.clock, note),
    hostPorts.clock,
    (view, isBack) => {
      notify('connectionChanged', view);
      if (isBack) chosen.current()?.runner?.networkReturned();
    },
    (at) => notify('serviceAnswered', { at }),
  );
  const counted = countInFlight(connection.transport);
  const ports: AppPorts = { ...hostPorts, transport: counted.transport, logoTransport: hostPorts.transport };
  const underWay = createUnderWay();
  const diagnosed = rememberDiagnosis();
  const chosen = new ChosenDeployment({
    ports,
    language: () => settings.read().language,
    underWay,
    onOrderChanged: (operationId) => announce(context, operationId),
    onServiceKeys: (view) => notify('serviceKeysChanged', view),
    onClockLearned: (offsetMs) => notify('clockChanged', { offsetSeconds: Math.round(offsetMs / 1000) }),
    onSignature: connection.judged,
    onJournalDamaged: () => notify('journalDamaged', {}),
    onOpened: () => pageState.opened(),
    onClosed: () => {
      connection.forget();
      diagnosed.forget();
    },
  });
  const copied = createCopiedCodes(ports.clipboard, (ms, work) => chosen.later(ms, work));
  const pages = createOneTimePages(ports, (ms, work) => chosen.later(ms, work));
  const pageState = createPageState(
    () => chosen.current(),
    notify,
    () => ports.clock.monotonicMs(),
  );
  const updates = new CounterUpdates({
    ports: hostPorts,
    facts: () =>
      updateFactsOf({
        current: chosen.current(),
        openWork: pageState.openWork(),
        inFlight: counted.inFlight(),
        directory: foldersIn(ports.dataDirectory).deployment,
        nowMs: ports.clock.nowMs(),
      }),
    serviceMs: () => serviceTimeOf(chosen.current()),
    changed: (view) => notify('updatesChanged', view),
  });
  const lock = (): Promise<void> => {
    pageState.lock();
    // Nothing is open while one deployment takes the place of another, and the person may be gone all the same.
    if (!pageState.isLocked()) chosen.whenSettled(pageState.lock);
    notify('hideCodes', {});
    pages.clear();
    return copied.clear();
  };
  const context: CallContext = {
    ports,
    lock,
    notify,
    settings,
    diagnosed,
    updates,
    copied,
    pages,
    pageState: pageState,
    current: () => chosen.current(),
    connection: () => connection.view(),
    answeredAt: () => connection.answeredAt(),
    openTraining: () => chosen.startTraining(),
    leaveTraining: () => chosen.leaveTraining(),
    openDeployment: (text) => chosen.choose(text, pageState.watched()),
    isOpen: (input) => isChoice(input) && chosen.isOpen(input.text),
    recover: (phrase) => chosen.recover(phrase),
    deploymentSigner: () => chosen.signer(),
    backupTimesMs: () => chosen.backups().map(({ atMs }) => atMs),
    restoreBackup: (madeAtMs) => chosen.restore(madeAtMs),
    salvage: () => chosen.salvage(),
    changeDeployment: (changes) => chosen.change(changes, pageState.watched()),
    later: (ms, work) => chosen.later(ms, work),
  };
  await chosen.openKept();
  return {
    handlers: handlersOf(context, underWay.track),
    onNotice: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    page: (path) => pages.take(path),
    lock,
    idleLockMinutes: () => (chosen.current()?.preferences.read() ?? initialPreferences).idleLockMinutes,
    mayQuit: () => pageState.mayQuit(),
    drawn: () => updates.begin(chosen.current()?.localRecords.ok ?? true),
    close: async () => {
      await updates.close();
      await remember(context);
      await chosen.close();
      note({ kind: 'ended' });
      await hostPorts.supportLog?.close();
    },
  };
}

/** The next start is slower where this fails, and loses nothing. */
async function remember(context: CallContext): Promise<void> {
  const { rememberScreen, reportBug } = context.ports;
  if (rememberScreen === undefined) return;
  try {
    const screen = await rememberedScreen(context);
    if (screen !== null) rememberScreen(screen);
  } catch (error) {
    if (!(error instanceof JournalUnavailable)) reportBug?.(error);
  }
}

function handlersOf(context: CallContext, track: UnderWay['track']): CounterApp['handlers'] {
  const { pageState, ports } = context;
  const note: SupportLog['note'] = (entry) => ports.supportLog?.note(entry);
  const leavesIf =
    (holds: typeof areCopied) =>
    (input: unknown): boolean =>
      holds(context.current()) && !context.isOpen(input);
  const situation: CallSituation = {
    is: { locked: pageState.isLocked, copied: leavesIf(areCopied), unsettled: leavesIf(areUnsettled) },
    watched: pageState.watched,
    person: () => personAt(context),
    approvals: createApprovals(ports.randomness),
    approve: async (manager, pin) =>
      (await staffIn(context.current())?.approve(manager, pin)) ?? err({ code: 'person_unknown' }),
    protectScreen: ports.protectScreen,
  };
  const served = <D extends Domain>(domain: D, calls: CallHandlers[D], tracked = track): CallHandlers[D] =>
    notedCalls(domain, trackedCalls(byRule(domain, calls, situation), tracked), note);
  return {
    // Some of these close what is open and would wait for themselves.
    app: served('app', appCalls(context), (call) => call),
    enrolment: served('enrolment', enrolmentCalls(context)),
    wallets: served('wallets', walletCalls(context)),
    catalogue: served('catalogue', catalogueCalls(context)),
    orders: served('orders', orderCalls(context)),
    reveals: served('reveals', revealCalls(context)),
    receipts: served('receipts', receiptCalls(context)),
    diagnosis: served('diagnosis', diagnosisCalls(context)),
    preferences: served('preferences', preferenceCalls(context)),
    prices: served('prices', priceCalls(context)),
    limits: served('limits', limitCalls(context)),
    complaints: served('complaints', complaintCalls(context)),
    payments: served('payments', paymentCalls(context)),
    today: served('today', todayCalls(context)),
    training: served('training', trainingCalls(context)),
    screen: served('screen', screenCalls(context)),
    staff: served('staff', staffCalls(context)),
    updates: served('updates', updateCalls(context)),
    day: served('day', dayCalls(context)),
    reports: served('reports', reportCalls(context)),
    supportLog: served('supportLog', supportLogCalls(context)),
  };
}

/** Who is at the counter, with the role that they have now. */
function personAt(context: CallContext): ReturnType<CallSituation['person']> {
  if (!isStaffed(context.current())) return null;
  const id = context.pageState.person();
  return (id === null ? null : staffIn(context.current())?.find(id)) ?? 'nobody';
}

function isChoice(input: unknown): input is { readonly text: string } {
  return typeof input === 'object' && input !== null && 'text' in input && typeof input.text === 'string';
}

function announce(context: CallContext, operationId: OperationId): void {
  const localRecords = context.current()?.localRecords;
  if (localRecords?.ok !== true) return;
  try {
    const facts = localRecords.value.records.find(operationId);
    if (facts !== null) context.notify('orderChanged', orderViewOf(context, operationId, facts));
  } catch (error) {
    // What was recorded stays recorded, also where it cannot be read back for the screen now.
    if (!(error instanceof JournalUnavailable)) throw error;
  }
}
