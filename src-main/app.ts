import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { AppPorts, CounterApp, NoticeListener } from './app-ports.ts';
import { appCalls } from './calls/app.ts';
import { catalogueCalls } from './calls/catalogue.ts';
import { orderViewOf } from './calls/context.ts';
import type { CallContext, OpenDeployment } from './calls/context.ts';
import { enrolmentCalls } from './calls/enrolment.ts';
import { createUnderWay, guarded } from './calls/guard.ts';
import { orderCalls } from './calls/orders.ts';
import { revealCalls } from './calls/reveals.ts';
import { walletCalls } from './calls/wallets.ts';
import { watchConnection } from './connection.ts';
import type { OperationId } from './core/ids.ts';
import { err, ok } from './core/result.ts';
import type { Result } from './core/result.ts';
import type { Failure } from '../src-preload/contract/codes.ts';
import { writeFileAtomically } from './files/atomic-write.ts';
import { JournalUnavailable } from './journal/journal-failure.ts';
import { closeDeployment, openDeployment, profileFrom } from './open-deployment.ts';
import type { Opening } from './open-deployment.ts';
import { readSettings, writeSettings } from './settings.ts';

/**
 * The counter behind the screens, the same in every host. It remembers the deployment that was chosen and opens it at
 * start; training begins afresh each time and is forgotten at the end.
 */
export async function createCounterApp(hostPorts: AppPorts): Promise<CounterApp> {
  const listeners = new Set<NoticeListener>();
  const notify: NoticeListener = (notice, payload) => listeners.forEach((listener) => listener(notice, payload));
  const connection = watchConnection(hostPorts.transport, (online) => notify('connectionChanged', { online }));
  const ports: AppPorts = { ...hostPorts, transport: connection.transport };
  const underWay = createUnderWay();
  const inTurn = createTurns();
  let settings = readSettings(ports.dataDirectory);
  let current: OpenDeployment | null = null;
  let closing = new AbortController();

  const close = async (): Promise<void> => {
    const last = current;
    current = null;
    closing.abort();
    if (last !== null) await closeDeployment(last, underWay.ended);
    if (last?.mode === 'training') rmSync(trainingDirectory(ports), { recursive: true, force: true });
    closing = new AbortController();
  };
  const open = async (opening: Omit<Opening, 'language'>): Promise<OpenDeployment> => {
    const opened = await openDeployment(ports, { ...opening, language: () => settings.language });
    current = opened;
    if (opened.ledger.ok) opened.ledger.value.onOrderChanged((operationId) => announce(operationId));
    opened.runner?.start();
    return opened;
  };
  const announce = (operationId: OperationId): void => {
    if (current?.ledger.ok !== true) return;
    try {
      const facts = current.ledger.value.book.find(operationId);
      if (facts !== null) notify('orderChanged', orderViewOf(context, operationId, facts));
    } catch (error) {
      // What was recorded stays recorded, also where it cannot be read back for the screen now.
      if (!(error instanceof JournalUnavailable)) throw error;
    }
  };
  /** What was chosen in an earlier run, or nothing. */
  const openKept = async (): Promise<void> => {
    const profile = ports.trainingOnly ? null : keptProfile(ports);
    if (profile !== null) await open({ mode: 'deployment', directory: deploymentDirectory(ports), profile, sandbox: null });
  };
  const openTraining = async (): Promise<Result<void, Failure>> => {
    await close();
    // Its data key lived in the memory of the last training, so nothing of that could be read any more.
    rmSync(trainingDirectory(ports), { recursive: true, force: true });
    const sandbox = await ports.startSandbox(join(trainingDirectory(ports), 'service'));
    if (!sandbox.ok) return sandbox;
    const { counter } = await open({
      mode: 'training', directory: join(trainingDirectory(ports), 'counter'), profile: profileIn(sandbox.value.deploymentFile), sandbox: sandbox.value,
    });
    return counter.ok ? ok(undefined) : counter;
  };
  const openChosen = async (text: string): Promise<Result<void, Failure>> => {
    const profile = profileFrom(text);
    if (!profile.ok) return profile;
    await close();
    const { ledger } = await open({ mode: 'deployment', directory: deploymentDirectory(ports), profile, sandbox: null });
    if (!ledger.ok) return ledger;
    const kept = writeFileAtomically(profilePath(ports), new TextEncoder().encode(text));
    return kept.ok ? ok(undefined) : err({ code: 'journal_not_writable' });
  };
  /** A choice that could not be opened leaves the counter as it was at start. */
  const orKept = async (opening: Promise<Result<void, Failure>>): Promise<Result<void, Failure>> => {
    const opened = await opening;
    if (opened.ok) return opened;
    await close();
    await openKept();
    return opened;
  };

  const context: CallContext = {
    ports, notify,
    current: () => current,
    language: () => settings.language,
    setLanguage: (language) => {
      settings = { ...settings, language };
      writeSettings(ports.dataDirectory, settings);
    },
    isOnline: connection.isOnline,
    openTraining: () => inTurn(() => orKept(openTraining())),
    openDeployment: (text) => inTurn(() => orKept(openChosen(text))),
    later: (ms, work) => void underWay.track(ports.clock.sleep(ms, closing.signal).then(work).catch((error: unknown) => ports.reportBug?.(error))),
  };
  await openKept();
  const { track } = underWay;
  return {
    handlers: {
      // Some of these close what is open and would wait for themselves.
      app: guarded(appCalls(context), (call) => call),
      enrolment: guarded(enrolmentCalls(context), track), wallets: guarded(walletCalls(context), track),
      catalogue: guarded(catalogueCalls(context), track), orders: guarded(orderCalls(context), track), reveals: guarded(revealCalls(context), track),
    },
    onNotice: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => inTurn(close),
  };
}

/** Opening and closing never overlap: a second wish waits for the first. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

function keptProfile(ports: AppPorts): Opening['profile'] | null {
  try {
    return profileFrom(readFileSync(profilePath(ports), 'utf8'));
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? null : err({ code: 'profile_unreadable' });
  }
}

function profileIn(file: string): Opening['profile'] {
  try {
    return profileFrom(readFileSync(file, 'utf8'));
  } catch {
    return err({ code: 'sandbox_failed', detail: 'deployment_file' });
  }
}

function trainingDirectory(ports: AppPorts): string {
  return join(ports.dataDirectory, 'training');
}

function deploymentDirectory(ports: AppPorts): string {
  return join(ports.dataDirectory, 'counter');
}

function profilePath(ports: AppPorts): string {
  return join(deploymentDirectory(ports), 'deployment.json');
}
