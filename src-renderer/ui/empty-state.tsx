import type { ReactNode } from 'react';
import './empty-state.css';
import { Icon, type IconName } from './icon.tsx';

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly says?: string;
  readonly children?: ReactNode;
}

export function EmptyState({ icon, title, says, children }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <Icon name={icon} size={36} />
      <p className="empty-state__title">{title}</p>
      {says === undefined ? null : <p className="empty-state__says">{says}</p>}
      {children}
    </div>
  );
}
