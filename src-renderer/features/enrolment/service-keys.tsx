import { useState, type ReactNode } from 'react';
import { groupsOfFour } from '../../../src-shared/codes/code-groups.ts';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { ServiceKeyView } from '../../../src-shared/contract/schemas.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { useView, type Area } from '../../base/stores/view-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Grouped, Ltr } from '../../ui/ltr.tsx';
import '../../ui/panel.css';
import '../../ui/banner.css';
import './service-keys.css';

/** Keys of the service that wait for a person's comparison; nothing while there are none and one is trusted. */
export function ServiceKeysPanel() {
  const text = useText();
  const keys = useSession((session) => session.start?.serviceKeys);
  const { busy, failure, run } = useKeyCall();
  if (keys === undefined || (keys.offered.length === 0 && keys.believed.length > 0)) return null;
  const { readServiceKeys, confirmServiceKey } = useSession.getState();
  return (
    <section className="panel">
      <h2>{text(keys.offered.length === 0 ? 'serviceKeys.none' : 'serviceKeys.title')}</h2>
      <p className="panel__says">{text('serviceKeys.says')}</p>
      {failure === null ? null : <FailureNote failure={failure} />}
      {keys.offered.map((key) => (
        <ServiceKey key={key.thumbprint} of={key}>
          <Button
            tone="primary"
            icon="key"
            isPending={busy}
            onPress={() => void run(() => confirmServiceKey(key.thumbprint))}
          >
            {text('serviceKeys.confirm')}
          </Button>
        </ServiceKey>
      ))}
      <div>
        <Button icon="refresh" isPending={busy} onPress={() => void run(readServiceKeys)}>
          {text('serviceKeys.read')}
        </Button>
      </div>
    </section>
  );
}

/** Those that are trusted by a person's word, which a person can take back. */
export function ConfirmedKeysPanel() {
  const text = useText();
  const trusted = useSession((session) => session.start?.serviceKeys?.believed);
  const { busy, failure, run } = useKeyCall();
  const confirmed = trusted?.filter((key) => key.confirmed) ?? [];
  if (confirmed.length === 0) return null;
  return (
    <section className="panel">
      <h2>{text('serviceKeys.confirmed')}</h2>
      {failure === null ? null : <FailureNote failure={failure} />}
      {confirmed.map((key) => (
        <ServiceKey key={key.thumbprint} of={key}>
          <WithdrawButton
            kid={key.kid}
            isPending={busy}
            onConfirm={() => run(() => useSession.getState().withdrawServiceKey(key.thumbprint))}
          />
        </ServiceKey>
      ))}
    </section>
  );
}

function useKeyCall() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const run = async (work: () => Promise<Failure | null>): Promise<void> => {
    setBusy(true);
    setFailure(await work());
    setBusy(false);
  };
  return { busy, failure, run };
}

function ServiceKey({ of: { kid, thumbprint }, children }: { of: ServiceKeyView; children: ReactNode }) {
  const text = useText();
  return (
    <div className="service-key">
      <dl className="thumbprints">
        <div>
          <dt>{text('serviceKeys.kid')}</dt>
          <dd>
            <Ltr select>{kid}</Ltr>
          </dd>
        </div>
        <div>
          <dt>{text('serviceKeys.thumbprint')}</dt>
          <dd>
            <Grouped groups={groupsOfFour(thumbprint)} />
          </dd>
        </div>
      </dl>
      <div>{children}</div>
    </div>
  );
}

/** Nothing that the key signs is trusted after it, so the counter may stop selling: asked twice. */
function WithdrawButton({
  kid,
  isPending,
  onConfirm,
}: {
  kid: string;
  isPending: boolean;
  onConfirm: () => Promise<void>;
}) {
  const text = useText();
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button
        onPress={() => {
          setAsks(true);
        }}
      >
        {text('serviceKeys.withdraw')}
      </Button>
      {asks ? (
        <ConfirmDialog
          title={text('serviceKeys.withdraw.title', { kid })}
          confirm={text('serviceKeys.withdraw')}
          back={text('serviceKeys.withdraw.back')}
          isPending={isPending}
          onConfirm={() =>
            void onConfirm().then(() => {
              setAsks(false);
            })
          }
          onBack={() => {
            setAsks(false);
          }}
        >
          <p>{text('serviceKeys.withdraw.says')}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

/** On the other areas, so that a new key of the service is not found out by answers that cannot be verified. */
export function useServiceKeysBand(area: Area): ReactNode {
  const text = useText();
  const isWaiting = useSession((session) => (session.start?.serviceKeys?.offered.length ?? 0) > 0);
  if (!isWaiting || area === 'counter') return null;
  const look = <Button onPress={() => useView.getState().go('counter')}>{text('serviceKeys.look')}</Button>;
  return (
    <div key="serviceKeys" className="banner-note">
      <Callout tone="wait" icon="key" role="status" title={text('serviceKeys.title')} actions={look} />
    </div>
  );
}
