import type { KeyboardEvent, ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select, SelectValue } from 'react-aria-components/Select';
import { languages } from '../../src-shared/words/languages.ts';
import { useLanguage } from '../base/i18n/language.tsx';
import { useText } from '../base/i18n/use-text.ts';
import './choice.css';
import { Icon } from './icon.tsx';

interface ChoiceProps<Id extends string> {
  readonly label: string;
  /** `beside` stands with the name in the list, and not where the chosen one is shown. */
  readonly items: readonly { readonly id: Id; readonly name: string; readonly beside?: ReactNode }[];
  /** Null while none is chosen. */
  readonly value: Id | null;
  readonly onChange: (value: Id) => void;
}

/** One of a few, under a label. */
export function Choice<Id extends string>({ label, items, value, onChange }: ChoiceProps<Id>) {
  const text = useText();
  const { dir } = languages[useLanguage()];
  const choose = (key: string | number | null): void => {
    const item = items.find(({ id }) => id === key);
    if (item !== undefined) onChange(item.id);
  };
  const chooseBeside = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    // react-aria's own goes on to the right in every language.
    event.stopPropagation();
    event.preventDefault();
    const step = event.key === (dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight') ? 1 : -1;
    const now = items.findIndex(({ id }) => id === value);
    choose((now === -1 ? items[0] : items[now + step])?.id ?? null);
  };
  return (
    <Select className="choice" value={value} onChange={choose} placeholder={text('app.choice.none')}>
      <Label className="field__label">{label}</Label>
      <div role="presentation" className="choice__keys" onKeyDownCapture={chooseBeside}>
        <Button className="choice__button">
          <SelectValue className="choice__value">
            {({ isPlaceholder, defaultChildren, selectedText }) =>
              isPlaceholder ? defaultChildren : <bdi>{selectedText}</bdi>
            }
          </SelectValue>
          <Icon name="down" size={18} />
        </Button>
      </div>
      <Popover className="popover">
        <ListBox className="choice__list" items={items}>
          {({ id, name, beside }) => (
            <ListBoxItem className="choice__item" id={id} textValue={name}>
              <bdi>{name}</bdi>
              {beside}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
