import { cardPx, cardTopPx } from '../../../src-shared/codes/codes-layout.ts';
import type { ShownView } from '../../../src-shared/contract/schemas.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useTheme } from '../../base/stores/theme-store.ts';

interface CodesFrameProps {
  readonly shown: ShownView;
  readonly firstIndex: number;
  readonly isDrawn: boolean;
  readonly onDrawn: () => void;
}

/**
 * The frame that main drew the codes for, laid over their places in the list. It has no origin and no script, takes
 * neither the focus nor the pointer, so that the keyboard stays with the sheet, and its removal takes the codes with
 * it.
 */
export function CodesFrame({ shown, firstIndex, isDrawn, onDrawn }: CodesFrameProps) {
  const text = useText();
  const theme = useTheme((state) => state.theme);
  const bottomPx = cardTopPx(firstIndex + shown.cards.length - 1) + cardPx;
  const topPx = cardTopPx(firstIndex);
  return (
    <iframe
      className="codes-frame"
      title={text('codes.title')}
      src={theme === 'system' ? shown.frame : `${shown.frame}#${theme}`}
      sandbox=""
      tabIndex={-1}
      style={{ insetBlockStart: topPx, blockSize: bottomPx - topPx, visibility: isDrawn ? 'visible' : 'hidden' }}
      onLoad={onDrawn}
    />
  );
}
