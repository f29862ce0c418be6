import { useEffect, useState, type ReactNode } from 'react';
import type { Compared, Comparison } from '../../../src-shared/contract/reports.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useDayTime } from '../../base/i18n/use-time.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Choice } from '../../ui/choice.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Tick } from '../../ui/tick.tsx';
import { useDay } from '../day/day-store.ts';
import '../../ui/panel.css';
import { ComparisonParts } from './comparison-parts.tsx';
import { faultIn } from './days.ts';
import { RangeChoice } from './range-choice.tsx';
import { useReports } from './reports-store.ts';

/** Days are chosen in place of a Z by this name. */
const someDays = 'days';

/** A Z, or some days, compared with what the service says. It needs a connection and changes nothing. */
export function CompareView({ views }: { views: ReactNode }) {
  const text = useText();
  const { comparison, comparisonFailure } = useReports();
  useNews(comparison?.state === 'reading');
  useEffect(() => {
    useReports.getState().renewDays();
    void useReports.getState().look();
    void useDay.getState().lookAtZs();
  }, []);
  return (
    <div className="reports">
      <PageHead title={text('nav.day')} says={text('compare.says')}>
        {views}
      </PageHead>
      <section className="panel" aria-label={text('compare.title')}>
        <h2>{text('compare.title')}</h2>
        <Begin comparison={comparison} />
        {comparisonFailure === null ? null : <FailureNote failure={comparisonFailure} />}
        {comparison === null ? null : <Progress comparison={comparison} />}
        {comparison === null ? null : <ComparisonParts comparison={comparison} />}
      </section>
    </div>
  );
}

const lookMs = 700;

/** Main says nothing by itself of how far it is. */
function useNews(isReading: boolean): void {
  useEffect(() => {
    if (!isReading) return undefined;
    const timer = setInterval(() => void useReports.getState().look(), lookMs);
    return () => clearInterval(timer);
  }, [isReading]);
}

/** What was compared last is what is chosen until somebody chooses: so it can go on. */
function Begin({ comparison }: { comparison: Comparison | null }) {
  const text = useText();
  const dayTime = useDayTime();
  const { range, days, choose, compare, cancel, comparing } = useReports();
  const zs = useDay((day) => day.zs?.items);
  const [chosen, setWhat] = useState<string | null>(null);
  const what = chosen ?? (comparison?.of.kind === 'z' ? comparison.of.name : someDays);
  const [chosenLists, setWithLists] = useState<boolean | null>(null);
  const withLists = chosenLists ?? (comparison !== null && comparison.lists !== null);
  const isReading = comparison?.state === 'reading';
  const fault = what === someDays ? faultIn(days) : null;
  const of: Compared = what === someDays ? { kind: 'days', ...days } : { kind: 'z', name: what };
  const goesOn =
    comparison !== null &&
    (comparison.state === 'cancelled' || comparison.state === 'stopped') &&
    JSON.stringify(comparison.of) === JSON.stringify(of) &&
    (comparison.lists !== null) === withLists;
  return (
    <div className="reports__begin">
      <div className="reports__choices">
        <Choice
          label={text('compare.what')}
          value={what}
          items={[
            { id: someDays, name: text('compare.what.days') },
            ...(zs ?? []).map(({ name, issuedAt }) => ({
              id: name,
              name: text('day.z.title', { name }),
              beside: <bdi>{dayTime(issuedAt)}</bdi>,
            })),
          ]}
          onChange={setWhat}
        />
        {what === someDays ? <RangeChoice range={range} days={days} onChange={choose} /> : null}
      </div>
      <div>
        <Tick isSelected={withLists} onChange={setWithLists}>
          {text('compare.lists')}
        </Tick>
        <p className="panel__says">{text('compare.lists.says')}</p>
      </div>
      {fault === null ? null : <p role="status">{text(fault)}</p>}
      <div className="panel__actions">
        <Button
          tone="primary"
          isDisabled={fault !== null}
          isPending={comparing || isReading}
          onPress={() => void compare(of, withLists)}
        >
          {text(goesOn ? 'compare.continue' : 'compare.begin')}
        </Button>
        {goesOn ? <Button onPress={() => void compare(of, withLists, true)}>{text('compare.anew')}</Button> : null}
        {isReading ? <Button onPress={() => void cancel()}>{text('compare.cancel')}</Button> : null}
      </div>
    </div>
  );
}

/** How far it is, and how it ended. */
function Progress({ comparison }: { comparison: Comparison }) {
  const text = useText();
  const dayTime = useDayTime();
  const { state, failure, done, all, listedCards, counts, earlier } = comparison;
  const isEqual = state === 'done' && counts.equal + counts.notSent === all && counts.thereOnly === 0;
  return (
    <>
      <p role="status">
        {all === 0 && state === 'done' ? text('compare.nothing') : text('compare.progress', { done, all })}
        {listedCards === 0 ? null : <> · {text('compare.listed', { count: listedCards })}</>}
      </p>
      {earlier === undefined || earlier.orders === 0 ? null : (
        <p className="panel__says">{text('compare.earlier', { count: earlier.orders, time: dayTime(earlier.at) })}</p>
      )}
      {isEqual && all > 0 ? (
        <Callout tone="good">
          <p>{text('compare.allEqual')}</p>
        </Callout>
      ) : null}
      {state === 'cancelled' ? (
        <Callout tone="plain" icon="clock">
          <p>{text('compare.cancelled')}</p>
        </Callout>
      ) : null}
      {state === 'stopped' ? (
        <>
          <p>{text('compare.stopped')}</p>
          {failure === null ? null : <FailureNote failure={failure} />}
        </>
      ) : null}
    </>
  );
}
