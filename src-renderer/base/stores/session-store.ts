import { create } from 'zustand';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { hasDetail } from '../../../src-shared/contract/details.ts';
import type { CallResult, ConnectionView, EnrolmentView, StartView } from '../../../src-shared/contract/schemas.ts';
import { languageOfLocale, type Language } from '../../../src-shared/words/languages.ts';
import { ask, counter } from '../bridge.ts';
import type { ShownFailure } from '../shown-failure.ts';
import { useTheme } from './theme-store.ts';
import { turnsOf } from './turns.ts';

/**
 * What main said at the start and has changed since. Holds no secret: an enrolment view carries only public values.
 */
interface Session {
  readonly start: StartView | null;
  readonly failure: Failure | null;
  /** Whether main said with the page that no deployment is chosen: so it begins before main answers. */
  readonly isFirstRun: boolean;
  /** Whether `start` is of the last run: main has not said yet what holds now. */
  readonly isRemembered: boolean;
  readonly language: Language;
  /** Whether it was chosen in this page, and stands whatever an answer on its way says. */
  readonly isLanguageChosen: boolean;
  load: () => Promise<void>;
  listen: () => () => void;
  setLanguage: (language: Language) => Promise<void>;
  startTraining: () => Promise<Failure | null>;
  leaveTraining: () => Promise<Failure | null>;
  /** Without a text main asks for the file. */
  useDeployment: (text?: string) => Promise<Failure | null>;
  recover: (phrase: string) => Promise<Failure | null>;
  restoreBackup: (madeAt: string) => Promise<Failure | null>;
  salvage: () => Promise<Failure | null>;
  applyChange: () => Promise<Failure | null>;
  readServiceKeys: () => Promise<Failure | null>;
  confirmServiceKey: (thumbprint: string) => Promise<Failure | null>;
  withdrawServiceKey: (thumbprint: string) => Promise<Failure | null>;
  setEnrolment: (enrolment: EnrolmentView) => void;
}

export const useSession = create<Session>()((set, get) => ({
  start: null,
  failure: null,
  isFirstRun: false,
  isRemembered: false,
  language: languageOfLocale(navigator.language),
  isLanguageChosen: false,

  load: async () => {
    const { isNews } = turn();
    set({ failure: null });
    const start = await ask((bridge) => bridge.app.start({}));
    if (isNews()) accept(start);
  },

  listen: () => {
    const { on } = counter();
    const stops = [
      on('enrolmentChanged', (enrolment) => get().setEnrolment(enrolment)),
      on('connectionChanged', changeConnection),
      on('serviceAnswered', ({ at }) => changeStart({ answeredAt: at })),
      on('serviceKeysChanged', (serviceKeys) => changeStart({ serviceKeys })),
      on('clockChanged', ({ offsetSeconds }) => changeStart({ clockOffsetSeconds: offsetSeconds })),
      on('journalDamaged', () => void get().load()),
    ];
    return () => stops.forEach((stop) => stop());
  },

  /** The page switches at once; main only has to remember it. */
  setLanguage: async (language) => {
    set({ language, isLanguageChosen: true });
    await ask((bridge) => bridge.app.setLanguage({ language }));
  },

  startTraining: async () => acceptOrExplain(await ask((bridge) => bridge.app.startTraining({}))),
  leaveTraining: async () => acceptOrExplain(await ask((bridge) => bridge.app.leaveTraining({}))),
  useDeployment: async (text) =>
    acceptOrExplain(await ask((bridge) => bridge.app.useDeployment(text === undefined ? {} : { text }))),
  applyChange: async () => acceptOrExplain(await ask((bridge) => bridge.app.applyChange({}))),
  recover: async (phrase) => acceptOrExplain(await ask((bridge) => bridge.app.recover({ phrase }))),
  restoreBackup: async (madeAt) => acceptOrExplain(await ask((bridge) => bridge.app.restoreBackup({ madeAt }))),
  salvage: async () => acceptOrExplain(await ask((bridge) => bridge.app.salvage({}))),
  readServiceKeys: async () => acceptOrExplain(await ask((bridge) => bridge.app.readServiceKeys({}))),
  confirmServiceKey: async (thumbprint) =>
    acceptOrExplain(await ask((bridge) => bridge.app.confirmServiceKey({ thumbprint }))),
  withdrawServiceKey: async (thumbprint) =>
    acceptOrExplain(await ask((bridge) => bridge.app.withdrawServiceKey({ thumbprint }))),

  setEnrolment: (enrolment) => {
    const { state, keyId } = get().start?.enrolment ?? {};
    const isNewKey = enrolment.state === 'active' && (state !== 'active' || keyId !== enrolment.keyId);
    changeStart({ enrolment });
    // The permissions come with the activation of a key, so the start view is read once more.
    if (isNewKey) void get().load();
  },
}));

const turn = turnsOf(useSession);

/**
 * Reads the start view again where a refusal says that the records came into doubt while the counter ran, or are
 * damaged; says whether it was doubt.
 */
export function heedCopyStatusNews(failure: ShownFailure): boolean {
  const isNews =
    failure.code === 'records_not_reconciled' || hasDetail(failure, 'codes_unavailable', 'locked_until_reconciled');
  if (isNews || failure.code === 'journal_corrupt') void useSession.getState().load();
  return isNews;
}

/** A trouble that is over is absent. */
function changeConnection(connection: ConnectionView): void {
  useSession.setState(({ start }) => {
    if (start === null) return {};
    const { trouble: _, ...others } = start;
    return { start: { ...others, ...connection } };
  });
}

function changeStart(part: Partial<StartView>): void {
  useSession.setState(({ start }) => (start === null ? {} : { start: { ...start, ...part } }));
}

function accept(result: CallResult<StartView>): void {
  if (!result.ok) {
    useSession.setState(({ isRemembered, start }) => ({
      failure: result.error,
      isRemembered: false,
      start: isRemembered ? null : start,
    }));
    return;
  }
  useTheme.getState().begin(result.value.theme);
  useSession.setState(({ language, isLanguageChosen }) => ({
    start: result.value,
    isRemembered: false,
    language: isLanguageChosen ? language : result.value.language,
    failure: null,
  }));
}

function acceptOrExplain(result: CallResult<StartView>): Failure | null {
  if (!result.ok) return result.error;
  turn().isNews();
  accept(result);
  return null;
}
