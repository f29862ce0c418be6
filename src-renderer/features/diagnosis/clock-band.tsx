import type { ReactNode } from 'react';
import { clockWords, noticeableSeconds, wrongClockWords } from '../../../src-shared/words/clock-words.ts';
import { useLanguage } from '../../base/i18n/language.tsx';
import { useText } from '../../base/i18n/use-text.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { Icon } from '../../ui/icon.tsx';
import '../../ui/banner.css';

/**
 * On every area while this computer's clock is off: a counter that is set up sells all the same, and papers that people
 * date would be wrong. Offline it sells nothing, and a band says that.
 */
export function useClockBand(): ReactNode {
  const offset = useSession((session) => session.start?.clockOffsetSeconds);
  const sells = useSession(({ start }) => start?.problem === undefined && start?.enrolment.state === 'active');
  const words = wrongClockWords(offset ?? 0, sells, useText(), useLanguage());
  const isOff = useIsClockOff();
  return !isOff ? null : (
    <p key="clock" className="banner banner--clock" role="status">
      <Icon name="clock" />
      {words}
    </p>
  );
}

/** Whether that band stands. */
export function useIsClockOff(): boolean {
  return useSession(
    ({ start }) => start?.online !== false && Math.abs(start?.clockOffsetSeconds ?? 0) >= noticeableSeconds,
  );
}

/** How far this computer's clock is off, in words; `seconds` is positive where it is behind. */
export function useClockWords(seconds: number): string {
  return clockWords(seconds, useText(), useLanguage());
}
