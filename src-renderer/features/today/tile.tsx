import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Icon } from '../../ui/icon.tsx';

interface TileProps {
  readonly name: string;
  readonly children: ReactNode;
  readonly note?: ReactNode;
  /** Somebody has something to do about it. */
  readonly isWanting?: boolean;
  /** Null where whoever is there cannot go there. */
  readonly onPress: (() => void) | null;
}

/** One figure, and the way to where it is handled. */
export function Tile({ name, children, note = null, isWanting = false, onPress }: TileProps) {
  const content = (
    <>
      <span className="today__name">
        {isWanting ? <Icon name="alert" size={16} /> : null}
        <span>{name}</span>
      </span>
      <span className="today__value">{children}</span>
      {note === null ? null : <span className="today__note">{note}</span>}
    </>
  );
  const classes = isWanting ? 'today__tile today__tile--wanting' : 'today__tile';
  return (
    <li>
      {onPress === null ? (
        <div className={classes}>{content}</div>
      ) : (
        <AriaButton className={`${classes} today__tile--way`} onPress={onPress}>
          {content}
        </AriaButton>
      )}
    </li>
  );
}
