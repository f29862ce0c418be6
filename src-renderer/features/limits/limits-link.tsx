import { useText } from '../../base/i18n/use-text.ts';
import { useMay, useStaff } from '../../base/stores/staff-store.ts';
import { useView } from '../../base/stores/view-store.ts';
import { Button } from '../../ui/button.tsx';
import '../../ui/panel.css';

/** The way to what cashiers may spend, for who may know the cost. There are no cashiers where there are no people. */
export function LimitsLink() {
  const text = useText();
  const mayRead = useMay('limits', 'read');
  const hasPeople = useStaff(({ people }) => people.length > 0);
  if (!mayRead || !hasPeople) return null;
  return (
    <section className="panel">
      <h2>{text('limits.title')}</h2>
      <p className="panel__says">{text('limits.link.says')}</p>
      <div>
        <Button icon="lock" onPress={() => useView.getState().go('limits')}>
          {text('limits.link')}
        </Button>
      </div>
    </section>
  );
}
