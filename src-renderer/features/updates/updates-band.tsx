import { useEffect, type ReactNode } from 'react';
import { useText } from '../../base/i18n/use-text.ts';
import { useView, type Area } from '../../base/stores/view-store.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useUpdates } from './updates-store.ts';
import '../../ui/banner.css';

/** One line on every area once an update may be installed and nobody was busy. This counter's area says it itself. */
export function useUpdatesBand(area: Area): ReactNode {
  const text = useText();
  const view = useUpdates((state) => state.view);
  useEffect(() => {
    const { listen, load } = useUpdates.getState();
    const stop = listen();
    void load();
    return stop;
  }, []);
  if (area === 'counter' || view?.announced !== true || view.offer === null) return null;
  const { version, address } = view.offer;
  return (
    <div key="updates" className="banner banner--news">
      <Icon name="refresh" />
      <p role="status">
        {text(address === undefined ? 'updates.announced' : 'updates.announced.elsewhere', { version })}
      </p>
      <Button tone="quiet" onPress={() => useView.getState().go('counter')}>
        {text('updates.open')}
      </Button>
      <Button tone="quiet" onPress={() => void useUpdates.getState().putOff()}>
        {text('updates.later')}
      </Button>
    </div>
  );
}
