import type { ReactNode } from 'react';
import './page-head.css';

interface PageHeadProps {
  readonly title: string;
  readonly says?: string | undefined;
  /** What belongs beside the heading, such as the wallet it is about. */
  readonly children?: ReactNode;
}

/** How an area names itself, alike in all of them. */
export function PageHead({ title, says, children }: PageHeadProps) {
  return (
    <header className="page-head">
      <div className="page-head__words">
        <h1>{title}</h1>
        {says === undefined ? null : <p>{says}</p>}
      </div>
      {children}
    </header>
  );
}
