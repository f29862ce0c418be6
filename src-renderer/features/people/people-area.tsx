import { useState } from 'react';
import { useText } from '../../base/i18n/use-text.ts';
import { useStaff } from '../../base/stores/staff-store.ts';
import { useView } from '../../base/stores/view-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import '../../ui/panel.css';
import './people.css';
import { PersonForm } from './person-form.tsx';

/** Who works here: for the manager. The first one is a manager, and from then on the lock asks for a PIN. */
export function PeopleArea() {
  const text = useText();
  const { people, me } = useStaff();
  const [open, setOpen] = useState<string | null>(null);
  const close = (): void => setOpen(null);
  return (
    <div className="people">
      <PageHead title={text('people.title')} says={text('people.says')}>
        <Button icon="back" onPress={() => useView.getState().go('counter')}>
          {text('people.toCounter')}
        </Button>
      </PageHead>
      {people.length === 0 ? (
        <Callout tone="plain">
          <p>{text('people.first')}</p>
        </Callout>
      ) : (
        <ul className="people__list">
          {people.map((person) => (
            <li key={person.id} className="panel">
              {open === person.id ? (
                <PersonForm person={person} onDone={close} />
              ) : (
                <div className="people__row">
                  <p className="people__name">
                    <bdi>{person.name}</bdi>
                  </p>
                  <p className="people__role">
                    {text(`people.role.${person.role}`)}
                    {person.id === me ? ` · ${text('people.here')}` : ''}
                  </p>
                  <Button
                    aria-label={text('people.change.one', { name: person.name })}
                    onPress={() => setOpen(person.id)}
                  >
                    {text('people.change')}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {open === 'new' || people.length === 0 ? (
        <section className="panel">
          <h2>{text('people.add')}</h2>
          <PersonForm person={null} onDone={close} />
        </section>
      ) : (
        <div>
          <Button tone={open === null ? 'primary' : 'plain'} icon="plus" onPress={() => setOpen('new')}>
            {text('people.add')}
          </Button>
        </div>
      )}
      <p className="panel__says">{text('people.bound')}</p>
    </div>
  );
}
