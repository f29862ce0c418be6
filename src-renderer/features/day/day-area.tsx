import { useEffect, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useText } from '../../base/i18n/use-text.ts';
import { useDayTime } from '../../base/i18n/use-time.ts';
import { useOrders } from '../../entities/orders/orders-store.ts';
import { useWallets } from '../../entities/wallets/wallets-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Loading } from '../../ui/skeleton.tsx';
import { ReportActions } from '../report-files/report-actions.tsx';
import './day-area.css';
import { ReportParts } from './day-report.tsx';
import { useDay } from './day-store.ts';
import { focusReport, reportTitleId } from './focus-report.ts';
import { ShiftPanel } from './shift-panel.tsx';
import { ZList } from './z-list.tsx';

/** The shift, what was sold since the last Z, and the Zs. All of it is in the journal: it needs no connection. */
export function DayArea({ views, glance }: { views: ReactNode; glance: ReactNode }) {
  const text = useText();
  useFreshDay();
  return (
    <div className="day">
      <PageHead title={text('day.title')} says={text('day.says')}>
        {views}
      </PageHead>
      <ShiftPanel />
      {glance}
      <Report />
      <ZList />
    </div>
  );
}

const settleMs = 300;

/** Looks when the area opens, and again a moment after orders have moved. */
function useFreshDay(): void {
  const moved = useOrders((orders) => orders.moved);
  useEffect(() => {
    const { look, lookAtZs, showX, leaveRefusal } = useDay.getState();
    void look();
    void lookAtZs();
    void useWallets.getState().loadOnce();
    return () => {
      showX();
      leaveRefusal();
    };
  }, []);
  useEffect(() => {
    if (moved === 0) return undefined;
    const timer = setTimeout(() => void useDay.getState().look(), settleMs);
    return () => clearTimeout(timer);
  }, [moved]);
}

/** The X, or the Z that was opened or made in its place. */
function Report() {
  const text = useText();
  const dayTime = useDayTime();
  const { x, z, failure, justClosed, reading, look, lookAtZs, showX, shift, zsFailure } = useDay();
  const report = z ?? x;
  const backToX = (): void => {
    flushSync(showX);
    focusReport();
  };
  const again = (): void => {
    void look();
    if (zsFailure !== null) void lookAtZs();
  };
  const isOfX = z === null;
  const lastZ = shift?.lastZ ?? null;
  return (
    <section className="panel day__report" aria-labelledby={reportTitleId}>
      <div className="day__report-head">
        <h2 id={reportTitleId} tabIndex={-1}>
          {z === null ? text('day.x.title') : text('day.z.title', { name: z.name ?? '' })}
        </h2>
        {isOfX ? (
          <Button icon="refresh" isPending={reading} onPress={() => void look()}>
            {text('day.refresh')}
          </Button>
        ) : (
          <Button onPress={backToX}>{text('day.x.show')}</Button>
        )}
      </div>
      {isOfX && shift !== null ? (
        <p className="panel__says">
          {lastZ === null
            ? text('day.x.first')
            : text('day.x.since', { name: lastZ.name, time: dayTime(lastZ.issuedAt) })}
          {x === null ? null : (
            <>
              {' '}
              <span role="status">{text('day.asOf', { time: dayTime(x.until) })}</span>
            </>
          )}
        </p>
      ) : null}
      {justClosed ? (
        <Callout tone="good">
          <p>{text('day.closed')}</p>
        </Callout>
      ) : null}
      {failure === null || !isOfX ? null : (
        <FailureNote failure={failure} actions={<Button onPress={again}>{text('app.again')}</Button>} />
      )}
      {failure === null || !isOfX || x === null ? null : <p>{text('day.x.old')}</p>}
      {report === null && failure === null ? <Loading label={text('day.loading')} shape="row" count={4} /> : null}
      {report === null ? null : (
        <ReportActions
          key={`files ${report.name ?? 'x'}`}
          report={report.name === null ? { kind: 'x' } : { kind: 'z', name: report.name }}
        />
      )}
      {report === null ? null : <ReportParts key={report.name ?? 'x'} report={report} />}
    </section>
  );
}
