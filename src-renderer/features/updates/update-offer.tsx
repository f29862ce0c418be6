import type { UpdateView } from '../../../src-shared/contract/updates.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Ltr } from '../../ui/ltr.tsx';
import { useUpdates } from './updates-store.ts';

type Offer = NonNullable<UpdateView['offer']>;

/** A newer version that is here, and the one step that is next. */
export function UpdateOffer({ offer }: { offer: Offer }) {
  const text = useText();
  const { version, waits, command, address } = offer;
  if (address !== undefined)
    return (
      <Callout tone="plain" icon="refresh" title={text('updates.elsewhere', { version })}>
        <Ltr select>{address}</Ltr>
      </Callout>
    );
  return (
    <Callout tone="plain" icon="refresh" title={text('updates.ready', { version })}>
      {waits === null ? command === undefined ? <Step /> : <Command command={command} /> : null}
      {waits === null ? null : <p>{text(`updates.waits.${waits}`)}</p>}
    </Callout>
  );
}

function Step() {
  const text = useText();
  const isSwap = useUpdates(({ view }) => view?.way === 'swap');
  const isAnnounced = useUpdates(({ view }) => view?.announced === true);
  const { install, putOff } = useUpdates.getState();
  return (
    <>
      <p>{text(isSwap ? 'updates.install.says' : 'updates.check.says')}</p>
      <div className="panel__actions">
        <Button tone="primary" onPress={() => void install()}>
          {text(isSwap ? 'updates.install' : 'updates.check')}
        </Button>
        {isAnnounced ? <Button onPress={() => void putOff()}>{text('updates.later')}</Button> : null}
      </div>
    </>
  );
}

function Command({ command }: { command: string }) {
  const text = useText();
  const { isCopied, copyCommand } = useUpdates();
  return (
    <>
      <p>{text('updates.command')}</p>
      <Ltr select>{command}</Ltr>
      <div className="panel__actions">
        <Button icon="copy" onPress={() => void copyCommand()}>
          {text('updates.copy')}
        </Button>
        <span role="status">{isCopied ? text('updates.copied') : ''}</span>
      </div>
    </>
  );
}
