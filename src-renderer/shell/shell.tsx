import { useEffect, type ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import type { MessageKey } from '../../src-shared/words/page-messages.ts';
import { useText } from '../base/i18n/use-text.ts';
import { useSession } from '../base/stores/session-store.ts';
import { useMay } from '../base/stores/staff-store.ts';
import { useConnection } from '../base/stores/use-connection.ts';
import { useView, type Area } from '../base/stores/view-store.ts';
import { ApprovalDialog } from '../features/approvals/approval-dialog.tsx';
import { CodesSheet } from '../features/codes/codes-sheet.tsx';
import { ClockBand } from '../features/diagnosis/clock-band.tsx';
import { DiagnosisArea } from '../features/diagnosis/diagnosis-area.tsx';
import { KeyEndBand } from '../features/enrolment/key-end.tsx';
import { ServiceKeysBand } from '../features/enrolment/service-keys.tsx';
import { LimitsArea } from '../features/limits/limits-area.tsx';
import { JournalArea } from '../features/orders/journal-area.tsx';
import { OwnedArea } from '../features/owned-cards/owned-area.tsx';
import { PeopleArea } from '../features/people/people-area.tsx';
import { PersonButton } from '../features/people/person-button.tsx';
import { PricesArea } from '../features/prices/prices-area.tsx';
import { CopyStatusBand } from '../features/records/copy-status-band.tsx';
import { DayPages } from '../features/reports/day-pages.tsx';
import { useScanner } from '../features/scanner/use-scanner.ts';
import { SellArea } from '../features/sell/sell-area.tsx';
import { CounterArea } from '../features/this-counter/counter-area.tsx';
import { LessonStrip } from '../features/training/lesson-strip.tsx';
import { Tray } from '../features/tray/tray.tsx';
import { UpdatesBand } from '../features/updates/updates-band.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Icon } from '../ui/icon.tsx';
import { BrokenDialog } from './broken-dialog.tsx';
import { Broken } from './broken.tsx';
import { Keys } from './commands/keys-sheet.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Header } from './header.tsx';
import { useAskWhileAway } from './use-ask-while-away.ts';
import '../ui/banner.css';

const areas = ['sell', 'orders', 'day', 'owned', 'counter'] as const satisfies readonly Area[];
/** The others have a heading of their own. */
const headings: Partial<Record<Area, MessageKey>> = { sell: 'nav.sell', orders: 'nav.orders' };
const content: Record<Area, () => ReactNode> = {
  sell: SellArea,
  orders: JournalArea,
  day: DayPages,
  owned: OwnedArea,
  counter: CounterArea,
  diagnosis: DiagnosisArea,
  people: PeopleArea,
  prices: PricesArea,
  limits: LimitsArea,
};
/** Those that need neither a key nor a connection. */
const local: readonly Area[] = ['orders', 'day'];
/** Those that are reached from the area of this counter. */
const ofCounter: readonly Area[] = ['counter', 'diagnosis', 'people', 'prices', 'limits'];

/** The counter once it knows its service. Selling waits for an active key; the journal never waits. */
export function Shell() {
  const text = useText();
  const wanted = useView((view) => view.area);
  const enrolled = useSession((session) => session.start?.enrolment.state === 'active');
  // Also before the effect below has moved on: an area that cannot work yet is never mounted.
  const maySell = useMay('orders', 'place');
  const mayManage = useMay('staff', 'add');
  const mayKnowCost = useMay('prices', 'read');
  const area = areaFor(wanted, { enrolled, maySell, mayManage, mayKnowCost });
  useScanner(enrolled && maySell);
  useAskWhileAway(enrolled);
  const disabled: readonly Area[] = enrolled ? (maySell ? [] : ['sell']) : ['sell', 'owned'];
  useEffect(() => {
    if (!enrolled && !local.includes(useView.getState().area)) useView.getState().go('counter');
  }, [enrolled]);
  return (
    <div className="frame">
      <Header
        end={
          <>
            <PersonButton />
            <Keys />
          </>
        }
      >
        <nav className="nav" aria-label={text('nav.areas')}>
          {areas.map((each) => (
            <AriaButton
              key={each}
              className="nav__area"
              isDisabled={disabled.includes(each)}
              onPress={() => useView.getState().go(each)}
              {...(each === (ofCounter.includes(area) ? 'counter' : area) ? { 'aria-current': 'page' as const } : {})}
            >
              {text(`nav.${each}`)}
            </AriaButton>
          ))}
        </nav>
      </Header>
      <LessonStrip />
      <ConnectionBand area={area} />
      <ClockBand />
      <ProblemBand area={area} />
      <KeyEndBand area={area} />
      <UpdatesBand area={area} />
      {area === 'counter' ? null : <CopyStatusBand />}
      {area === 'counter' ? null : <ServiceKeysBand />}
      <AreaMain key={area} area={area} />
      <Tray />
      <ErrorBoundary fallback={(again) => <BrokenDialog again={again} onClose={useView.getState().closeCodes} />}>
        <CodesSheet />
      </ErrorBoundary>
      <ApprovalDialog />
    </div>
  );
}

/** Where the person is who wanted to be there: what they cannot do is never mounted. */
function areaFor(
  wanted: Area,
  may: Readonly<Record<'enrolled' | 'maySell' | 'mayManage' | 'mayKnowCost', boolean>>,
): Area {
  if (wanted === 'people' && !may.mayManage) return 'counter';
  if ((wanted === 'prices' || wanted === 'limits') && !(may.mayKnowCost && may.enrolled)) return 'counter';
  if (!may.enrolled && (wanted === 'sell' || wanted === 'owned')) return 'counter';
  return wanted === 'sell' && !may.maySell ? 'orders' : wanted;
}

/** Its key is the area: leaving one unmounts it, with everything it was showing. */
function AreaMain({ area }: { area: Area }) {
  const text = useText();
  const Content = content[area];
  const heading = headings[area];
  return (
    <main className="area" tabIndex={-1}>
      {heading === undefined ? null : <h1 className="visually-hidden">{text(heading)}</h1>}
      <ErrorBoundary fallback={(again) => <Broken again={again} />}>
        <Content />
      </ErrorBoundary>
    </main>
  );
}

/**
 * Why selling is not possible though a service is chosen, such as a key store that is locked. The counter's area says
 * it itself.
 */
function ProblemBand({ area }: { area: Area }) {
  const text = useText();
  const problem = useSession((session) => session.start?.problem);
  if (problem === undefined || area === 'counter') return null;
  const way = <Button onPress={() => useView.getState().go('counter')}>{text('nav.counter')}</Button>;
  return (
    <div className="banner-note">
      <FailureNote failure={problem} showField actions={way} />
    </div>
  );
}

/** Owned cards say it themselves, with what waits there for the connection. */
function ConnectionBand({ area }: { area: Area }) {
  const text = useText();
  const connection = useConnection();
  if (connection === 'silent')
    return (
      <p className="banner banner--offline" role="status">
        <Icon name="clock" />
        {text('app.silent')}
      </p>
    );
  return connection !== 'none' || area === 'owned' ? null : (
    <p className="banner banner--offline" role="status">
      <Icon name="offline" />
      {text('app.offline')}
    </p>
  );
}
