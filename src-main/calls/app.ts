import type { CallHandlers, StartView } from '../../src-preload/contract/schemas.ts';
import { err, ok } from '../core/result.ts';
import type { DeploymentProfile } from '../deployment/profile.ts';
import { ownReferenceMaximum } from '../orders/reference.ts';
import { openFindings } from '../reveals/reconcile.ts';
import { counterOf } from './context.ts';
import type { CallContext } from './context.ts';

/** What the screens need before anything else, and the choices of the first run. */
export function appCalls(context: CallContext): CallHandlers['app'] {
  return {
    start: async () => ok(await Promise.resolve(startView(context))),
    setLanguage: async ({ language }) => {
      context.settings.change({ language });
      return Promise.resolve(ok({ language }));
    },
    setTheme: async ({ theme }) => {
      context.settings.change({ theme });
      return Promise.resolve(ok({ theme }));
    },
    startTraining: async () => {
      const opened = await context.openTraining();
      return opened.ok ? ok(startView(context)) : opened;
    },
    leaveTraining: async () => {
      const left = await context.leaveTraining();
      return left.ok ? ok(startView(context)) : left;
    },
    useDeployment: async ({ text }) => {
      if (context.ports.trainingOnly) return err({ code: 'not_allowed' });
      const opened = await context.openDeployment(text);
      return opened.ok ? ok(startView(context)) : opened;
    },
    recoveryPhrase: async () => {
      const counter = counterOf(context);
      if (!counter.ok) return counter;
      const phrase = await counter.value.vault.makeRecoveryPhrase();
      return phrase.ok ? ok({ phrase: phrase.value }) : phrase;
    },
    recover: async ({ phrase }) => {
      const recovered = await context.recover(phrase);
      return recovered.ok ? ok(startView(context)) : recovered;
    },
    /** What is applied is what was found here: a screen cannot name a change. */
    applyChange: async () => {
      const counter = counterOf(context);
      const changes = counter.ok ? (counter.value.doctor.last()?.changes ?? []) : [];
      if (changes.length === 0) return err({ code: 'not_allowed' });
      const changed = await context.changeDeployment(changes);
      return changed.ok ? ok(startView(context)) : changed;
    },
    readServiceKeys: async () => {
      const counter = counterOf(context);
      const looked = counter.ok ? await counter.value.session.serviceKeys.look() : counter;
      return looked.ok ? ok(startView(context)) : looked;
    },
    confirmServiceKey: async ({ thumbprint }) => {
      const counter = counterOf(context);
      const confirmed = counter.ok ? await counter.value.session.serviceKeys.confirm(thumbprint) : counter;
      return confirmed.ok ? ok(startView(context)) : confirmed;
    },
    withdrawServiceKey: async ({ thumbprint }) => {
      const counter = counterOf(context);
      const withdrawn = counter.ok ? counter.value.session.serviceKeys.withdraw(thumbprint) : counter;
      return Promise.resolve(withdrawn.ok ? ok(startView(context)) : withdrawn);
    },
  };
}

function limitsOf(profile: DeploymentProfile): Pick<StartView, 'referenceMaximum' | 'validDays'> {
  return { referenceMaximum: ownReferenceMaximum(profile), validDays: profile.enrolment.validDays };
}

function startView(context: CallContext): StartView {
  const current = context.current();
  const shared = { host: context.ports.host, ...context.settings.read(), online: context.isOnline(), version: context.ports.version };
  if (current === null) return { ...shared, mode: 'none', enrolment: { state: 'none' } };
  const { counter, ledger, sandbox } = current;
  const custody = ledger.ok ? ledger.value.journal.custody() : 'own';
  const findings = ledger.ok && custody === 'own' ? openFindings(ledger.value.journal) : null;
  const policy = counter.ok ? counter.value.policy() : null;
  const clockOffsetMs = counter.ok ? counter.value.session.serviceClock.offsetMs() : null;
  const serviceKeys = counter.ok ? counter.value.session.serviceKeys.view() : null;
  return {
    ...shared,
    mode: current.mode,
    ...(current.name === null ? {} : { deploymentName: current.name }),
    enrolment: counter.ok ? counter.value.enrolment.status() : { state: 'none' },
    ...(counter.ok ? limitsOf(counter.value.session.profile) : { problem: counter.error }),
    ...(sandbox === null ? {} : { invitation: { invitationId: sandbox.invitationId, tokenReady: true as const } }),
    ...(policy === null ? {} : { scopes: [...policy.scopes] }),
    ...(clockOffsetMs === null ? {} : { clockOffsetSeconds: Math.round(clockOffsetMs / 1000) }),
    ...(custody === 'own' ? {} : { custody }),
    ...(findings === null ? {} : { findings }),
    ...(serviceKeys === null ? {} : { serviceKeys }),
  };
}
