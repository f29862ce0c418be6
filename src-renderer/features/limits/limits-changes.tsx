import type { LimitsChange } from '../../../src-shared/contract/limits.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useDayTime } from '../../base/i18n/use-time.ts';
import { PersonName } from '../../entities/people/person-name.tsx';
import { limitWords } from './limit-words.ts';

/** The changes of limits, the newest first, with who made them. */
export function LimitsChanges({ changes, hasMore }: { changes: readonly LimitsChange[]; hasMore: boolean }) {
  const text = useText();
  const dayTime = useDayTime();
  if (changes.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="limits-changes">
      <h2 id="limits-changes">{text('limits.change')}</h2>
      <ol className="limits__changes">
        {changes.map((change, index) => (
          <li key={changes.length - index}>
            <time dateTime={change.at}>{dayTime(change.at)}</time>
            <span>
              <bdi>{change.currency}</bdi> · {limitWords(change, text)}
            </span>
            {change.by === undefined ? null : <PersonName id={change.by} />}
          </li>
        ))}
      </ol>
      {hasMore ? <p className="panel__says">{text('prices.history.more')}</p> : null}
    </section>
  );
}
