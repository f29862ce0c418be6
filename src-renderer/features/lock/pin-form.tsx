import { useText } from '../../base/i18n/use-text.ts';
import { useStaff, type Person } from '../../base/stores/staff-store.ts';
import { PinEntry } from '../../entities/staff/pin-entry.tsx';
import { Button } from '../../ui/button.tsx';

interface PinFormProps {
  readonly person: Person;
  readonly onBack: () => void;
  readonly onForgotten: () => void;
}

/** The PIN with which a person opens the lock. */
export function PinForm({ person, onBack, onForgotten }: PinFormProps) {
  const text = useText();
  return (
    <PinEntry person={person} className="lock__form" onPin={(pin) => useStaff.getState().enter(person.id, pin)}>
      {(busy) => (
        <div className="panel__actions">
          <Button type="submit" tone="primary" size="l" isPending={busy}>
            {text('people.open')}
          </Button>
          <Button size="l" onPress={onBack}>
            {text('people.back')}
          </Button>
          {person.role === 'manager' ? (
            <Button tone="quiet" onPress={onForgotten}>
              {text('people.forgotten')}
            </Button>
          ) : null}
        </div>
      )}
    </PinEntry>
  );
}
