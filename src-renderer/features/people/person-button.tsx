import { useEffect } from 'react';
import { useText } from '../../base/i18n/use-text.ts';
import { meIn, useStaff } from '../../base/stores/staff-store.ts';
import { Button } from '../../ui/button.tsx';
import './people.css';

/** Who is at the counter. One press, or Alt and 0, locks it for the next person. */
export function PersonButton() {
  const text = useText();
  const name = useStaff((staff) => meIn(staff)?.name);
  const isStaffed = name !== undefined;
  useEffect(() => {
    if (!isStaffed) return;
    // By its place: under an Arabic layout it writes another character. AltGr is Ctrl with Alt, and writes.
    const listen = (event: KeyboardEvent): void => {
      if (!/^(?:Digit|Numpad)0$/.test(event.code) || !event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      if (!event.repeat) void useStaff.getState().leave();
    };
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, [isStaffed]);
  if (!isStaffed) return null;
  return (
    <Button
      tone="quiet"
      icon="lock"
      aria-label={text('people.leave', { name })}
      aria-keyshortcuts="Alt+0"
      onPress={() => void useStaff.getState().leave()}
    >
      <bdi className="person-button__name">{name}</bdi>
    </Button>
  );
}
