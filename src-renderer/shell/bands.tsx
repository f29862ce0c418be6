import { useState, type ReactNode } from 'react';
import { useText } from '../base/i18n/use-text.ts';
import { useSession } from '../base/stores/session-store.ts';
import { useConnection } from '../base/stores/use-connection.ts';
import { useView, type Area } from '../base/stores/view-store.ts';
import { useClockBand } from '../features/diagnosis/clock-band.tsx';
import { useKeyEndBand } from '../features/enrolment/key-end.tsx';
import { useServiceKeysBand } from '../features/enrolment/service-keys.tsx';
import { useCopyStatusBand } from '../features/records/copy-status-band.tsx';
import { useUpdatesBand } from '../features/updates/updates-band.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Icon } from '../ui/icon.tsx';
import './bands.css';
import '../ui/banner.css';

/**
 * What is said above every area. One band is seen at a time, the one that keeps from selling before the one that only
 * waits for somebody; how many others there are is said in it, and a press shows them.
 */
export function Bands({ area }: { area: Area }) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const said = [
    useProblemBand(area),
    useCopyStatusBand(area),
    useConnectionBand(area),
    useClockBand(),
    useKeyEndBand(area),
    useServiceKeysBand(area),
    useUpdatesBand(area),
  ].filter((band) => band !== null);
  const [first, ...others] = said;
  if (first === undefined) return null;
  return (
    <div className="bands">
      <div className="bands__first">
        {first}
        {others.length === 0 ? null : (
          <div className="bands__more" role="status">
            <Button tone="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
              {isOpen ? text('app.notices.less') : text('app.notices.more', { count: others.length })}
            </Button>
          </div>
        )}
      </div>
      {isOpen ? others : null}
    </div>
  );
}

/**
 * Why selling is not possible though a service is chosen, such as a key store that is locked. The counter's area says
 * it itself.
 */
function useProblemBand(area: Area): ReactNode {
  const text = useText();
  const problem = useSession((session) => session.start?.problem);
  if (problem === undefined || area === 'counter') return null;
  const way = <Button onPress={() => useView.getState().go('counter')}>{text('nav.counter')}</Button>;
  return (
    <div key="problem" className="banner-note">
      <FailureNote failure={problem} showField actions={way} />
    </div>
  );
}

/** Owned cards say it themselves, with what waits there for the connection. */
function useConnectionBand(area: Area): ReactNode {
  const text = useText();
  const connection = useConnection();
  const isToBeSetUp = useSession(({ start }) => start?.problem === undefined && start?.enrolment.state !== 'active');
  if (connection === 'silent')
    return (
      <p key="connection" className="banner banner--offline" role="status">
        <Icon name="clock" />
        {text(isToBeSetUp ? 'app.silent.setup' : 'app.silent')}
      </p>
    );
  return connection !== 'none' || area === 'owned' ? null : (
    <p key="connection" className="banner banner--offline" role="status">
      <Icon name="offline" />
      {text(isToBeSetUp ? 'app.offline.setup' : 'app.offline')}
    </p>
  );
}
