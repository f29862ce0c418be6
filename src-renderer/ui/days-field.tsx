import { parseDate } from '@internationalized/date';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Popover } from 'react-aria-components/Popover';
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  RangeCalendar,
} from 'react-aria-components/RangeCalendar';
import { Text } from 'react-aria-components/Text';
import { TextField } from 'react-aria-components/TextField';
import { useFormats } from '../base/i18n/use-formats.ts';
import { FieldFault } from './field-fault.tsx';
import './choice.css';
import './days-field.css';
import './field.css';
import { Icon } from './icon.tsx';
import { daysText, noonOf, typedDays, type Days } from './typed-day.ts';

interface DaysFieldProps {
  readonly label: string;
  /** Where there is a place above the field: its name stands there. */
  readonly isLabelled?: boolean;
  readonly placeholder: string;
  /** Said of what is no day. */
  readonly wrong: string;
  /** What the button is called that opens the calendar. */
  readonly pick: string;
  /** Null for no day. */
  readonly value: Days | null;
  readonly onChange: (days: Days | null) => void;
}

/**
 * A day or several in a row: typed in the order and the digits of the counter and said back in its language, or picked
 * from a calendar. Not the browser's own field for dates: that one has the order, the words and the calendar of the
 * system, whatever the counter speaks.
 */
export function DaysField({ label, isLabelled = false, placeholder, wrong, pick, value, onChange }: DaysFieldProps) {
  const [typed, setTyped] = useState('');
  const [isLeft, setLeft] = useState(true);
  // What was chosen elsewhere stands in the place of what was typed before.
  const isTyped = daysText(typedDays(typed)) === daysText(value);
  const isWrong = isLeft && isTyped && value === null && typed.trim() !== '';
  const type = (text: string): void => {
    setTyped(text);
    const days = typedDays(text);
    // A day half typed is no other than none.
    if (daysText(days) !== daysText(value)) onChange(days);
  };
  return (
    <div className={isLabelled ? 'days-field days-field--labelled' : 'days-field'}>
      <TextField
        className="field"
        {...(isLabelled ? {} : { 'aria-label': label })}
        value={isTyped && (!isLeft || isWrong) ? typed : daysText(value)}
        onChange={type}
        onFocusChange={(isFocused) => setLeft(!isFocused)}
        isInvalid={isWrong}
        validationBehavior="aria"
        autoComplete="off"
        maxLength={60}
      >
        {isLabelled ? <Label className="field__label">{label}</Label> : null}
        <Input className="field__input" dir="ltr" placeholder={placeholder} />
        {value === null ? null : (
          <Text slot="description" className="field__hint">
            <DaysInWords days={value} />
          </Text>
        )}
        <FieldFault fault={wrong} />
      </TextField>
      <DialogTrigger>
        <Button className="days-field__open" aria-label={pick}>
          <Icon name="calendar" />
        </Button>
        <Popover className="popover">
          <Dialog className="days-field__dialog" aria-label={pick}>
            {({ close }) => (
              <Calendar
                label={label}
                value={value}
                onChange={(days) => {
                  onChange(days);
                  close();
                }}
              />
            )}
          </Dialog>
        </Popover>
      </DialogTrigger>
    </div>
  );
}

/** A day with its weekday, or the first and the last of several. */
export function DaysInWords({ days: { first, last } }: { days: Days }) {
  const formats = useFormats();
  if (first === last) return <>{formats.date(noonOf(first), { weekday: 'long', day: 'numeric', month: 'long' })}</>;
  return <>{formats.dates(noonOf(first), noonOf(last), { day: 'numeric', month: 'long' })}</>;
}

/** One day is the first and the last: pressed twice. */
function Calendar({ label, value, onChange }: Pick<DaysFieldProps, 'label' | 'value' | 'onChange'>) {
  return (
    <RangeCalendar
      className="calendar"
      aria-label={label}
      autoFocus
      value={value === null ? null : { start: parseDate(value.first), end: parseDate(value.last) }}
      onChange={({ start, end }) => onChange({ first: start.toString(), last: end.toString() })}
    >
      <header className="calendar__head">
        <Button slot="previous" className="calendar__turn calendar__turn--back">
          <Icon name="next" />
        </Button>
        <Heading className="calendar__month" />
        <Button slot="next" className="calendar__turn">
          <Icon name="next" />
        </Button>
      </header>
      <CalendarGrid>
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className="calendar__weekday">{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>{(date) => <CalendarCell className="calendar__day" date={date} />}</CalendarGridBody>
      </CalendarGrid>
    </RangeCalendar>
  );
}
