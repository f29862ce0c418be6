import { ProgressBar } from 'react-aria-components/ProgressBar';
import { useText } from '../base/i18n/use-text.ts';
import { useNow } from '../base/use-now.ts';
import { Button } from './button.tsx';
import './countdown.css';

interface CountdownProps {
  readonly untilMs: number;
  readonly wholeSeconds: number;
  /** What then happens, and when. */
  readonly label: (seconds: number) => string;
  readonly onExtend: () => void;
}

/** A calm bar, extendable as WCAG 2.2.1 asks of every time limit. It is no live region: it would speak every second. */
export function Countdown({ untilMs, wholeSeconds, label: labelOf, onExtend }: CountdownProps) {
  const text = useText();
  const nowMs = useNow(500);
  const seconds = Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
  const label = labelOf(seconds);
  return (
    <div className="countdown">
      <ProgressBar
        className="countdown__bar"
        aria-label={label}
        value={Math.min(seconds, wholeSeconds)}
        maxValue={wholeSeconds}
        valueLabel={label}
      >
        <span className="countdown__words">{label}</span>
        <svg
          className="countdown__track"
          viewBox={`0 0 ${wholeSeconds} 1`}
          preserveAspectRatio="none"
          aria-hidden="true"
          focusable="false"
        >
          <rect width={wholeSeconds} height="1" className="countdown__rest" />
          <rect width={Math.min(seconds, wholeSeconds)} height="1" className="countdown__left" />
        </svg>
      </ProgressBar>
      <Button tone="quiet" icon="clock" onPress={onExtend}>
        {text('codes.extend')}
      </Button>
    </div>
  );
}
