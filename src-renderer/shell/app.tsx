import { useEffect, useRef } from 'react';
import { focusArea } from '../base/focus/focus-area.ts';
import { useFocusKept } from '../base/focus/use-focus-kept.ts';
import { LanguageProvider } from '../base/i18n/language.tsx';
import { useText } from '../base/i18n/use-text.ts';
import { readTheRest } from '../base/later.tsx';
import { painted } from '../base/painted.ts';
import { usePageState } from '../base/stores/page-store.ts';
import { usePreferences } from '../base/stores/preferences-store.ts';
import { useSession } from '../base/stores/session-store.ts';
import { useStaff } from '../base/stores/staff-store.ts';
import { useCatalogue } from '../entities/catalogue/catalogue-store.ts';
import { useOrders } from '../entities/orders/orders-store.ts';
import { usePayments } from '../entities/payments/payments-store.ts';
import { FirstRun } from '../features/first-run/first-run.tsx';
import './app.css';
import { LockScreen } from '../features/lock/lock-screen.tsx';
import { TakenOver } from '../features/lock/taken-over.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { BrokenDialog } from './broken-dialog.tsx';
import { Broken } from './broken.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { readFirstScreen } from './first-screen.ts';
import { forgetOnChange } from './forget-counter.ts';
import { letGoOfSettled } from './let-go.ts';
import { openWorkOfNext } from './next-person.ts';
import { followOpenWork, returnTo } from './open-work.ts';
import { Opening } from './opening.tsx';
import { QuitDialog } from './quit-dialog.tsx';
import { Shell } from './shell.tsx';
import { UnderHeader } from './under-header.tsx';

export function App() {
  const language = useSession((session) => session.language);
  return (
    <LanguageProvider language={language}>
      <ErrorBoundary fallback={(again) => <Broken again={again} />}>
        <Counter />
      </ErrorBoundary>
      <ErrorBoundary
        fallback={(again) => (
          <BrokenDialog again={again} onClose={() => void usePageState.getState().answerQuit(false)} />
        )}
      >
        <QuitDialog />
      </ErrorBoundary>
    </LanguageProvider>
  );
}

/** Takes one snapshot, then lives on notices; the journal is read whatever the connection says. */
function Counter() {
  const mode = useSession((session) => session.start?.mode);
  const problem = useSession((session) => session.start?.problem?.code);
  const failure = useSession((session) => session.failure);
  const locked = usePageState((screen) => screen.locked);
  const takenOver = usePageState((screen) => screen.takenOver);
  const isFirstRun = useSession((session) => session.isFirstRun && session.failure === null);
  useStart();
  useFocusAfterLock(locked);
  useFocusKept();
  useEffect(() => {
    if (mode !== 'training' && mode !== 'deployment') return;
    void usePreferences.getState().read();
    void useStaff.getState().load();
    let isHere = true;
    // Fifty orders keep main and this thread busy for as long as the first picture takes.
    void painted().then(() => {
      if (!isHere) return;
      void useOrders.getState().load();
      void usePayments.getState().load();
    });
    return () => {
      isHere = false;
    };
    // What a way out of a problem opens is read again, though it be of the same mode.
  }, [mode, problem]);
  if (takenOver)
    return (
      <div className="frame">
        <TakenOver />
      </div>
    );
  const isAnswered = mode !== undefined && locked !== null;
  if (!isAnswered && !isFirstRun)
    return (
      <UnderHeader>
        {failure === null ? (
          <Opening>
            <Skeleton shape="row" count={5} />
          </Opening>
        ) : (
          <NotStarted />
        )}
      </UnderHeader>
    );
  if (locked === true)
    return (
      <UnderHeader>
        <LockScreen />
      </UnderHeader>
    );
  return !isAnswered || mode === 'none' ? (
    <UnderHeader>
      <FirstRun />
    </UnderHeader>
  ) : (
    <Shell key={mode} />
  );
}

/** First where the page was before, so that nothing else is shown meanwhile; then the rest. */
function useStart(): void {
  useEffect(() => {
    const stops = [
      useSession.getState().listen(),
      useOrders.getState().listen(),
      usePayments.getState().listen(),
      useCatalogue.getState().listen(),
      usePageState.getState().listen(),
      forgetOnChange(),
      letGoOfSettled(),
      openWorkOfNext(),
    ];
    void usePageState
      .getState()
      .load()
      .then(async (place) => {
        if (place !== null) returnTo(place);
        stops.push(followOpenWork());
        if (usePageState.getState().locked === false) await readFirstScreen();
        return useSession.getState().load();
      })
      .then(readTheRest);
    return () => stops.forEach((stop) => stop());
  }, []);
}

function useFocusAfterLock(locked: boolean | null): void {
  const before = useRef(locked);
  useEffect(() => {
    // Not within the effect: what loses the focus may have to draw itself first. A sale in hand has taken it.
    if (before.current === true && locked === false)
      queueMicrotask(() => {
        if (document.activeElement === document.body) focusArea();
      });
    before.current = locked;
  }, [locked]);
}

function NotStarted() {
  const text = useText();
  const failure = useSession((session) => session.failure);
  return (
    <main className="opening">
      <h1>{text('app.failed.title')}</h1>
      {failure === null ? null : (
        <FailureNote
          failure={failure}
          showField
          actions={<Button onPress={() => void useSession.getState().load()}>{text('app.again')}</Button>}
        />
      )}
    </main>
  );
}
