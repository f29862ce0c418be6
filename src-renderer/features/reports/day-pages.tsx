import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
import { languages } from '../../../src-shared/words/languages.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { useMay } from '../../base/stores/staff-store.ts';
import { DayArea } from '../day/day-area.tsx';
import { TodayPanel } from '../today/today-panel.tsx';
import { CompareView } from './compare-view.tsx';
import { daysOf } from './days.ts';
import { useReports, type ReportView } from './reports-store.ts';
import '../../ui/pill.css';
import './reports.css';
import { SalesView } from './sales-view.tsx';

/** The day as it goes on, what was sold on any days, and a day compared with the service. */
export function DayPages() {
  const mayCompare = useMay('reports', 'compare');
  const mayGlance = useMay('today', 'view');
  const wanted = useReports(({ view }) => view);
  const view = wanted === 'compare' && !mayCompare ? 'day' : wanted;
  const views = <ViewChoice view={view} mayCompare={mayCompare} />;
  if (view === 'sales') return <SalesView views={views} />;
  if (view === 'compare') return <CompareView views={views} />;
  return <DayArea views={views} glance={mayGlance ? <TodayPanel onReport={showToday} /> : null} />;
}

function showToday(): void {
  const { choose, show } = useReports.getState();
  choose('today', daysOf('today', new Date(), languages[useSession.getState().language].locale));
  show('sales');
}

function ViewChoice({ view, mayCompare }: { view: ReportView; mayCompare: boolean }) {
  const text = useText();
  const views: readonly ReportView[] = mayCompare ? ['day', 'sales', 'compare'] : ['day', 'sales'];
  return (
    <ToggleButtonGroup
      className="report-views"
      aria-label={text('report.view')}
      disallowEmptySelection
      selectedKeys={[view]}
      onSelectionChange={(keys) => {
        const chosen = views.find((each) => keys.has(each));
        if (chosen !== undefined) useReports.getState().show(chosen);
      }}
    >
      {views.map((each) => (
        <ToggleButton key={each} className="pill" id={each}>
          {text(`report.view.${each}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
