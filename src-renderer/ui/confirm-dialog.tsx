import { useId, type ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Button } from './button.tsx';
import './confirm-dialog.css';
import './scrim.css';

interface ConfirmDialogProps {
  readonly title: string;
  readonly confirm: string;
  readonly back: string;
  readonly isPending: boolean;
  readonly onConfirm: () => void;
  readonly onBack: () => void;
  readonly children: ReactNode;
}

/**
 * For what cannot be taken back. The focus begins on the way back, so that a held Enter confirms nothing: what is asked
 * is therefore read out as the question opens.
 */
export function ConfirmDialog({ title, confirm, back, isPending, onConfirm, onBack, children }: ConfirmDialogProps) {
  const saysId = useId();
  return (
    <ModalOverlay
      className="scrim"
      isOpen
      isKeyboardDismissDisabled={isPending}
      onOpenChange={(open) => {
        if (!open) onBack();
      }}
    >
      <Modal className="confirm">
        <Dialog className="confirm__dialog" role="alertdialog" aria-describedby={saysId}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          <div className="confirm__says" id={saysId}>
            {children}
          </div>
          <div className="confirm__actions">
            <Button tone="primary" size="l" isPending={isPending} onPress={onConfirm}>
              {confirm}
            </Button>
            <Button size="l" autoFocus isDisabled={isPending} onPress={onBack}>
              {back}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
