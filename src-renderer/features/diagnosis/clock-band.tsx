import { durationWords } from '../../../src-preload/contract/words.ts';
import { useText } from '../../app/i18n/use-text.ts';
import { useSession } from '../../app/stores/session-store.ts';
import { Icon } from '../../ui/icon.tsx';

/** Less than this troubles nobody: a service tolerates about as much. */
const noticeableSeconds = 60;

/** On every area while this machine's clock is off: the counter sells all the same, and papers that people date would be wrong. */
export function ClockBand() {
  const offset = useSession((session) => session.start?.clockOffsetSeconds);
  const words = useClockWords(offset ?? 0);
  return Math.abs(offset ?? 0) < noticeableSeconds ? null : <p className="banner banner--clock" role="status"><Icon name="clock" />{words}</p>;
}

/** How far this machine's clock is off, in words; `seconds` is positive where it is behind. */
export function useClockWords(seconds: number): string {
  const text = useText();
  const language = useSession((session) => session.language);
  if (Math.abs(seconds) < 2) return text('clock.right');
  return text(seconds > 0 ? 'clock.behind' : 'clock.ahead', { amount: durationWords(seconds, language) });
}
