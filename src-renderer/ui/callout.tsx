import type { ReactNode } from 'react';
import './callout.css';
import { Icon, type IconName } from './icon.tsx';

type CalloutTone = 'plain' | 'good' | 'wait' | 'bad';
const icons: Record<CalloutTone, IconName> = { plain: 'ticket', good: 'check', wait: 'clock', bad: 'alert' };

interface CalloutProps {
  readonly tone: CalloutTone;
  /** Where the sign of the tone would mislead. */
  readonly icon?: IconName;
  readonly title?: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** `alert` where it answers what the person just did. */
  readonly role?: 'alert' | 'status';
}

export function Callout({ tone, icon = icons[tone], title, children, actions, role }: CalloutProps) {
  return (
    <div className={`callout callout--${tone}`} role={role}>
      <Icon name={icon} />
      <div className="callout__body">
        {title === undefined ? null : <p className="callout__title">{title}</p>}
        {children}
        {actions === undefined ? null : <div className="callout__actions">{actions}</div>}
      </div>
    </div>
  );
}
