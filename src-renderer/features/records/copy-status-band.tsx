import type { ReactNode } from 'react';
import { useFocusWhenLost } from '../../base/focus/use-focus-when-lost.ts';
import { useText } from '../../base/i18n/use-text.ts';
import '../../ui/banner.css';
import { useView, type Area } from '../../base/stores/view-store.ts';
import {
  copyStatusReasonId,
  differences,
  useCopyStatus,
  type Findings,
} from '../../entities/records/copy-status-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { CheckButton, CheckFailureLine } from './check-button.tsx';
import './copy-status.css';
import { NotedButton } from './noted-button.tsx';

/** While these records may not be the one copy, and after the check until its findings are noted. */
export function useCopyStatusBand(area: Area): ReactNode {
  const { copyStatus, findings } = useCopyStatus();
  if (area === 'counter' || (copyStatus === undefined && findings === null)) return null;
  return <CopyStatusBand key="copyStatus" />;
}

function CopyStatusBand() {
  const text = useText();
  const { kind, findings } = useCopyStatus();
  const band = useFocusWhenLost<HTMLElement>(findings === null);
  const readMore = (
    <Button onPress={() => useView.getState().go('counter')}>
      {text(findings === null ? 'copyStatus.more' : 'copyStatus.look')}
    </Button>
  );
  return (
    <section className="banner-note copy-status__band" aria-label={text('copyStatus.label')} ref={band} tabIndex={-1}>
      {findings !== null ? (
        <Found findings={findings} readMore={readMore} />
      ) : kind === undefined ? null : (
        <Callout
          tone="bad"
          title={text(`copyStatus.${kind}.title`)}
          actions={
            <>
              <CheckButton />
              {readMore}
            </>
          }
        >
          <p id={copyStatusReasonId}>{text('copyStatus.locked')}</p>
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
      title={text('copyStatus.done.title')}
      actions={isClean ? <NotedButton /> : readMore}
    >
      <p>
        {text('copyStatus.done.owned', { count: ownedCards })}{' '}
        {text(isClean ? 'copyStatus.done.agree' : 'copyStatus.done.open')}
      </p>
      {unknownCards.length === 0 ? null : <p>{text('copyStatus.unknown', { count: unknownCards.length })}.</p>}
      {missingCards.length === 0 ? null : <p>{text('copyStatus.missing', { count: missingCards.length })}.</p>}
      {lostOrders.length === 0 ? null : <p>{text('copyStatus.lostOrders', { count: lostOrders.length })}.</p>}
      {unchecked.length === 0 ? null : <p>{text('copyStatus.done.unread', { count: unchecked.length })}</p>}
    </Callout>
  );
}
