import { useText } from '../../base/i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import './lock-screen.css';

/**
 * In place of the work, which goes on in another tab: nothing of it is left here, codes that were shown least of all.
 */
export function TakenOver() {
  const text = useText();
  return (
    <main className="lock-room">
      <div className="lock">
        <span className="lock__sign">
          <Icon name="ticket" size={36} />
        </span>
        <h1>{text('taken.title')}</h1>
        <p className="lock__says" role="alert">
          {text('taken.says')}
        </p>
        <Button tone="primary" size="l" autoFocus onPress={() => location.reload()}>
          {text('taken.here')}
        </Button>
      </div>
    </main>
  );
}
