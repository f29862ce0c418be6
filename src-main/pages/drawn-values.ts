import { shownAmount } from '../../src-shared/money/shown-amount.ts';
import { languages, type Language } from '../../src-shared/words/languages.ts';
import { isMainMessage } from '../../src-shared/words/main-messages.ts';
import { drawnText } from '../../src-shared/words/main-text.ts';
import { escaped } from './page.ts';

/** An amount before its currency, in the direction of the language; never parsed back. */
export function money(amount: string, currency: string, language: Language): string {
  const shown = `<bdi dir="ltr">${escaped(shownAmount(amount, currency))}</bdi>`;
  return `<bdi dir="${languages[language].dir}">${shown} ${escaped(unitOf(currency, language))}</bdi>`;
}

/** The same in a text that is no page. */
export function moneyText(amount: string, currency: string, language: Language): string {
  return `${shownAmount(amount, currency)} ${unitOf(currency, language)}`;
}

function unitOf(currency: string, language: Language): string {
  const key = `currency.${currency}`;
  return isMainMessage(key) ? drawnText(language)(key) : currency;
}

/** The month by its name: digits alone leave open which is the day. */
const timeFormat = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;

export function timeOf(atMs: number, language: Language): string {
  return new Intl.DateTimeFormat(languages[language].locale, timeFormat).format(atMs);
}

/** A day of the calendar, as `2026-11-24`, in words. */
export function dayText(day: string, language: Language): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  // At noon, which every day has, wherever clocks change.
  const noon = new Date(year, month - 1, date, 12);
  return new Intl.DateTimeFormat(languages[language].locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).format(noon);
}
