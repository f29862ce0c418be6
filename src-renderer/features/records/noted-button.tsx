import { focusArea } from '../../base/focus/focus-area.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useCopyStatusCheck } from '../../entities/records/copy-status-store.ts';
import { Button } from '../../ui/button.tsx';

/** The findings go only by a person's hand, and the focus with them to the area. */
export function NotedButton() {
  const text = useText();
  const noted = (): void => {
    void useCopyStatusCheck.getState().noted().then(focusArea);
  };
  return <Button onPress={noted}>{text('copyStatus.noted')}</Button>;
}
