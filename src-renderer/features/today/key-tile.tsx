import type { TodayView } from '../../../src-shared/contract/today.ts';
import { useFormats } from '../../base/i18n/use-formats.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useView } from '../../base/stores/view-store.ts';
import { Tile } from './tile.tsx';

/** Until when the key in use is sure to be valid. */
export function KeyTile({ validity }: { validity: TodayView['key'] }) {
  const text = useText();
  const formats = useFormats();
  const open = (): void => useView.getState().go('counter');
  if (validity === null)
    return (
      <Tile name={text('today.key')} isWanting onPress={open}>
        {text('today.key.none')}
      </Tile>
    );
  const { endsAt, daysLeft, isNear } = validity;
  const date = endsAt === null ? null : formats.date(endsAt, { day: 'numeric', month: 'short', year: 'numeric' });
  return (
    <Tile
      name={text('today.key')}
      isWanting={isNear}
      note={daysLeft === null ? null : text('today.key.days', { count: Math.max(0, daysLeft) })}
      onPress={open}
    >
      {date === null ? text('today.key.noEnd') : text('today.key.until', { date })}
    </Tile>
  );
}
