import { useText } from '../../base/i18n/use-text.ts';
import { usePreferences } from '../../base/stores/preferences-store.ts';
import { Choice } from '../../ui/choice.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import '../../ui/panel.css';

const lockMinutes = [1, 2, 5, 10, 15, 30, 60];
const clipboardSeconds = [10, 20, 30, 60, 120, 300];

/** How soon what is secret goes away when nobody sees to it. */
export function LeavingChoices() {
  const text = useText();
  const { preferences, failure, change } = usePreferences();
  return (
    <section className="panel">
      <h2>{text('leaving.title')}</h2>
      {failure === null ? null : <FailureNote failure={failure} />}
      <Choice
        label={text('leaving.lock')}
        value={String(preferences.idleLockMinutes)}
        items={itemsOf(lockMinutes, preferences.idleLockMinutes, (count) => text('leaving.minutes', { count }))}
        onChange={(id) => void change({ idleLockMinutes: Number(id) })}
      />
      <Choice
        label={text('leaving.clipboard')}
        value={String(preferences.clipboardSeconds)}
        items={itemsOf(clipboardSeconds, preferences.clipboardSeconds, (count) => text('leaving.seconds', { count }))}
        onChange={(id) => void change({ clipboardSeconds: Number(id) })}
      />
    </section>
  );
}

/** What was chosen stands among them, whoever wrote it. */
function itemsOf(offered: readonly number[], chosen: number, nameOf: (count: number) => string) {
  return [...new Set([...offered, chosen])]
    .toSorted((one, other) => one - other)
    .map((count) => ({ id: String(count), name: nameOf(count) }));
}
