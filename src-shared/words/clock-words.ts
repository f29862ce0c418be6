import { languages, type Language } from './languages.ts';
import type { Text } from './text.ts';

/** How far this computer's clock is off; `seconds` is positive where it is behind. */
export function clockWords(
  seconds: number,
  text: Text<'clock.right' | 'clock.behind' | 'clock.ahead'>,
  language: Language,
): string {
  if (Math.abs(seconds) < 2) return text('clock.right');
  return text(seconds > 0 ? 'clock.behind' : 'clock.ahead', { amount: durationWords(seconds, language) });
}

/** The same for whoever is to set it; `sells` says whether this counter can sell as it is. */
export function wrongClockWords(
  seconds: number,
  sells: boolean,
  text: Text<'clock.right' | 'clock.behind' | 'clock.ahead' | 'clock.sells' | 'clock.sellsNot'>,
  language: Language,
): string {
  return `${clockWords(seconds, text, language)} ${text(sells ? 'clock.sells' : 'clock.sellsNot')}`;
}

/** Less than this troubles nobody: a service tolerates about as much. */
export const noticeableSeconds = 60;

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A time in the two greatest units it has, such as `5 hours, 12 minutes`. */
export function durationWords(seconds: number, language: Language): string {
  const { locale } = languages[language];
  let rest = Math.abs(seconds);
  const parts: string[] = [];
  for (const [unit, length] of units) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0 && parts.length < 2)
      parts.push(new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count));
  }
  return new Intl.ListFormat(locale, { type: 'unit', style: 'long' }).format(parts);
}
