import { useEffect, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { useText } from '../../base/i18n/use-text.ts';
import { useStaff } from '../../base/stores/staff-store.ts';
import { ForgottenPin } from './forgotten-pin.tsx';
import { PinForm } from './pin-form.tsx';
import './lock-screen.css';

/** Who comes, and their PIN. Whoever was here last is first. */
export function PersonLock() {
  const text = useText();
  const people = useStaff((staff) => staff.people);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isForgotten, setForgotten] = useState(false);
  const person = people.find(({ id }) => id === chosen);
  const back = (): void => {
    setChosen(null);
    setForgotten(false);
  };
  useEffect(() => {
    if (chosen === null) return undefined;
    // The commands of the areas are not heard here; Esc goes one step back all the same.
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (isForgotten) setForgotten(false);
      else setChosen(null);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [chosen, isForgotten]);
  if (person === undefined)
    return (
      <div className="lock__people" role="group" aria-label={text('people.who')}>
        {people.map(({ id, name, role }, index) => (
          <AriaButton key={id} className="lock__person" autoFocus={index === 0} onPress={() => setChosen(id)}>
            <bdi>{name}</bdi>
            <span className="lock__role">{text(`people.role.${role}`)}</span>
          </AriaButton>
        ))}
      </div>
    );
  return isForgotten ? (
    <ForgottenPin person={person} onBack={() => setForgotten(false)} />
  ) : (
    <PinForm person={person} onBack={back} onForgotten={() => setForgotten(true)} />
  );
}
