import { useText } from '../base/i18n/use-text.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

/**
 * What a sheet or a question shows after a fault of ours: another try, or the way out that it would have had itself.
 */
export function BrokenDialog({ again, onClose }: { again: () => void; onClose: () => void }) {
  const text = useText();
  const close = (): void => {
    onClose();
    again();
  };
  return (
    <ConfirmDialog
      title={text('app.broken.title')}
      confirm={text('app.again')}
      back={text('codes.close')}
      isPending={false}
      onConfirm={again}
      onBack={close}
    >
      <p>{text('app.broken.says')}</p>
    </ConfirmDialog>
  );
}
