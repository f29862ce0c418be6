import { useEffect } from 'react';
import type { UpdateView } from '../../../src-shared/contract/updates.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useDayTime } from '../../base/i18n/use-time.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { UpdateOffer } from './update-offer.tsx';
import { useUpdates } from './updates-store.ts';
import '../../ui/panel.css';

/** What an update waits for may be over with the next answer of the service, or the next key. */
const lookAgainMs = 5_000;

/** The version of this counter, what was found that is newer, and what to do about it. */
export function UpdatesPanel() {
  const text = useText();
  const { view, failure, load, look, lookInFolder } = useUpdates();
  const isWaiting = typeof view?.offer?.waits === 'string';
  useEffect(() => void load(), [load]);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => void load(), lookAgainMs);
    return () => clearInterval(timer);
  }, [isWaiting, load]);
  if (view === null) return null;
  const isBusy = view.busy !== null;
  return (
    <section className="panel">
      <h2>{text('updates.title')}</h2>
      <p>{text('updates.version', { version: view.version })}</p>
      {failure === null ? null : <FailureNote failure={failure} />}
      <UpdateState view={view} />
      {view.offer === null || isBusy ? null : <UpdateOffer offer={view.offer} />}
      {view.way === null || view.next !== null ? null : (
        <div className="panel__actions">
          <Button icon="refresh" isPending={isBusy} onPress={() => void look()}>
            {text('updates.look')}
          </Button>
          <Button icon="file" isPending={isBusy} onPress={() => void lookInFolder()}>
            {text('updates.lookInFolder')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** What is going on, what came of it the last time, and when that was. */
function UpdateState({ view: { way, busy, lookedAt, fault, next } }: { view: UpdateView }) {
  const text = useText();
  const dayTime = useDayTime();
  if (way === null) return <p className="panel__says">{text('updates.none')}</p>;
  const looked = lookedAt === null ? text('updates.notLooked') : text('updates.lookedAt', { time: dayTime(lookedAt) });
  const goingOn =
    busy !== null ? text(`updates.${busy}`) : next !== null ? text('updates.next', { version: next }) : null;
  return (
    <>
      <p className="panel__says" role="status">
        {goingOn ?? looked}
      </p>
      {fault === null || busy !== null ? null : (
        <Callout tone={fault.code === 'version_not_newer' ? 'good' : 'wait'} role="status">
          <p>{text(`updates.fault.${fault.code}`)}</p>
        </Callout>
      )}
    </>
  );
}
