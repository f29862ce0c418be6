import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import { Heading } from 'react-aria-components/Heading';
import './disclosure.css';
import { Icon } from './icon.tsx';

interface DisclosedProps {
  readonly title: string;
  readonly level: 2 | 3;
  /** Kept by who shows it; without it the part begins closed and keeps that itself. */
  readonly open?: { readonly isOpen: boolean; readonly onChange: (isOpen: boolean) => void };
  readonly children: ReactNode;
}

/** What is off the main path: its heading opens it. */
export function Disclosed({ title, level, open, children }: DisclosedProps) {
  return (
    <Disclosure
      className="disclosure"
      {...(open === undefined ? {} : { isExpanded: open.isOpen, onExpandedChange: open.onChange })}
    >
      <Heading level={level} className="disclosure__heading">
        <AriaButton slot="trigger" className="disclosure__button">
          <Icon name="next" size={18} />
          {title}
        </AriaButton>
      </Heading>
      <DisclosurePanel className="disclosure__panel">{children}</DisclosurePanel>
    </Disclosure>
  );
}
