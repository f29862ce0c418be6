import { useRef } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { useText } from '../../base/i18n/use-text.ts';
import { useDayTime } from '../../base/i18n/use-time.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Ltr } from '../../ui/ltr.tsx';
import '../../ui/panel.css';
import { useDay } from './day-store.ts';
import { focusReport } from './focus-report.ts';
import './z-list.css';

/** Every Z of this counter, the newest first. None of them changes any more. */
export function ZList() {
  const text = useText();
  const dayTime = useDayTime();
  const { zs, z, failure, zsFailure, loadOlder, lookAtZs, openZ } = useDay();
  const list = useRef<HTMLUListElement>(null);
  const open = async (name: string): Promise<void> => {
    await openZ(name);
    if (useDay.getState().z?.name === name) focusReport();
    // The reason why it did not open stands above the list and pushes it down.
    else requestAnimationFrame(() => list.current?.querySelector(':focus')?.scrollIntoView({ block: 'nearest' }));
  };
  // What came stands where the button was, which is further down now.
  const older = async (): Promise<void> => {
    const before = zs?.items.length ?? 0;
    await loadOlder();
    list.current?.querySelectorAll('button')[before]?.focus();
  };
  // Why there is no list, the report beside it says.
  if (zs === null && zsFailure !== null && zsFailure.code === failure?.code) return null;
  return (
    <section className="panel day__zs" aria-label={text('day.zs')}>
      <h2>{text('day.zs')}</h2>
      {zsFailure === null || zsFailure.code === failure?.code ? null : (
        <FailureNote
          failure={zsFailure}
          actions={<Button onPress={() => void lookAtZs()}>{text('app.again')}</Button>}
        />
      )}
      {zs?.items.length === 0 ? <p className="panel__says">{text('day.zs.none')}</p> : null}
      <ul className="z-list" ref={list}>
        {zs?.items.map(({ name, issuedAt, totals: { sales } }) => (
          <li key={name}>
            <AriaButton
              className="z-list__z"
              onPress={() => void open(name)}
              {...(z?.name === name ? { 'aria-current': 'true' as const } : {})}
            >
              <span>
                <Ltr>{name}</Ltr>
              </span>
              <span className="z-list__soft">
                <bdi>{dayTime(issuedAt)}</bdi> · {text('day.zs.sales', { count: sales })}
              </span>
            </AriaButton>
          </li>
        ))}
      </ul>
      {zs?.nextCursor === undefined ? null : (
        <Button wide onPress={() => void older()}>
          {text('journal.more')}
        </Button>
      )}
    </section>
  );
}
