import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { CallHandlers, StartView } from '../../../src-shared/contract/schemas.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { unsaidIn, warningsOf, type DeploymentProfile } from '../../deployment/profile.ts';
import { JournalUnavailable } from '../../journal/journal-failure.ts';
import { ownReferenceMaximum } from '../../orders/machine/placing.ts';
import { openFindings } from '../../reveals/records/findings.ts';
import { openLosses } from '../../reveals/records/losses.ts';
import { lastUnchecked } from '../../reveals/records/owned-check.ts';
import type { LocalRecords } from '../counter/counter.ts';
import { problemOf, type OpenDeployment } from '../counter/open-deployment.ts';
import { atCounter, counterOf, type CallContext } from './context.ts';

/** What the screens need before anything else, and the choices of the first run. */
export function appCalls(context: CallContext): CallHandlers['app'] {
  /** What came of a step is what the screens start from now. */
  const started = (done: Result<unknown, Failure>): Result<StartView, Failure> =>
    done.ok ? ok(startView(context)) : done;
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
    startTraining: async () => started(await context.openTraining()),
    leaveTraining: async () => started(await context.leaveTraining()),
    useDeployment: async ({ text }) => {
      if (context.ports.trainingOnly) return err({ code: 'not_allowed' });
      const chosen =
        text === undefined
          ? ((await context.ports.askForDeployment?.()) ?? err({ code: 'not_allowed' as const }))
          : ok(text);
      if (!chosen.ok) return chosen;
      return started(chosen.value === null ? ok(undefined) : await context.openDeployment(chosen.value));
    },
    recoveryPhrase: () =>
      atCounter(context, async ({ vault }) => {
        const phrase = await vault.makeRecoveryPhrase();
        return phrase.ok ? ok({ phrase: phrase.value }) : phrase;
      }),
    recover: async ({ phrase }) => started(await context.recover(phrase)),
    restoreBackup: async ({ madeAt }) => started(await context.restoreBackup(Date.parse(madeAt))),
    salvage: async () => started(await context.salvage()),
    /** What is applied is what was found here: a screen cannot name a change. */
    applyChange: async () => {
      const counter = counterOf(context);
      const changes = counter.ok ? (counter.value.diagnostics.last()?.changes ?? []) : [];
      return changes.length === 0 ? err({ code: 'not_allowed' }) : started(await context.changeDeployment(changes));
    },
    readServiceKeys: () => atCounter(context, async ({ session }) => started(await session.serviceKeys.look())),
    confirmServiceKey: ({ thumbprint }) =>
      atCounter(context, async ({ session }) => started(await session.serviceKeys.confirm(thumbprint))),
    withdrawServiceKey: ({ thumbprint }) =>
      atCounter(context, ({ session }) => started(session.serviceKeys.withdraw(thumbprint))),
  };
}

function limitsOf(
  profile: DeploymentProfile,
): Pick<StartView, 'referenceMaximum' | 'maximumQuantity' | 'validDays' | 'profileNotes'> {
  return {
    referenceMaximum: ownReferenceMaximum(profile),
    maximumQuantity: profile.maximumQuantity,
    validDays: profile.enrolment.validDays,
    profileNotes: [...warningsOf(profile), ...unsaidIn(profile)].map(({ field, note }) => ({ field, note })),
  };
}

/** Null where there are no records, and where they are damaged: what stands in them may have no form any more. */
function readIn<T>(current: OpenDeployment, read: (records: LocalRecords) => T): T | null {
  const { localRecords } = current;
  if (!localRecords.ok || problemOf(current)?.code === 'journal_corrupt') return null;
  return readable(() => read(localRecords.value));
}

function readable<T>(read: () => T): T | null {
  try {
    return read();
  } catch (thrown) {
    // By now it is what `problemOf` gives, where it lasts.
    if (thrown instanceof JournalUnavailable) return null;
    throw thrown;
  }
}

function startView(context: CallContext): StartView {
  const current = context.current();
  const { language, theme } = context.settings.read();
  const shared = { host: context.ports.host, language, theme, ...context.connection(), version: context.ports.version };
  if (current === null) return { ...shared, mode: 'none', enrolment: { state: 'none' } };
  const { extraCertificates } = context.ports;
  const { counter, localRecords, sandbox } = current;
  const copyStatus = localRecords.ok ? localRecords.value.journal.copyStatus() : 'own';
  const findings = readIn(current, ({ journal }) => (copyStatus === 'own' ? openFindings(journal) : null));
  const unchecked = readIn(current, ({ journal }) =>
    copyStatus === 'own' ? null : lastUnchecked(journal, context.ports.clock.nowMs()),
  );
  const losses = readIn(current, ({ journal }) => (copyStatus === 'own' ? null : openLosses(journal)));
  const policy = readIn(current, () => (counter.ok ? counter.value.policy() : null));
  const enrolment = counter.ok ? readable(() => counter.value.enrolment.status()) : null;
  const clockOffsetMs = counter.ok ? counter.value.session.serviceClock.offsetMs() : null;
  const serviceKeys = counter.ok ? counter.value.session.serviceKeys.view() : null;
  const problem = problemOf(current);
  const [lastBackupAt, ...olderBackupsAt] = context.backupTimesMs().map((atMs) => new Date(atMs).toISOString());
  const backupTrouble = readIn(current, ({ journal }) => journal.backupTrouble());
  const deploymentSigner = context.deploymentSigner();
  const answeredAt = context.answeredAt();
  return {
    ...shared,
    ...(answeredAt === null ? {} : { answeredAt }),
    mode: current.mode,
    ...(current.name === null ? {} : { deploymentName: current.name }),
    ...(current.host === null ? {} : { deploymentHost: current.host }),
    ...(deploymentSigner === null ? {} : { deploymentSigner }),
    enrolment: enrolment ?? { state: 'none' },
    ...(counter.ok ? limitsOf(counter.value.session.profile) : {}),
    ...(problem === null ? {} : { problem }),
    ...(sandbox === null ? {} : { invitation: { invitationId: sandbox.invitationId, tokenReady: true as const } }),
    ...(policy === null ? {} : { scopes: [...policy.scopes] }),
    ...(clockOffsetMs === null ? {} : { clockOffsetSeconds: Math.round(clockOffsetMs / 1000) }),
    ...(copyStatus === 'own' ? {} : { copyStatus }),
    ...(unchecked === null ? {} : { unchecked: { ...unchecked, items: [...unchecked.items] } }),
    ...(losses === null ? {} : { salvaged: { missing: [...losses] } }),
    ...(findings === null ? {} : { findings }),
    ...(serviceKeys === null ? {} : { serviceKeys }),
    ...(lastBackupAt === undefined ? {} : { lastBackupAt }),
    ...(olderBackupsAt.length === 0 ? {} : { olderBackupsAt }),
    ...(extraCertificates === undefined || extraCertificates.names.length === 0
      ? {}
      : { extraCertificates: { ...extraCertificates, names: [...extraCertificates.names] } }),
    ...(backupTrouble === null ? {} : { backupTrouble: backupTrouble.reason }),
  };
}
