import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { AppPorts, CounterApp, NoticeListener } from './app-ports.ts';
import { appCalls } from './calls/app.ts';
import { catalogueCalls } from './calls/catalogue.ts';
import { orderViewOf } from './calls/context.ts';
import type { CallContext, OpenDeployment } from './calls/context.ts';
import { enrolmentCalls } from './calls/enrolment.ts';
import { orderCalls } from './calls/orders.ts';
import { revealCalls } from './calls/reveals.ts';
import { walletCalls } from './calls/wallets.ts';
import type { Transport } from './core/ports.ts';
import { err, ok } from './core/result.ts';
import type { Result } from './core/result.ts';
import type { Failure } from '../src-preload/contract/codes.ts';
import type { Language } from '../src-preload/contract/schemas.ts';
import { openCounter, openLedger } from './counter.ts';
import { parseProfile } from './deployment/profile.ts';
import type { DeploymentProfile } from './deployment/profile.ts';
import { writeFileAtomically } from './files/atomic-write.ts';
import { createOrderRunner } from './orders/runner.ts';
import { readSettings, writeSettings } from './settings.ts';

/**
 * The counter behind the screens, the same in every host. It remembers the deployment that was chosen and opens it at
 * start; training begins afresh each time and is forgotten at the end.
 */
export async function createCounterApp(ports: AppPorts): Promise<CounterApp> {
  const listeners = new Set<NoticeListener>();
  const notify: NoticeListener = (notice, payload) => listeners.forEach((listener) => listener(notice, payload));
  const connection = watchConnection(ports.transport, (online) => notify('connectionChanged', { online }));
  let current: OpenDeployment | null = null;
  let settings = readSettings(ports.dataDirectory);

  const close = async (): Promise<void> => {
    const closing = current;
    current = null;
    await closing?.runner?.stop();
    if (closing?.counter.ok === true) closing.counter.value.close();
    else closing?.ledger.close();
    await closing?.sandbox?.stop();
  };
  const open = async (opening: Pick<OpenDeployment, 'mode' | 'sandbox'>, directory: string, profile: DeploymentProfile): Promise<Result<void, Failure>> => {
    const opened = await openDeployment({ ...ports, transport: connection.transport }, opening, directory, profile, () => context.language());
    if (!opened.ok) return opened;
    await close();
    current = opened.value;
    const { ledger } = opened.value;
    ledger.onOrderChanged((operationId) => {
      const facts = ledger.book.find(operationId);
      if (facts !== null) notify('orderChanged', orderViewOf(context, operationId, facts));
    });
    opened.value.runner?.start();
    return ok(undefined);
  };

  const context: CallContext = {
    ports, notify,
    current: () => current,
    language: () => settings.language,
    setLanguage: (language: Language) => {
      settings = { ...settings, language };
      writeSettings(ports.dataDirectory, settings);
    },
    isOnline: connection.isOnline,
    openTraining: async () => {
      // Its data key lived in the memory of the last training, so nothing of that could be read any more.
      const directory = join(ports.dataDirectory, 'training');
      await close();
      rmSync(directory, { recursive: true, force: true });
      const sandbox = await ports.startSandbox(join(directory, 'service'));
      if (!sandbox.ok) return sandbox;
      const profile = profileFrom(readFileSync(sandbox.value.deploymentFile, 'utf8'));
      return profile.ok ? open({ mode: 'training', sandbox: sandbox.value }, join(directory, 'counter'), profile.value) : profile;
    },
    openDeployment: async (text) => {
      const profile = profileFrom(text);
      if (!profile.ok) return profile;
      const opened = await open({ mode: 'deployment', sandbox: null }, deploymentDirectory(ports), profile.value);
      if (!opened.ok) return opened;
      const kept = writeFileAtomically(profilePath(ports), new TextEncoder().encode(text));
      if (!kept.ok) return err({ code: 'journal_not_writable' });
      settings = { ...settings, deployment: true };
      writeSettings(ports.dataDirectory, settings);
      return ok(undefined);
    },
  };
  if (settings.deployment && !ports.trainingOnly) await reopen(ports, context);
  return {
    handlers: {
      app: appCalls(context), enrolment: enrolmentCalls(context), wallets: walletCalls(context),
      catalogue: catalogueCalls(context), orders: orderCalls(context), reveals: revealCalls(context),
    },
    onNotice: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close,
  };
}

/** The records are opened first: they must be readable where the key is not. */
async function openDeployment(
  ports: AppPorts, { mode, sandbox }: Pick<OpenDeployment, 'mode' | 'sandbox'>, directory: string, profile: DeploymentProfile, language: () => Language,
): Promise<Result<OpenDeployment, Failure>> {
  const { clock, randomness, transport } = ports;
  const ledger = openLedger({ directory, clock, randomness });
  if (!ledger.ok) return ledger;
  const sealer = ports.sealerFor(mode);
  const counter = sealer.ok
    ? await openCounter(ledger.value, profile, { directory, clock, randomness, transport, sealer: sealer.value, language, step: () => undefined })
    : sealer;
  const runner = counter.ok ? createOrderRunner(ledger.value.book, counter.value.orders, clock) : null;
  return ok({ mode, sandbox, name: profile.name, ledger: ledger.value, counter, runner });
}

async function reopen(ports: AppPorts, context: CallContext): Promise<void> {
  let text: string;
  try {
    text = readFileSync(profilePath(ports), 'utf8');
  } catch {
    return;
  }
  await context.openDeployment(text);
}

function profileFrom(text: string): Result<DeploymentProfile, Failure> {
  const profile = parseProfile(text);
  if (profile.ok) return profile;
  const [first] = profile.error;
  return err({ code: 'profile_invalid', field: first?.field ?? '', detail: first?.allowed ?? '' });
}

function deploymentDirectory(ports: AppPorts): string {
  return join(ports.dataDirectory, 'counter');
}

function profilePath(ports: AppPorts): string {
  return join(deploymentDirectory(ports), 'deployment.json');
}

/** Online is what the last exchange showed: anything that came back at all, or a connection that never came up. */
function watchConnection(transport: Transport, onChange: (online: boolean) => void): { readonly transport: Transport; readonly isOnline: () => boolean } {
  let online = true;
  const saw = (now: boolean): void => {
    if (online === now) return;
    online = now;
    onChange(now);
  };
  return {
    isOnline: () => online,
    transport: {
      exchange: async (request, options) => {
        const answer = await transport.exchange(request, options);
        if (answer.ok) saw(true);
        else if (answer.error.code === 'not_sent') saw(false);
        return answer;
      },
    },
  };
}
