import type { ChangeEvent, KeyboardEvent, Ref } from 'react';
import { Button } from 'react-aria-components/Button';
import { Group } from 'react-aria-components/Group';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { NumberField } from 'react-aria-components/NumberField';
import { normalised } from '../../src-shared/search/search-text.ts';
import { languages } from '../../src-shared/words/languages.ts';
import { useLanguage } from '../base/i18n/language.tsx';
import { Icon } from './icon.tsx';
import './number-input.css';

interface NumberInputProps {
  readonly label: string;
  /** What stands in the field at every keystroke, also beyond `min` and `max`; null while it is empty. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  readonly min: number;
  readonly max: number;
  readonly less: string;
  readonly more: string;
  readonly inputRef?: Ref<HTMLInputElement>;
}

const mostDigits = 6;

/**
 * A whole number with large steps beside it. It is reported with each keystroke, so that nothing on the screen waits
 * for the field to be left. Leaving it, or Enter, brings a number that is not allowed back between `min` and `max`;
 * that Enter then submits nothing.
 */
export function NumberInput({ label, value, onChange, min, max, less, more, inputRef }: NumberInputProps) {
  const within = Math.min(Math.max(value ?? min, min), max);
  const tell = (next: number | null): void => {
    if (next !== value) onChange(next);
  };
  const typed = (event: ChangeEvent<HTMLInputElement>): void => tell(numberIn(event.currentTarget.value));
  const keepWithin = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || within === value) return;
    event.preventDefault();
    tell(within);
  };
  const language = useLanguage();
  return (
    <I18nProvider locale={languages[language].typingLocale}>
      <NumberField
        className="number-input"
        value={value ?? Number.NaN}
        minValue={0}
        step={1}
        formatOptions={wholeNumber}
        decrementAriaLabel={less}
        incrementAriaLabel={more}
        onChange={(next) => tell(Number.isNaN(next) ? null : Math.min(Math.max(next, min), max))}
      >
        <Label className="field__label">{label}</Label>
        <Group className="number-input__group">
          <Button slot="decrement" className="number-input__step" isDisabled={value !== null && value <= min}>
            <Icon name="minus" />
          </Button>
          <Input
            className="number-input__input"
            dir="ltr"
            ref={inputRef ?? null}
            onChange={typed}
            onKeyDown={keepWithin}
            onBlur={() => tell(within)}
          />
          <Button slot="increment" className="number-input__step" isDisabled={value !== null && value >= max}>
            <Icon name="plus" />
          </Button>
        </Group>
      </NumberField>
    </I18nProvider>
  );
}

const wholeNumber = { maximumFractionDigits: 0, useGrouping: false } as const;

/** In either set of digits. */
function numberIn(text: string): number | null {
  const digits = normalised(text).replace(/\D/g, '').slice(0, mostDigits);
  return digits === '' ? null : Number(digits);
}
