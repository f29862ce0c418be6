import type { BackupReason } from '../../../src-shared/contract/backup-reasons.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { Callout } from '../../ui/callout.tsx';

/** Why the backup of the day was not made, and what a person can do about it; nothing where it was. */
export function BackupNote() {
  const text = useText();
  const reason: BackupReason | undefined = useSession((session) => session.start?.backupTrouble);
  if (reason === undefined) return null;
  return (
    <Callout tone="wait" icon="alert" title={text('backup.trouble')}>
      <p>{text(`backup.trouble.${reason}`)}</p>
      <p>{text('backup.trouble.sales')}</p>
    </Callout>
  );
}
