import { useState } from 'react';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { ask } from '../../base/bridge.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import './copy-for-staff.css';

/** Main writes the text, so that it is the same in every language and holds no code. */
export function CopyForStaff({ operationId }: { operationId: string }) {
  const text = useText();
  const [copied, setCopied] = useState<'no' | 'yes' | Failure>('no');
  const copy = async (): Promise<void> => {
    // The words go first, so that a second copy is announced too.
    setCopied('no');
    const result = await ask((bridge) => bridge.orders.copyForStaff({ operationId }));
    setCopied(result.ok ? 'yes' : result.error);
  };
  return (
    <div className="story__copy">
      <Button icon="copy" onPress={() => void copy()}>
        {text('story.copy')}
      </Button>
      <span role="status">{copied === 'yes' ? text('story.copied') : ''}</span>
      {typeof copied === 'string' ? null : <FailureNote failure={copied} />}
    </div>
  );
}
