import { ask } from '../../base/bridge.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { Button } from '../../ui/button.tsx';
import '../../ui/panel.css';

/** Zoom for a counter that is touched and has no keys. A browser has its own. */
export function SizePanel() {
  const text = useText();
  const isOurs = useSession((session) => session.start?.host === 'electron');
  if (!isOurs) return null;
  const zoom = (step: 'larger' | 'smaller') => void ask((bridge) => bridge.screen.zoom({ step }));
  return (
    <section className="panel">
      <h2>{text('size.title')}</h2>
      <div className="panel__actions">
        <Button icon="minus" onPress={() => zoom('smaller')}>
          {text('size.smaller')}
        </Button>
        <Button icon="plus" onPress={() => zoom('larger')}>
          {text('size.larger')}
        </Button>
      </div>
    </section>
  );
}
