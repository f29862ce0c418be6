import { useCallback } from 'react';
import { useIntl } from 'react-intl';

import { useText } from './use-text.ts';

const minuteMs = 60_000;

/** How long ago an instant was, in words. */
export function useAge(): (instant: string | undefined, nowMs: number) => string {
  const text = useText();
  return useCallback(
    (instant, nowMs) => {
      if (instant === undefined) return text('age.unknown');
      const minutes = Math.floor((nowMs - Date.parse(instant)) / minuteMs);
      if (minutes < 1) return text('age.now');
      if (minutes < 60) return text('age.minutes', { count: minutes });
      if (minutes < 48 * 60) return text('age.hours', { count: Math.floor(minutes / 60) });
      return text('age.days', { count: Math.floor(minutes / (24 * 60)) });
    },
    [text],
  );
}

/** Clock time to the second, for timelines. */
export function useClockTime(): (instant: string | number) => string {
  const intl = useIntl();
  return useCallback((instant) => intl.formatTime(instant, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }), [intl]);
}

/** Day and clock time, for lists. */
export function useDayTime(): (instant: string) => string {
  const intl = useIntl();
  return useCallback(
    (instant) => intl.formatDate(instant, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    [intl],
  );
}
