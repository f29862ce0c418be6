import { useText } from '../../base/i18n/use-text.ts';
import { useView } from '../../base/stores/view-store.ts';
import { Button } from '../../ui/button.tsx';
import '../../ui/panel.css';

/** The way to the people from the area of this counter. */
export function PeopleLink() {
  const text = useText();
  return (
    <section className="panel">
      <h2>{text('people.title')}</h2>
      <p className="panel__says">{text('people.link.says')}</p>
      <div>
        <Button icon="person" onPress={() => useView.getState().go('people')}>
          {text('people.link')}
        </Button>
      </div>
    </section>
  );
}
