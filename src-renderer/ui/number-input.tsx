import { Button } from 'react-aria-components/Button';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { NumberField } from 'react-aria-components/NumberField';
import type { Ref } from 'react';

import { Icon } from './icon.tsx';
import './number-input.css';

interface NumberInputProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly min: number;
  readonly max: number;
  readonly less: string;
  readonly more: string;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A whole number with large steps beside it. An emptied field falls back to the minimum instead of being no number. */
export function NumberInput({ label, value, onChange, min, max, less, more, inputRef }: NumberInputProps) {
  return (
    <NumberField
      className="number-input" value={value} minValue={min} maxValue={max} step={1} formatOptions={{ maximumFractionDigits: 0, useGrouping: false }}
      decrementAriaLabel={less} incrementAriaLabel={more}
      onChange={(next) => onChange(Number.isNaN(next) ? min : next)}
    >
      <Label className="field__label">{label}</Label>
      <Group className="number-input__group">
        <Button slot="decrement" className="number-input__step"><Icon name="minus" /></Button>
        <Input className="number-input__input" dir="ltr" ref={inputRef ?? null} />
        <Button slot="increment" className="number-input__step"><Icon name="plus" /></Button>
      </Group>
    </NumberField>
  );
}
