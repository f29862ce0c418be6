import { useText } from '../../base/i18n/use-text.ts';
import { Callout } from '../../ui/callout.tsx';
import type { Saved } from './use-save-log.ts';

/** What became of the file; nothing where the person chose no place for it. */
export function SavedNote({ saved }: { saved: Saved | null }) {
  const text = useText();
  if (saved === null || saved === 'nowhere') return null;
  return (
    <Callout tone={saved === 'failed' ? 'wait' : 'good'} role="status">
      <p>{text(saved === 'failed' ? 'supportLog.failed' : 'supportLog.saved')}</p>
    </Callout>
  );
}
