import { useEffect } from 'react';

import { FirstRun } from '../features/first-run/first-run.tsx';
import { useOrders } from '../features/journal/orders-store.ts';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Busy, Skeleton } from '../ui/skeleton.tsx';
import './app.css';
import { Broken } from './broken.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { forgetCounter } from './forget-counter.ts';
import { Header } from './header.tsx';
import { LanguageProvider } from './i18n/language.tsx';
import { useText } from './i18n/use-text.ts';
import { Shell } from './shell.tsx';
import { usePreferences } from './stores/preferences-store.ts';
import { useSession } from './stores/session-store.ts';

export function App() {
  const language = useSession((session) => session.language);
  return (
    <LanguageProvider language={language}>
      <ErrorBoundary fallback={(again) => <Broken again={again} />}>
        <Counter />
      </ErrorBoundary>
    </LanguageProvider>
  );
}

/** Takes one snapshot, then lives on notices; the journal is read whatever the connection says. */
function Counter() {
  const mode = useSession((session) => session.start?.mode);
  const failure = useSession((session) => session.failure);
  useEffect(() => {
    void useSession.getState().load();
    const stopSession = useSession.getState().listen();
    const stopOrders = useOrders.getState().listen();
    return () => {
      stopSession();
      stopOrders();
    };
  }, []);
  useEffect(() => {
    if (mode === 'training' || mode === 'deployment') {
      void usePreferences.getState().read();
      void useOrders.getState().load();
    }
    if (mode === 'none') forgetCounter();
  }, [mode]);
  if (mode === undefined) return failure === null ? <Opening /> : <NotStarted />;
  return mode === 'none' ? <FirstRun /> : <Shell />;
}

function Opening() {
  const text = useText();
  return (
    <main className="opening">
      <Busy label={text('app.loading')} />
      <Skeleton shape="row" count={5} />
    </main>
  );
}

function NotStarted() {
  const text = useText();
  const failure = useSession((session) => session.failure);
  return (
    <div className="frame">
      <Header />
      <main className="opening">
        <h1>{text('app.failed.title')}</h1>
        {failure === null ? null : (
          <FailureNote failure={failure} showField actions={<Button onPress={() => void useSession.getState().load()}>{text('app.again')}</Button>} />
        )}
      </main>
    </div>
  );
}
