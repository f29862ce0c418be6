import type { ReactNode } from 'react';
import { defaultLanguage, languageCodes, languages, type Language } from '../../src-shared/words/languages.ts';
import type { MessageKey } from '../../src-shared/words/page-messages.ts';
import { useLanguage } from '../base/i18n/language.tsx';
import { useText } from '../base/i18n/use-text.ts';
import { useDayTime } from '../base/i18n/use-time.ts';
import { useSession } from '../base/stores/session-store.ts';
import './header.css';
import { useTheme } from '../base/stores/theme-store.ts';
import { connectionOf, type ConnectionState } from '../base/stores/use-connection.ts';
import { useNow } from '../base/use-now.ts';
import { TrainingMark } from '../features/training/training-mark.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

/** The one line that never changes: who we are, the areas, the connection, the language and the theme. */
export function Header({ children, end }: { children?: ReactNode; end?: ReactNode }) {
  const text = useText();
  const start = useSession((session) => session.start);
  const state = start === null || start.mode === 'none' ? null : connectionOf(start);
  const lastAnswer = useLastAnswer();
  return (
    <>
      <header>
        <TrainingMark />
        <div className="header">
          <div className="header__brand">
            <Mark />
            <span>{text('app.name')}</span>
          </div>
          {children}
          <div className="header__end">
            {start === null || state === null ? null : (
              <Connection
                state={state}
                lastAnswer={lastAnswer}
                name={start.deploymentName}
                host={start.deploymentHost}
                training={start.mode === 'training'}
              />
            )}
            {end}
            <LanguageSwitch />
            <ThemeSwitch />
          </div>
        </div>
      </header>
      {state === null ? null : (
        // Outside the header, which a sheet hides; the mark keeps it heard over one. An old answer is no news.
        <p className="visually-hidden" role="status" data-live-announcer>
          {state === 'answering' && lastAnswer !== null ? null : text(stateWords[state])}
        </p>
      )}
    </>
  );
}

const stateWords = {
  untried: 'app.untried',
  answering: 'app.online',
  silent: 'app.silentShort',
  none: 'app.offlineShort',
} as const satisfies Record<ConnectionState, MessageKey>;

/** So long an answer counts: what nobody has asked since may be gone. */
const newForMs = 2 * 60_000;

/** When the last answer came, where that is too long ago to say anything of now. */
function useLastAnswer(): string | null {
  const answeredAt = useSession(({ start }) => start?.answeredAt) ?? null;
  const nowMs = useNow(15_000);
  return answeredAt !== null && nowMs - Date.parse(answeredAt) >= newForMs ? answeredAt : null;
}

interface ConnectionProps {
  readonly state: ConnectionState;
  readonly lastAnswer: string | null;
  readonly name: string | undefined;
  readonly host: string | undefined;
  readonly training: boolean;
}

function Connection({ state, lastAnswer, name, host, training }: ConnectionProps) {
  const text = useText();
  const dayTime = useDayTime();
  const isOld = state === 'answering' && lastAnswer !== null;
  return (
    <div className="header__service">
      {training ? (
        <span className="header__training">{text('app.training')}</span>
      ) : (
        <Deployment name={name} host={host} />
      )}
      <span className="header__connection" data-state={isOld ? 'old' : state} aria-hidden={!isOld}>
        {state === 'silent' || state === 'none' ? (
          <Icon name={state === 'none' ? 'offline' : 'clock'} size={18} />
        ) : (
          <span className="header__dot" />
        )}
        {isOld ? text('app.lastAnswer', { time: dayTime(lastAnswer) }) : text(stateWords[state])}
      </span>
    </div>
  );
}

/** A file can give itself any name: the host stands beside it, and is never cut at its end, which says whose it is. */
function Deployment({ name, host }: Pick<ConnectionProps, 'name' | 'host'>) {
  if (name === undefined && host === undefined) return null;
  return (
    <span className="header__deployment">
      {name === undefined ? null : <bdi className="header__name">{name}</bdi>}
      {host === undefined ? null : (
        <bdi className="header__host" dir="ltr">
          {host}
        </bdi>
      )}
    </span>
  );
}

function LanguageSwitch() {
  const next = languageAfter(useLanguage());
  return (
    <Button tone="quiet" onPress={() => void useSession.getState().setLanguage(next)}>
      <span lang={next}>{languages[next].endonym}</span>
    </Button>
  );
}

/** The one that is offered after it, and after the last the first. */
function languageAfter(language: Language): Language {
  return languageCodes[(languageCodes.indexOf(language) + 1) % languageCodes.length] ?? defaultLanguage;
}

function ThemeSwitch() {
  const text = useText();
  const theme = useTheme((state) => state.theme);
  return (
    <Button tone="quiet" icon={theme} aria-label={text(`app.theme.${theme}`)} onPress={useTheme.getState().next} />
  );
}

/** A ticket and its stub, divided by the perforation. */
function Mark() {
  return (
    <svg className="header__mark" width="34" height="26" viewBox="0 0 34 26" aria-hidden="true" focusable="false">
      <path
        d="M3 1h28a2 2 0 0 1 2 2v6.500a3.500 3.500 0 0 0 0 7V23a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2v-6.500a3.500 3.500 0 0 0 0-7V3a2 2 0 0 1 2-2Z"
        fill="currentColor"
      />
      <path d="M12 4v18" stroke="var(--surface)" strokeWidth="2" strokeDasharray="3 3" />
      <path d="M17 10h9M17 15h6" stroke="var(--surface)" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
