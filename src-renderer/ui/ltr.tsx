import { Fragment } from 'react';
import { endsInSeparator } from '../../src-shared/codes/code-groups.ts';
import './ltr.css';

/** Ids, thumbprints and other machine text: left to right in every language, selectable as a whole. */
export function Ltr({ children, select = false }: { children: string; select?: boolean }) {
  return (
    <bdi dir="ltr" className={select ? 'ltr ltr--select' : 'ltr'}>
      {children}
    </bdi>
  );
}

/**
 * A value in groups, for reading out. Gaps are margins and the groups stay inline, so that a selection copies the bare
 * value on one line and a screen reader meets one run of text; lines break between groups.
 */
export function Grouped({ groups }: { groups: readonly string[] }) {
  return (
    <bdi dir="ltr" className="grouped">
      {groups.map((group, index) => (
        <Fragment key={index}>
          {index === 0 ? null : <wbr />}
          <span className={index === groups.length - 1 || endsInSeparator(group) ? undefined : 'grouped__apart'}>
            {group}
          </span>
        </Fragment>
      ))}
    </bdi>
  );
}
