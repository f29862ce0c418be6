import { useEffect } from 'react';
import { useIntl } from 'react-intl';

import type { KeyValidity } from '../../../src-preload/contract/schemas.ts';
import { ask } from '../../app/bridge.ts';
import { useText } from '../../app/i18n/use-text.ts';
import { useSession } from '../../app/stores/session-store.ts';
import { Icon } from '../../ui/icon.tsx';

const lookEveryMs = 3_600_000;

/** One line on every area once the end of the key is near. A counter that runs for days looks again by itself. */
export function KeyEndBand() {
  const says = useEndWords();
  const validity = useSession((session) => session.start?.enrolment.validity);
  useEffect(() => {
    const timer = setInterval(() => void look(), lookEveryMs);
    return () => clearInterval(timer);
  }, []);
  if (validity?.warning === undefined) return null;
  return <p className={`banner banner--${validity.warning <= 1 ? 'urgent' : 'offline'}`} role="status"><Icon name="key" />{says(validity)}</p>;
}

async function look(): Promise<void> {
  const result = await ask((bridge) => bridge.enrolment.status({}));
  if (result.ok) useSession.getState().setEnrolment(result.value);
}

/** The day up to which the key is sure to be valid. */
export function KeyEnd({ validity }: { validity: KeyValidity }) {
  const text = useText();
  const intl = useIntl();
  return <>{text('key.end', { date: intl.formatDate(validity.endsAt, { dateStyle: 'long' }) })}</>;
}

function useEndWords(): (validity: KeyValidity) => string {
  const text = useText();
  const intl = useIntl();
  return ({ endsAt, daysLeft, warning }) => {
    const date = intl.formatDate(endsAt, { dateStyle: 'long' });
    if (warning === 0) return text('key.ended', { date });
    return daysLeft === 0 ? text('key.endsToday', { date }) : text('key.ends', { count: daysLeft, date });
  };
}
