import { useCallback, useEffect, useRef, useState } from 'react';

import type { CallResult, CodeView, CodesView } from '../../../src-preload/contract/schemas.ts';
import { counter } from '../../app/bridge.ts';
import type { ShownFailure } from '../../app/shown-failure.ts';
import { heedCustodyNews } from '../../app/stores/session-store.ts';

const shownForMs = 60_000;

interface Revealed {
  /** Only here do codes live in this window, and only until they are hidden. */
  readonly codes: readonly CodeView[] | null;
  readonly hideAtMs: number;
  readonly hiddenAtMs: number | null;
  readonly revealing: boolean;
  readonly failure: ShownFailure | null;
  reveal: () => Promise<void>;
  hide: () => void;
  extend: () => void;
}

/** Codes on the screen: asked for by a person, gone after a while, on leaving the window, and with the component. */
export function useRevealed(ask: () => Promise<CallResult<CodesView>>): Revealed {
  const [{ codes, hiddenAtMs }, setShown] = useState<Pick<Revealed, 'codes' | 'hiddenAtMs'>>({ codes: null, hiddenAtMs: null });
  const [hideAtMs, setHideAtMs] = useState(0);
  const [revealing, setRevealing] = useState(false);
  const [failure, setFailure] = useState<ShownFailure | null>(null);
  const turn = useRef(0);

  const hide = useCallback(() => {
    // A reveal still on its way must not show its codes after this.
    turn.current += 1;
    setRevealing(false);
    const nowMs = Date.now();
    setShown((shown) => (shown.codes === null ? shown : { codes: null, hiddenAtMs: nowMs }));
  }, []);

  const reveal = async (): Promise<void> => {
    turn.current += 1;
    const mine = turn.current;
    setRevealing(true);
    setFailure(null);
    const result = await ask();
    if (turn.current !== mine) return;
    setRevealing(false);
    if (!result.ok) {
      if (!heedCustodyNews(result.error)) setFailure(result.error);
      return;
    }
    setHideAtMs(Date.now() + shownForMs);
    setShown({ codes: result.value.codes, hiddenAtMs: null });
  };

  useHideOnLeaving(hide);
  useEffect(() => {
    if (codes === null) return;
    const timer = setTimeout(hide, Math.max(0, hideAtMs - Date.now()));
    return () => clearTimeout(timer);
  }, [codes, hideAtMs, hide]);

  return { codes, hideAtMs, hiddenAtMs, revealing, failure, reveal, hide, extend: () => setHideAtMs((at) => at + shownForMs) };
}

function useHideOnLeaving(hide: () => void): void {
  useEffect(() => {
    const onVisibility = (): void => {
      if (document.visibilityState === 'hidden') hide();
    };
    const stopNotice = counter().on('hideCodes', hide);
    window.addEventListener('blur', hide);
    window.addEventListener('pagehide', hide);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      stopNotice();
      window.removeEventListener('blur', hide);
      window.removeEventListener('pagehide', hide);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [hide]);
}
