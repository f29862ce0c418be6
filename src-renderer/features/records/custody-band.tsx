import type { ReactNode } from 'react';
import { useFocusWhenLost } from '../../base/focus/use-focus-when-lost.ts';
import { useText } from '../../base/i18n/use-text.ts';
import '../../ui/banner.css';
import { useView } from '../../base/stores/view-store.ts';
import { custodyReasonId, differences, useCustody, type Findings } from '../../entities/records/custody-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { CheckButton, CheckFailureLine } from './check-button.tsx';
import './custody.css';
import { NotedButton } from './noted-button.tsx';

/** On every area while these records may not be the one copy, and after the check until its findings are noted. */
export function CustodyBand() {
  const text = useText();
  const { custody, kind, findings } = useCustody();
  const band = useFocusWhenLost<HTMLElement>(findings === null);
  if (custody === undefined && findings === null) return null;
  const readMore = (
    <Button onPress={() => useView.getState().go('counter')}>
      {text(findings === null ? 'custody.more' : 'custody.look')}
    </Button>
  );
  return (
    <section className="banner-note custody__band" aria-label={text('custody.label')} ref={band} tabIndex={-1}>
      {findings !== null ? (
        <Found findings={findings} readMore={readMore} />
      ) : kind === undefined ? null : (
        <Callout
          tone="bad"
          title={text(`custody.${kind}.title`)}
          actions={
            <>
              <CheckButton />
              {readMore}
            </>
          }
        >
          <p id={custodyReasonId}>{text('custody.locked')}</p>
          <CheckFailureLine />
        </Callout>
      )}
    </section>
  );
}

function Found({ findings, readMore }: { findings: Findings; readMore: ReactNode }) {
  const text = useText();
  const { unknownCards, missingCards, ownedCards, unchecked = [], lostOrders = [] } = findings;
  const isClean = differences(findings) === 0;
  return (
    <Callout
      tone={isClean ? 'good' : 'wait'}
      icon={isClean ? 'check' : 'alert'}
      role="status"
      title={text('custody.done.title')}
      actions={isClean ? <NotedButton /> : readMore}
    >
      <p>
        {text('custody.done.owned', { count: ownedCards })} {text(isClean ? 'custody.done.agree' : 'custody.done.open')}
      </p>
      {unknownCards.length === 0 ? null : <p>{text('custody.unknown', { count: unknownCards.length })}.</p>}
      {missingCards.length === 0 ? null : <p>{text('custody.missing', { count: missingCards.length })}.</p>}
      {lostOrders.length === 0 ? null : <p>{text('custody.lostOrders', { count: lostOrders.length })}.</p>}
      {unchecked.length === 0 ? null : <p>{text('custody.done.unread', { count: unchecked.length })}</p>}
    </Callout>
  );
}
