import { languages } from '../../../src-shared/words/languages.ts';
import { useLanguage } from '../../base/i18n/language.tsx';
import { useText } from '../../base/i18n/use-text.ts';
import { Choice } from '../../ui/choice.tsx';
import { DaysField } from '../../ui/days-field.tsx';
import { daysOf, ranges, type Days, type RangeName } from './days.ts';

interface RangeChoiceProps {
  readonly range: RangeName;
  readonly days: Days;
  readonly onChange: (range: RangeName, days: Days) => void;
}

/** Which days: a range by its name, or the days that a person types or picks. */
export function RangeChoice({ range, days, onChange }: RangeChoiceProps) {
  const text = useText();
  const { locale } = languages[useLanguage()];
  return (
    <div className="range-choice">
      <Choice
        label={text('report.range')}
        value={range}
        items={ranges.map((id) => ({ id, name: text(`report.range.${id}`) }))}
        onChange={(id) => onChange(id, id === 'own' ? days : daysOf(id, new Date(), locale))}
      />
      {range === 'own' ? (
        <DaysField
          label={text('report.range.own')}
          isLabelled
          placeholder={text('journal.day.form')}
          wrong={text('journal.day.wrong')}
          pick={text('journal.day.pick')}
          value={days.from === '' ? null : { first: days.from, last: days.to }}
          onChange={(own) => onChange('own', { from: own?.first ?? '', to: own?.last ?? '' })}
        />
      ) : null}
    </div>
  );
}
