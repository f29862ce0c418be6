import type { AppPorts, CounterApp, NoticeListener } from './app-ports.ts';
import { appCalls } from './calls/app.ts';
import { catalogueCalls } from './calls/catalogue.ts';
import { orderViewOf } from './calls/context.ts';
import type { CallContext } from './calls/context.ts';
import { enrolmentCalls } from './calls/enrolment.ts';
import { diagnosisCalls } from './calls/diagnosis.ts';
import { createUnderWay, guarded } from './calls/guard.ts';
import type { UnderWay } from './calls/guard.ts';
import { orderCalls } from './calls/orders.ts';
import { preferenceCalls } from './calls/preferences.ts';
import { revealCalls } from './calls/reveals.ts';
import { walletCalls } from './calls/wallets.ts';
import { ChosenDeployment } from './chosen-deployment.ts';
import { watchConnection } from './connection.ts';
import type { OperationId } from './core/ids.ts';
import { JournalUnavailable } from './journal/journal-failure.ts';
import { createOneTimePages } from './pages/one-time-pages.ts';
import { createCopiedCodes } from './reveals/copied-codes.ts';
import { rememberedLanguage } from './settings.ts';

/**
 * The counter behind the screens, the same in every host. It remembers the deployment that was chosen and opens it at
 * start; training begins afresh each time and is forgotten at the end.
 */
export async function createCounterApp(hostPorts: AppPorts): Promise<CounterApp> {
  const listeners = new Set<NoticeListener>();
  const notify: NoticeListener = (notice, payload) => listeners.forEach((listener) => listener(notice, payload));
  const connection = watchConnection(hostPorts.transport, (online) => {
    notify('connectionChanged', { online });
    if (online) chosen.current()?.runner?.networkReturned();
  });
  const ports: AppPorts = { ...hostPorts, transport: connection.transport };
  const underWay = createUnderWay();
  const { language, setLanguage } = rememberedLanguage(ports.dataDirectory);
  const chosen = new ChosenDeployment({ ports, language, underWay, onOrderChanged: (operationId) => announce(context, operationId), onServiceKeys: (view) => notify('serviceKeysChanged', view), onClockLearned: (offsetMs) => notify('clockChanged', { offsetSeconds: Math.round(offsetMs / 1000) }) });
  const copied = createCopiedCodes(ports.clipboard, (ms, work) => chosen.later(ms, work));
  const pages = createOneTimePages(ports, (ms, work) => chosen.later(ms, work));
  const context: CallContext = {
    ports, notify, language, setLanguage, copied, pages,
    current: () => chosen.current(),
    isOnline: connection.isOnline,
    openTraining: () => chosen.startTraining(),
    leaveTraining: () => chosen.leaveTraining(),
    openDeployment: (text) => chosen.choose(text),
    recover: (phrase) => chosen.recover(phrase),
    changeDeployment: (changes) => chosen.change(changes),
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
    hideCodes: () => {
      notify('hideCodes', {});
      pages.clear();
      return copied.clear();
    },
    close: () => chosen.close(),
  };
}

function handlersOf(context: CallContext, track: UnderWay['track']): CounterApp['handlers'] {
  return {
    // Some of these close what is open and would wait for themselves.
    app: guarded(appCalls(context), (call) => call),
    enrolment: guarded(enrolmentCalls(context), track), wallets: guarded(walletCalls(context), track),
    catalogue: guarded(catalogueCalls(context), track), orders: guarded(orderCalls(context), track), reveals: guarded(revealCalls(context), track),
    diagnosis: guarded(diagnosisCalls(context), track), preferences: guarded(preferenceCalls(context), track),
  };
}

function announce(context: CallContext, operationId: OperationId): void {
  const ledger = context.current()?.ledger;
  if (ledger?.ok !== true) return;
  try {
    const facts = ledger.value.book.find(operationId);
    if (facts !== null) context.notify('orderChanged', orderViewOf(context, operationId, facts));
  } catch (error) {
    // What was recorded stays recorded, also where it cannot be read back for the screen now.
    if (!(error instanceof JournalUnavailable)) throw error;
  }
}
