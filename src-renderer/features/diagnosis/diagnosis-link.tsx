import { useText } from '../../base/i18n/use-text.ts';
import { useView } from '../../base/stores/view-store.ts';
import { Button } from '../../ui/button.tsx';
import '../../ui/panel.css';

/** The way to the diagnosis from the area of this counter. */
export function DiagnosisLink() {
  const text = useText();
  return (
    <section className="panel">
      <h2>{text('diagnosis.title')}</h2>
      <p className="panel__says">{text('diagnosis.link.says')}</p>
      <div>
        <Button icon="search" onPress={() => useView.getState().go('diagnosis')}>
          {text('diagnosis.open')}
        </Button>
      </div>
    </section>
  );
}
