import type { ReactNode } from 'react';
import { counted } from '../../../src-shared/contract/day-lists.ts';
import type { DayReport } from '../../../src-shared/contract/day.ts';
import type { MessageKey } from '../../../src-shared/words/page-messages.ts';
import { useText, type Text } from '../../base/i18n/use-text.ts';
import { useDayTime } from '../../base/i18n/use-time.ts';
import { useView } from '../../base/stores/view-store.ts';
import { everyOrder, useFound } from '../../entities/orders/found-store.ts';
import { PersonName } from '../../entities/people/person-name.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Ltr } from '../../ui/ltr.tsx';
import { DayComplaints } from './day-complaints.tsx';
import './day-report.css';
import { Count, Figures, Sums } from './figures.tsx';
import { OrderLines } from './order-lines.tsx';
import { CashCompared, CashDifference, CategoryTable, ExpectedCash, MeansTable, PaidLines } from './paid-parts.tsx';
import { SoldGroups } from './sold-groups.tsx';

/** What a Z says, or what an X says now. */
export function ReportParts({ report }: { report: DayReport }) {
  const text = useText();
  const { totals, late, takenBack, running } = report;
  const isLate = report.lateOrders.length > 0 || report.takenBackOrders.length > 0;
  const isEmpty = totals.sales === 0 && totals.cards === 0 && !isLate;
  return (
    <>
      {report.lost === null ? null : <Lost lost={report.lost} />}
      {isEmpty ? <p>{text('day.nothing')}</p> : <Figures totals={totals} large />}
      <MeansTable means={report.payments?.means ?? []} />
      <CategoryTable groups={report.byCategory} />
      <SoldGroups groups={report} />
      <NoResult report={report} />
      <OrderLines
        title={text('day.late')}
        says={text('day.late.says')}
        list={counted(report.lateOrders, report.lateOrdersCount)}
      >
        <Figures totals={late} />
      </OrderLines>
      <OrderLines
        title={text('day.takenBack')}
        says={text('day.takenBack.says')}
        list={counted(report.takenBackOrders, report.takenBackOrdersCount)}
      >
        <Figures totals={takenBack} />
      </OrderLines>
      {(['undecided', 'endedLate', 'soldInLost'] as const).map((name) => (
        <OrderLines
          key={name}
          title={text(`day.${name}`)}
          says={text(`day.${name}.says`)}
          list={counted(report[name], report[`${name}Count`])}
        />
      ))}
      <PaidLines payments={report.payments} />
      <DayComplaints report={report} />
      <Ended ended={report.ended} />
      <Cash report={report} />
      {running === null ? null : (
        <Part title={text('day.running')}>
          <Figures totals={running} />
        </Part>
      )}
      {report.name === null ? null : <ZFacts report={report} />}
    </>
  );
}

/** What was counted, and when. Where nobody notes how customers pay, no amount is expected. */
function Cash({ report: { counted, cashCounts, payments } }: { report: DayReport }) {
  const text = useText();
  const dayTime = useDayTime();
  if (counted === null && cashCounts.length === 0) return null;
  return (
    <Part title={text('day.cash.title')} {...saysOf(payments, text)}>
      <dl className="day-report__facts">
        {cashCounts.map(({ at, what, by, counted: sums, ...compared }) => (
          <div key={at}>
            <dt>{text(`day.cash.${what}`)}</dt>
            <dd>
              <Sums sums={sums} strong />
              <span className="day-report__soft">
                {' · '}
                <bdi>{dayTime(at)}</bdi>
                {by === null ? null : (
                  <>
                    {' · '}
                    <PersonName id={by} />
                  </>
                )}
              </span>
              <CashCompared {...compared} />
            </dd>
          </div>
        ))}
        <ExpectedCash payments={payments} />
        {counted === null ? null : (
          <div>
            <dt>{text('day.cash.closed')}</dt>
            <dd>
              <Sums sums={counted} strong />
            </dd>
          </div>
        )}
        <CashDifference payments={payments} />
      </dl>
    </Part>
  );
}

function saysOf(payments: DayReport['payments'], text: Text): { readonly says?: string } {
  if (payments === undefined) return { says: text('day.cash.honest') };
  return payments.expectedCash === undefined ? {} : { says: text('day.cash.expected.says') };
}

function Part({ title, says, children }: { title: string; says?: string; children: ReactNode }) {
  return (
    <section className="day-report__part" aria-label={title}>
      <h3>{title}</h3>
      {says === undefined ? null : <p className="day-report__soft">{says}</p>}
      {children}
    </section>
  );
}

/** Of an X they may still be sold in this day; a Z has carried them over. */
function NoResult({ report }: { report: DayReport }) {
  const text = useText();
  const part: MessageKey = report.name === null ? 'day.noResult' : 'day.carriedOver';
  const toOrders = (): void => {
    useView.getState().go('orders');
    void useFound.getState().look({ ...everyOrder, show: 'unsettled' });
  };
  return (
    <OrderLines
      title={text(part)}
      says={text(`${part}.says`)}
      list={counted(report.carriedOver, report.carriedOverCount)}
      beside={<Button onPress={toOrders}>{text('day.inOrders')}</Button>}
    />
  );
}

/** States that people call by one name are one line. */
function Ended({ ended }: { ended: DayReport['ended'] }) {
  const text = useText();
  if (ended.length === 0) return null;
  const byName = new Map<string, number>();
  for (const { state, sales } of ended) {
    const name = text(`state.${state}.name`);
    byName.set(name, (byName.get(name) ?? 0) + sales);
  }
  return (
    <Part title={text('day.ended')} says={text('day.ended.says')}>
      <dl className="day-report__facts">
        {[...byName].map(([name, sales]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Count value={sales} />
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

/** Zs that these records do not hold any more, since they were restored. */
function Lost({ lost: { from, to, running } }: { lost: NonNullable<DayReport['lost']> }) {
  const text = useText();
  return (
    <Callout tone="wait" icon="alert" title={text('day.lost.title')}>
      <p>{from === null ? text('day.lost.all', { to }) : text('day.lost.after', { from, to })}</p>
      <p>{text('day.lost.total', { to })}</p>
      <Figures totals={running} />
    </Callout>
  );
}

/** Where in the journal a Z is, and by what it can be compared with it later. */
function ZFacts({ report: { until, by, from, firstSeq, lastSeq, headHash } }: { report: DayReport }) {
  const text = useText();
  const dayTime = useDayTime();
  return (
    <dl className="day-report__facts">
      <div>
        <dt>{text('day.z.issued')}</dt>
        <dd>{dayTime(until)}</dd>
      </div>
      {by === null ? null : (
        <div>
          <dt>{text('people.by')}</dt>
          <dd>
            <PersonName id={by} />
          </dd>
        </div>
      )}
      {from === null ? null : (
        <div>
          <dt>{text('day.z.from')}</dt>
          <dd>{dayTime(from)}</dd>
        </div>
      )}
      <div>
        <dt>{text('day.z.entries')}</dt>
        <dd>{text('day.z.entries.of', { first: String(firstSeq), last: String(lastSeq) })}</dd>
      </div>
      <div>
        <dt>{text('day.z.check')}</dt>
        <dd>
          <Ltr select>{headHash}</Ltr>
        </dd>
      </div>
    </dl>
  );
}
