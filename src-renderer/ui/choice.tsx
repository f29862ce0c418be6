import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select, SelectValue } from 'react-aria-components/Select';
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
  const choose = (key: string | number | null): void => {
    const item = items.find(({ id }) => id === key);
    if (item !== undefined) onChange(item.id);
  };
  return (
    <Select className="choice" value={value} onChange={choose} placeholder={text('app.choice.none')}>
      <Label className="field__label">{label}</Label>
      <Button className="choice__button">
        <SelectValue className="choice__value">
          {({ isPlaceholder, defaultChildren, selectedText }) =>
            isPlaceholder ? defaultChildren : <bdi>{selectedText}</bdi>
          }
        </SelectValue>
        <Icon name="down" size={18} />
      </Button>
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
