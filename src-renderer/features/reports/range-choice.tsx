import { useText } from '../../base/i18n/use-text.ts';
import { Choice } from '../../ui/choice.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { daysOf, ranges, type Days, type RangeName } from './days.ts';

interface RangeChoiceProps {
  readonly range: RangeName;
  readonly days: Days;
  readonly onChange: (range: RangeName, days: Days) => void;
}

/** Which days: a range by its name, or two days that a person types. */
export function RangeChoice({ range, days, onChange }: RangeChoiceProps) {
  const text = useText();
  const words = { placeholder: text('journal.day.form'), wrong: text('journal.day.wrong') };
  return (
    <div className="range-choice">
      <Choice
        label={text('report.range')}
        value={range}
        items={ranges.map((id) => ({ id, name: text(`report.range.${id}`) }))}
        onChange={(id) => onChange(id, id === 'own' ? days : daysOf(id, new Date()))}
      />
      {range === 'own' ? (
        <>
          <div className="range-choice__day">
            <p className="field__label" aria-hidden="true">
              {text('report.from')}
            </p>
            <DayField
              label={text('report.from')}
              {...words}
              value={days.from}
              onChange={(from) => onChange('own', { ...days, from })}
            />
          </div>
          <div className="range-choice__day">
            <p className="field__label" aria-hidden="true">
              {text('report.to')}
            </p>
            <DayField
              label={text('report.to')}
              {...words}
              value={days.to}
              onChange={(to) => onChange('own', { ...days, to })}
            />
          </div>
        </>
      ) : null}
    </div>
  );
}
