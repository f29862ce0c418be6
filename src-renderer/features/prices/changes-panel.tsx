import type { PriceChange } from '../../../src-shared/contract/prices.ts';
import { useText, type Text } from '../../base/i18n/use-text.ts';
import { useDayTime } from '../../base/i18n/use-time.ts';
import { PersonName } from '../../entities/people/person-name.tsx';
import { moneyText } from '../../ui/money.tsx';
import { rateWords, ruleWords } from './rule-words.ts';
import { useTargetName } from './target-name.ts';

type TargetName = ReturnType<typeof useTargetName>;

/** Every change of what customers pay, the newest first, with who made it. */
export function ChangesPanel({ changes, hasMore }: { changes: readonly PriceChange[]; hasMore: boolean }) {
  const text = useText();
  const dayTime = useDayTime();
  const targetName = useTargetName();
  return (
    <section className="panel" aria-labelledby="prices-changes">
      <h2 id="prices-changes">{text('prices.history')}</h2>
      {changes.length === 0 ? <p>{text('prices.history.none')}</p> : null}
      <ol className="prices__list">
        {changes.map((change, index) => (
          <li key={changes.length - index} className="prices__change">
            <time dateTime={change.at}>{dayTime(change.at)}</time>
            <span>{changeWords(change, text, targetName)}</span>
            {change.by === undefined ? null : <PersonName id={change.by} />}
          </li>
        ))}
      </ol>
      {hasMore ? <p className="panel__says">{text('prices.history.more')}</p> : null}
    </section>
  );
}

function changeWords({ kind, rule, rate, faceValue }: PriceChange, text: Text, targetName: TargetName): string {
  const key = `prices.history.${kind}` as const;
  if (rule !== undefined) return text(key, { target: targetName(rule.target), what: ruleWords(rule, text) });
  if (rate !== undefined) return text(key, { target: '', what: rateWords(rate, text) });
  if (faceValue === undefined) return text(key, { target: '', what: '' });
  const { card, amount, currency } = faceValue;
  return text(key, { target: targetName({ kind: 'card', id: card }), what: moneyText(amount, currency, text) });
}
