import { useText } from '../../base/i18n/use-text.ts';
import { useMay } from '../../base/stores/staff-store.ts';
import { useView } from '../../base/stores/view-store.ts';
import { Button } from '../../ui/button.tsx';
import '../../ui/panel.css';

/** The way to what customers pay, for who may see that. */
export function PricesLink() {
  const text = useText();
  const mayRead = useMay('prices', 'read');
  if (!mayRead) return null;
  return (
    <section className="panel">
      <h2>{text('prices.title')}</h2>
      <p className="panel__says">{text('prices.link.says')}</p>
      <div>
        <Button icon="card" onPress={() => useView.getState().go('prices')}>
          {text('prices.link')}
        </Button>
      </div>
    </section>
  );
}
