import { useEffect, type ReactNode } from 'react';
import type { SalesReport } from '../../../src-shared/contract/reports.ts';
import { useFormats } from '../../base/i18n/use-formats.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { useDayTime } from '../../base/i18n/use-time.ts';
import { useWallets } from '../../entities/wallets/wallets-store.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Loading } from '../../ui/skeleton.tsx';
import { noonOf } from '../../ui/typed-day.ts';
import { Figures } from '../day/figures.tsx';
import { GroupTable } from '../day/group-table.tsx';
import { MeansTable } from '../day/paid-parts.tsx';
import { SoldGroups } from '../day/sold-groups.tsx';
import { ReportActions } from '../report-files/report-actions.tsx';
import '../../ui/panel.css';
import { BarTable } from './bar-table.tsx';
import { faultIn } from './days.ts';
import { RangeChoice } from './range-choice.tsx';
import { useReports } from './reports-store.ts';

/** What was sold on any days. All of it is in the journal: it needs no connection. */
export function SalesView({ views }: { views: ReactNode }) {
  const text = useText();
  const { range, days, sales, reading, failure, choose, read } = useReports();
  useEffect(() => {
    void useReports.getState().read();
    void useWallets.getState().loadOnce();
  }, []);
  const fault = faultIn(days);
  return (
    <div className="reports">
      <PageHead title={text('nav.day')} says={text('report.says')}>
        {views}
      </PageHead>
      <section className="panel" aria-label={text('report.title')}>
        <div className="reports__choices">
          <RangeChoice range={range} days={days} onChange={choose} />
          <Button icon="refresh" isPending={reading} onPress={() => void read()}>
            {text('day.refresh')}
          </Button>
        </div>
        {fault === null ? null : <p role="status">{text(fault)}</p>}
        {failure === null ? null : (
          <FailureNote failure={failure} actions={<Button onPress={() => void read()}>{text('app.again')}</Button>} />
        )}
        {sales === null && failure === null && fault === null ? (
          <Loading label={text('report.loading')} shape="row" count={4} />
        ) : null}
        {sales === null || fault !== null ? null : <SalesParts key={`${sales.from} ${sales.to}`} sales={sales} />}
      </section>
    </div>
  );
}

function SalesParts({ sales }: { sales: SalesReport }) {
  const text = useText();
  const dayTime = useDayTime();
  const dayName = useDayName();
  const { from, to, totals, at } = sales;
  const [first, last] = [dayName(from), dayName(to)];
  return (
    <div className="reports__parts">
      <div className="reports__head">
        <h2>{from === to ? text('report.of', { day: first }) : text('report.ofDays', { first, last })}</h2>
        <p className="panel__says" role="status">
          {text('day.asOf', { time: dayTime(at) })}
        </p>
      </div>
      <ReportActions report={{ kind: 'sales', from, to }} />
      {totals.sales === 0 ? <p>{text('day.nothing')}</p> : <Figures totals={totals} large />}
      <MeansTable means={sales.byMeans ?? []} />
      <OverTime sales={sales} />
      <Groups sales={sales} />
    </div>
  );
}

function useDayName(): (day: string) => string {
  const formats = useFormats();
  return (day) => formats.date(noonOf(day), { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
}

function OverTime({ sales: { from, to, byDay, byHour } }: { sales: SalesReport }) {
  const text = useText();
  const dayName = useDayName();
  return (
    <>
      {from === to ? null : (
        <BarTable
          title={text('report.byDay')}
          of={text('report.day')}
          rows={byDay.map((totals) => ({ key: totals.day, name: dayName(totals.day), totals }))}
        />
      )}
      <BarTable
        title={text('report.byHour')}
        of={text('report.hour')}
        rows={byHour.map((totals) => {
          const hour = String(totals.hour).padStart(2, '0');
          return { key: hour, name: `${hour}:00`, totals };
        })}
      />
    </>
  );
}

function Groups({ sales }: { sales: SalesReport }) {
  const text = useText();
  const name = useName();
  return (
    <>
      <GroupTable
        title={text('report.byCategory')}
        of={text('report.category')}
        rows={sales.byCategory.map((group) => ({
          key: group.id ?? '',
          name: (
            <bdi>{group.id === null ? text('report.noCategory') : (name(group.name ?? undefined) ?? group.id)}</bdi>
          ),
          totals: group,
        }))}
      />
      <SoldGroups groups={sales} />
    </>
  );
}
