import { useText } from '../../base/i18n/use-text.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { Ltr } from '../../ui/ltr.tsx';
import '../../ui/panel.css';
import './profile-notes.css';

/**
 * What the deployment file makes weaker than need be or does not say, and what that costs; nothing where there is none.
 */
export function ProfileNotes() {
  const text = useText();
  const notes = useSession((session) => session.start?.profileNotes);
  if (notes === undefined || notes.length === 0) return null;
  const distinct = notes.filter(({ note }, index) => notes.findIndex((other) => other.note === note) === index);
  return (
    <section className="panel">
      <h2>{text('profileNotes.title')}</h2>
      <p className="panel__says">{text('profileNotes.says')}</p>
      <ul className="profile-notes">
        {distinct.map(({ field, note }) => (
          <li key={note}>
            <p>{text(`profileNotes.${note}`)}</p>
            <p className="panel__says">
              <Ltr select>{field}</Ltr>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
