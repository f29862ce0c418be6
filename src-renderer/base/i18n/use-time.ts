import { useCallback } from 'react';
import { useFormats } from './use-formats.ts';
import { useText } from './use-text.ts';

const minuteMs = 60_000;

/** How long ago an instant was, in words. */
export function useAge(): (instant: string, nowMs: number) => string {
  const text = useText();
  return useCallback(
    (instant, nowMs) => {
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
  const formats = useFormats();
  return useCallback(
    (instant) => formats.date(instant, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }),
    [formats],
  );
}

/** The day in words, with its year. */
export function useDay(): (instant: string) => string {
  const formats = useFormats();
  return useCallback(
    (instant) => formats.date(instant, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    [formats],
  );
}

/** Day and clock time, for lists; with the year where it is not this one. */
export function useDayTime(): (instant: string) => string {
  const formats = useFormats();
  return useCallback(
    (instant) => {
      const isThisYear = new Date(instant).getFullYear() === new Date(Date.now()).getFullYear();
      const written = formats.date(instant, {
        day: 'numeric',
        month: 'short',
        ...(isThisYear ? {} : { year: 'numeric' as const }),
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      });
      // At the end of a line the day would stay behind, and the hour go on.
      return written.replaceAll(' ', '\u00a0');
    },
    [formats],
  );
}
