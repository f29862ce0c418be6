import { focusOn } from '../../base/focus/focus-targets.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { usePreferences } from '../../base/stores/preferences-store.ts';
import type { Card } from '../../entities/catalogue/browse.ts';
import { useCatalogue } from '../../entities/catalogue/catalogue-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Ltr } from '../../ui/ltr.tsx';
import { useScan, type Scan, type ScannedCode } from './scan-store.ts';
import './scan-note.css';

/** What the last scan came to. `card` is the one chosen now, which an unknown code can be paired with. */
export function ScanNote({ card }: { card: Card | undefined }) {
  const scan = useScan((scans) => scans.scan);
  const failure = usePreferences((preferences) => preferences.failure);
  if (scan === null) return null;
  return (
    <>
      {failure === null ? null : <FailureNote failure={failure} />}
      {scan.kind === 'failed' ? <FailureNote failure={scan.failure} actions={<Leave />} /> : null}
      {scan.kind === 'unknown' ? <Unknown scan={scan} card={card} /> : null}
      {scan.kind === 'notSold' ? <NotSold scan={scan} /> : null}
      {scan.kind === 'chosen' && scan.cardId === card?.id ? <Chosen scan={scan} /> : null}
    </>
  );
}

function Unknown({ scan, card }: { scan: Extract<Scan, { kind: 'unknown' }>; card: Card | undefined }) {
  const text = useText();
  const name = useName();
  const { pair } = useScan.getState();
  const leave = <Leave />;
  if (card === undefined)
    return (
      <Callout tone="wait" icon="barcode" role="status" title={text('scan.unknown')} actions={leave}>
        <p>
          {text('scan.unknown.next')} <Ending code={scan.code} />
        </p>
      </Callout>
    );
  const cardName = name(card.name) ?? text('catalogue.unnamedCard');
  return (
    <Callout
      tone="wait"
      icon="barcode"
      role="status"
      title={text('scan.unknown')}
      actions={
        <>
          <Button onPress={() => void pair(scan.code, card.id).then(() => focusOn('sale'))}>
            {text('scan.pair', { name: cardName })}
          </Button>
          {leave}
        </>
      }
    >
      <p>
        {text('scan.pair.ask', { name: cardName })} <Ending code={scan.code} />
      </p>
    </Callout>
  );
}

function NotSold({ scan }: { scan: Extract<Scan, { cardId: string }> }) {
  const text = useText();
  const name = useName();
  const card = useCatalogue((catalogue) => catalogue.view?.cards.find(({ id }) => id === scan.cardId));
  const cardName = name(card?.name);
  return (
    <Callout
      tone="wait"
      icon="barcode"
      role="status"
      title={cardName === undefined ? text('scan.notHere') : text('scan.notSold', { name: cardName })}
      actions={
        <>
          <Leave says="scan.close" />
          <Unpair code={scan.code} />
        </>
      }
    >
      <p>{text('scan.notSold.next')}</p>
    </Callout>
  );
}

function Chosen({ scan }: { scan: Extract<Scan, { cardId: string }> }) {
  const text = useText();
  return (
    <p className="scan-note__chosen" role="status">
      <span>
        {text('scan.chosen')} <Ending code={scan.code} />
      </span>{' '}
      <Unpair code={scan.code} />
    </p>
  );
}

/** No more of the code is shown or read out. */
function Ending({ code }: { code: ScannedCode }) {
  return <Ltr>{`…${code.ending}`}</Ltr>;
}

/** A code that was paired with the wrong card is asked about again. */
function Unpair({ code }: { code: ScannedCode }) {
  const text = useText();
  return (
    <Button
      tone="quiet"
      onPress={() =>
        void useScan
          .getState()
          .unpair(code)
          .then(() => focusOn('sale'))
      }
    >
      {text('scan.unpair')}
    </Button>
  );
}

/** The keyboard goes on with the sale: the button is gone. */
function Leave({ says = 'scan.leave' }: { says?: 'scan.leave' | 'scan.close' }) {
  const text = useText();
  const leave = (): void => {
    useScan.getState().dismiss();
    focusOn('sale');
  };
  return <Button onPress={leave}>{text(says)}</Button>;
}
