import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useText } from '../../base/i18n/use-text.ts';
import { useView } from '../../base/stores/view-store.ts';
import '../../ui/scrim.css';
import { OrderCodes } from './order-codes.tsx';
import { OwnedCodes } from './owned-codes.tsx';
import './codes-sheet.css';

/** The sheet over everything else. Closing it unmounts it, and the codes with it. */
export function CodesSheet() {
  const text = useText();
  const target = useView((view) => view.codesTarget);
  const { closeCodes } = useView.getState();
  if (target === null) return null;
  return (
    <ModalOverlay
      className="scrim"
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) closeCodes();
      }}
    >
      <Modal className="sheet">
        <Dialog className="sheet__dialog" aria-label={text('codes.title')}>
          {target.kind === 'order' ? (
            <OrderCodes key={target.operationId} operationId={target.operationId} />
          ) : (
            <OwnedCodes key={target.kind === 'invoice' ? target.invoiceId : target.soldCardId} target={target} />
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
