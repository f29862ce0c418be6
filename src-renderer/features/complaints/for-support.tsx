import { useState } from 'react';
import type { MessageKey } from '../../../src-shared/words/page-messages.ts';
import { ask } from '../../base/bridge.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { saveByPage } from '../../base/save-by-page.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';

/** What the service's support needs: main writes it, without any code, and it leaves as a text or as a file. */
export function ForSupport({ complaintId: id }: { complaintId: string }) {
  const text = useText();
  const [done, setDone] = useState<MessageKey | null>(null);
  const [failure, setFailure] = useState<ShownFailure | null>(null);
  const copy = async (): Promise<void> => {
    // The words go first, so that a second copy is announced too.
    setDone(null);
    const copied = await ask((bridge) => bridge.complaints.copy({ id }));
    setFailure(copied.ok ? null : copied.error);
    if (copied.ok) setDone('complaint.copied');
  };
  const save = async (): Promise<void> => {
    setDone(null);
    const result = await ask((bridge) => bridge.complaints.save({ id }));
    setFailure(result.ok ? null : result.error);
    if (!result.ok) return;
    const { saved, file } = result.value;
    if (file !== null) saveByPage(file);
    setDone(saved === 'nowhere' ? null : saved === 'failed' ? 'complaint.notSaved' : 'complaint.saved');
  };
  return (
    <div className="complaint__acts">
      <Button icon="copy" onPress={() => void copy()}>
        {text('complaint.copy')}
      </Button>
      <Button icon="file" onPress={() => void save()}>
        {text('complaint.save')}
      </Button>
      <span role="status">{done === null ? '' : text(done)}</span>
      {failure === null ? null : <FailureNote failure={failure} />}
    </div>
  );
}
