import { useEffect } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import type { MessageKey } from '../../src-shared/words/page-messages.ts';
import { useText } from '../base/i18n/use-text.ts';
import { againOr } from '../base/later.tsx';
import { useSession } from '../base/stores/session-store.ts';
import { useMay } from '../base/stores/staff-store.ts';
import { useView, type Area } from '../base/stores/view-store.ts';
import { ApprovalDialog } from '../features/approvals/approval-dialog.tsx';
import { CodesSheet } from '../features/codes/codes-sheet.tsx';
import { PersonButton } from '../features/people/person-button.tsx';
import { useScanner } from '../features/scanner/use-scanner.ts';
import { LessonStrip } from '../features/training/lesson-strip.tsx';
import { Tray } from '../features/tray/tray.tsx';
import { content } from './areas.tsx';
import { Bands } from './bands.tsx';
import { BrokenDialog } from './broken-dialog.tsx';
import { Broken } from './broken.tsx';
import { Keys } from './commands/keys-sheet.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Header } from './header.tsx';
import { useAskWhileAway } from './use-ask-while-away.ts';

const areas = ['sell', 'orders', 'day', 'owned', 'counter'] as const satisfies readonly Area[];
/** The others have a heading of their own. */
const headings: Partial<Record<Area, MessageKey>> = { sell: 'nav.sell', orders: 'nav.orders' };
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
      <Bands area={area} />
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
      <ErrorBoundary fallback={(again) => <Broken again={againOr(again)} />}>
        <Content />
      </ErrorBoundary>
    </main>
  );
}
