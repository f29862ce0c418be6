import { useEffect, useRef } from 'react';
import { useText } from '../base/i18n/use-text.ts';
import { Button } from './button.tsx';

const controls = 'button, a, input, select, textarea, [role="option"], [role="row"]';

/**
 * "Try again" where nothing else can be done. It has the keyboard, unless that is on a control: the counter tries again
 * by itself too, and takes nobody away from what they do meanwhile.
 */
export function RetryButton({ isPending = false, onPress }: { isPending?: boolean; onPress: () => void }) {
  const text = useText();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (document.activeElement?.matches(controls) !== true) button.current?.focus();
  }, []);
  return (
    <Button icon="refresh" ref={button} isPending={isPending} onPress={onPress}>
      {text('app.again')}
    </Button>
  );
}
