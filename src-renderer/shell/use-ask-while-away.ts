import { useEffect } from 'react';
import { useConnection } from '../base/stores/use-connection.ts';
import { useWallets } from '../entities/wallets/wallets-store.ts';

const askEveryMs = 15_000;

/**
 * Asks the service something light while it does not answer: an alarm must not outlast its cause until a person presses
 * something.
 */
export function useAskWhileAway(enrolled: boolean): void {
  const connection = useConnection();
  const isAway = enrolled && (connection === 'none' || connection === 'silent');
  useEffect(() => {
    if (!isAway) return undefined;
    let asking = false;
    const ask = async (): Promise<void> => {
      if (asking) return;
      asking = true;
      await useWallets.getState().load();
      asking = false;
    };
    const timer = setInterval(() => void ask(), askEveryMs);
    return () => clearInterval(timer);
  }, [isAway]);
}
