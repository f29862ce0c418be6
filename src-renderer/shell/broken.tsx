import { useText } from '../base/i18n/use-text.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** What an area shows after a fault of ours. */
export function Broken({ again }: { again: () => void }) {
  const text = useText();
  return (
    <div role="alert">
      <EmptyState icon="alert" title={text('app.broken.title')} says={text('app.broken.says')}>
        <Button onPress={again}>{text('app.again')}</Button>
      </EmptyState>
    </div>
  );
}
