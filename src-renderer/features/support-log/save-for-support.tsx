import { useText } from '../../base/i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { SavedNote } from './saved-note.tsx';
import { useSaveLog } from './use-save-log.ts';

/** Beside a cause: nobody reads that out on the phone. */
export function SaveForSupport() {
  const text = useText();
  const { busy, saved, failure, save } = useSaveLog();
  return (
    <>
      <div>
        <Button icon="file" isPending={busy} onPress={() => void save()}>
          {text('diagnosis.save')}
        </Button>
      </div>
      {failure === null ? null : <FailureNote failure={failure} />}
      <SavedNote saved={saved} />
    </>
  );
}
