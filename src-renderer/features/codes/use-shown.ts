import { useCallback, useEffect, useRef, useState } from 'react';
import type { CallResult, ShownView } from '../../../src-shared/contract/schemas.ts';
import { expectSecret } from '../../base/screen-protection.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import { heedCopyStatusNews } from '../../base/stores/session-store.ts';
import { useHideOnLeaving } from '../../base/use-hide-on-leaving.ts';

export const shownForMs = 60_000;
/** Less than anybody needs to see a code: a key that comes sooner was meant for what stood there before. */
const seenAfterMs = 600;

export interface Shown {
  /**
   * Where the codes can be looked at, and whose they are. The codes themselves never come into this window's own page.
   */
  readonly shown: ShownView | null;
  /** All of them, and not those of one card that was asked for by itself. */
  readonly isWhole: boolean;
  /** Their frame is there to be looked at. */
  readonly isDrawn: boolean;
  /** It has been there long enough for a person to have seen it. */
  readonly isSeen: boolean;
  onDrawn: (frame: string) => void;
  readonly hideAtMs: number;
  readonly hiddenAtMs: number | null;
  readonly revealing: boolean;
  readonly failure: ShownFailure | null;
  /** All of them, or those of one card. */
  reveal: (soldCardId?: string) => Promise<void>;
  hide: () => void;
  extend: () => void;
  /** Somebody is reading on: a minute is left to them from now. */
  read: () => void;
}

/** A list scrolls many times a second: less than a second later changes nothing. */
function readAtMs(hideAtMs: number, nowMs: number): number {
  return nowMs + shownForMs < hideAtMs + 1_000 ? hideAtMs : nowMs + shownForMs;
}

/** What is on the screen, and how to say that it no longer is. */
type OnScreen = Pick<Shown, 'shown' | 'isWhole' | 'hiddenAtMs'> & { readonly gone: (() => void) | undefined };

/**
 * Codes on the screen: asked for by a person, gone after a while, on leaving the window, when main says so, and with
 * the component.
 */
export function useShown(ask: (soldCardId?: string) => Promise<CallResult<ShownView>>): Shown {
  const [{ shown, isWhole, gone, hiddenAtMs }, setShown] = useState<OnScreen>({
    shown: null,
    isWhole: false,
    gone: undefined,
    hiddenAtMs: null,
  });
  const [drawn, setDrawn] = useState<string | null>(null);
  const [seen, setSeen] = useState<string | null>(null);
  const [hideAtMs, setHideAtMs] = useState(0);
  const [revealing, setRevealing] = useState(false);
  const [failure, setFailure] = useState<ShownFailure | null>(null);
  const turn = useRef(0);

  const hide = useCallback(() => {
    // A reveal still on its way must not show its codes after this.
    turn.current += 1;
    setRevealing(false);
    const nowMs = Date.now();
    setShown((before) =>
      before.shown === null ? before : { shown: null, isWhole: false, gone: undefined, hiddenAtMs: nowMs },
    );
  }, []);

  const reveal = async (soldCardId?: string): Promise<void> => {
    turn.current += 1;
    const mine = turn.current;
    setRevealing(true);
    setFailure(null);
    const gone = expectSecret();
    const result = await ask(soldCardId);
    if (turn.current !== mine || !result.ok) gone();
    if (turn.current !== mine) return;
    setRevealing(false);
    if (!result.ok) {
      if (!heedCopyStatusNews(result.error)) setFailure(result.error);
      return;
    }
    setHideAtMs(Date.now() + shownForMs);
    setShown({ shown: result.value, isWhole: soldCardId === undefined, gone, hiddenAtMs: null });
  };

  useHideOnLeaving(hide);
  useEffect(() => gone, [gone]);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(hide, Math.max(0, hideAtMs - Date.now()));
    return () => clearTimeout(timer);
  }, [shown, hideAtMs, hide]);

  useEffect(() => {
    if (drawn === null) return;
    const timer = setTimeout(setSeen, seenAfterMs, drawn);
    return () => clearTimeout(timer);
  }, [drawn]);

  const isDrawn = shown !== null && shown.frame === drawn;
  const isSeen = isDrawn && drawn === seen;
  return {
    shown,
    isWhole,
    isDrawn,
    isSeen,
    onDrawn: setDrawn,
    hideAtMs,
    hiddenAtMs,
    revealing,
    failure,
    reveal,
    hide,
    extend: () => setHideAtMs((at) => at + shownForMs),
    read: () => setHideAtMs((at) => readAtMs(at, Date.now())),
  };
}
