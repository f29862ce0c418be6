import type { ReactNode } from 'react';
import { CheckboxButton, CheckboxField } from 'react-aria-components/Checkbox';
import { Icon } from './icon.tsx';
import './tick.css';

/** A box to tick, with its words as part of the target. */
export function Tick({
  isSelected,
  onChange,
  children,
}: {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  children: ReactNode;
}) {
  return (
    <CheckboxField isSelected={isSelected} onChange={onChange}>
      <CheckboxButton className="tick">
        <span className="tick__box">{isSelected ? <Icon name="check" size={18} /> : null}</span>
        {children}
      </CheckboxButton>
    </CheckboxField>
  );
}
