import type { KeyboardEvent } from 'react';
import { Button } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { SearchField } from 'react-aria-components/SearchField';
import { Icon } from './icon.tsx';
import './search-box.css';

interface SearchBoxProps {
  /** Of the input, for those who bring the focus here. */
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  /** What the button is called that empties it. */
  readonly clear: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly size?: 'm' | 'l';
  readonly maxLength?: number;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

export function SearchBox({ id, label, hint, clear, value, onChange, size = 'm', ...input }: SearchBoxProps) {
  return (
    <SearchField className={`search-box search-box--${size}`} aria-label={label} value={value} onChange={onChange}>
      <Icon name="search" />
      <Input id={id} className="search-box__input" placeholder={hint} dir="auto" {...input} />
      {value === '' ? null : (
        <Button className="search-box__clear" aria-label={clear}>
          <Icon name="cross" size={18} />
        </Button>
      )}
    </SearchField>
  );
}
