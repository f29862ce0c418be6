import { useState } from 'react';

import type { Failure } from '../../../src-preload/contract/codes.ts';
import { useText } from '../../app/i18n/use-text.ts';
import { useSession } from '../../app/stores/session-store.ts';
import { useView } from '../../app/stores/view-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { groupsOfFour } from '../../ui/code-groups.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Grouped, Ltr } from '../../ui/ltr.tsx';

/** Keys of the service that wait for a person's comparison; nothing while there are none and one is believed. */
export function ServiceKeysPanel() {
  const text = useText();
  const keys = useSession((session) => session.start?.serviceKeys);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const run = async (work: () => Promise<Failure | null>): Promise<void> => {
    setBusy(true);
    setFailure(await work());
    setBusy(false);
  };
  if (keys === undefined || (keys.offered.length === 0 && keys.believed.length > 0)) return null;
  const { readServiceKeys, confirmServiceKey } = useSession.getState();
  return (
    <section className="panel">
      <h2>{text(keys.offered.length === 0 ? 'serviceKeys.none' : 'serviceKeys.title')}</h2>
      <p className="panel__says">{text('serviceKeys.says')}</p>
      {failure === null ? null : <FailureNote failure={failure} />}
      {keys.offered.map(({ kid, thumbprint }) => (
        <div key={thumbprint}>
          <dl className="thumbprints">
            <div><dt>{text('serviceKeys.kid')}</dt><dd><Ltr select>{kid}</Ltr></dd></div>
            <div><dt>{text('serviceKeys.thumbprint')}</dt><dd><Grouped groups={groupsOfFour(thumbprint)} /></dd></div>
          </dl>
          <Button tone="primary" icon="key" isPending={busy} onPress={() => void run(() => confirmServiceKey(thumbprint))}>{text('serviceKeys.confirm')}</Button>
        </div>
      ))}
      <div><Button icon="refresh" isPending={busy} onPress={() => void run(readServiceKeys)}>{text('serviceKeys.read')}</Button></div>
    </section>
  );
}

/** On the other areas, so that a new key of the service is not found out by answers that nobody believes. */
export function ServiceKeysBand() {
  const text = useText();
  const isWaiting = useSession((session) => (session.start?.serviceKeys?.offered.length ?? 0) > 0);
  if (!isWaiting) return null;
  const look = <Button onPress={() => useView.getState().go('counter')}>{text('serviceKeys.look')}</Button>;
  return <div className="banner-note"><Callout tone="wait" role="status" title={text('serviceKeys.title')} actions={look} /></div>;
}
