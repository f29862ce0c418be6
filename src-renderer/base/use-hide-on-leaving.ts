import { useEffect } from 'react';
import { counter } from './bridge.ts';

/**
 * Calls `hide` whenever a secret must leave the screen: on leaving the window, when main says so, and with the
 * component. It must be stable.
 */
export function useHideOnLeaving(hide: () => void): void {
  useEffect(() => {
    const onVisibility = (): void => {
      if (document.visibilityState === 'hidden') hide();
    };
    const stopNotice = counter().on('hideCodes', hide);
    window.addEventListener('blur', hide);
    window.addEventListener('pagehide', hide);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      hide();
      stopNotice();
      window.removeEventListener('blur', hide);
      window.removeEventListener('pagehide', hide);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [hide]);
}
