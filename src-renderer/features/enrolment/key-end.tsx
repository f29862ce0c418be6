import { useEffect, type ReactNode } from 'react';
import type { KeyValidity } from '../../../src-shared/contract/schemas.ts';
import { ask } from '../../base/bridge.ts';
import { useFormats } from '../../base/i18n/use-formats.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { useView, type Area } from '../../base/stores/view-store.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import '../../ui/banner.css';

const lookEveryMs = 3_600_000;

/**
 * One line on every area once the end of the key is near, with the way to where it is replaced. A counter that runs for
 * days looks again by itself.
 */
export function useKeyEndBand(area: Area): ReactNode {
  const text = useText();
  const says = useEndWords();
  const validity = useSession((session) => session.start?.enrolment.validity);
  useEffect(() => {
    const timer = setInterval(() => void look(), lookEveryMs);
    return () => clearInterval(timer);
  }, []);
  if (validity?.warning === undefined) return null;
  return (
    <div key="keyEnd" className={`banner banner--${validity.warning <= 1 ? 'urgent' : 'offline'}`}>
      <Icon name="key" />
      <p role="status">{says(validity)}</p>
      {area === 'counter' ? null : (
        <Button tone="quiet" onPress={() => useView.getState().go('counter')}>
          {text('key.replace.begin')}
        </Button>
      )}
    </div>
  );
}

async function look(): Promise<void> {
  const result = await ask((bridge) => bridge.enrolment.status({}));
  if (result.ok) useSession.getState().setEnrolment(result.value);
}

/** The day up to which the key is sure to be valid. */
export function KeyEnd({ validity }: { validity: KeyValidity }) {
  const text = useText();
  const formats = useFormats();
  return <>{text('key.end', { date: formats.date(validity.endsAt, { dateStyle: 'long' }) })}</>;
}

function useEndWords(): (validity: KeyValidity) => string {
  const text = useText();
  const formats = useFormats();
  return ({ endsAt, daysLeft, warning }) => {
    const date = formats.date(endsAt, { dateStyle: 'long' });
    if (warning === 0) return text('key.ended', { date });
    return daysLeft === 0 ? text('key.endsToday', { date }) : text('key.ends', { count: daysLeft, date });
  };
}
