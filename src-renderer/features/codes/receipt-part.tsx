import type { KeyboardEvent, RefObject } from 'react';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { PrintPanel } from '../receipts/print-panel.tsx';
import { SheetHead } from './sheet-frame.tsx';

interface ReceiptPartProps {
  readonly title: string;
  readonly orders: readonly OrderView[];
  readonly part: RefObject<HTMLDivElement | null>;
  readonly onBack: () => void;
}

/** The receipt in place of the codes. Esc is one step back: to the codes, and not out of the sheet. */
export function ReceiptPart({ title, orders, part, onBack }: ReceiptPartProps) {
  const text = useText();
  const stepBack = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onBack();
  };
  return (
    <div className="sheet__part" ref={part} tabIndex={-1} onKeyDown={stepBack}>
      <SheetHead title={title} says={text('receipt.title')} />
      <PrintPanel orders={orders} onBack={onBack} />
    </div>
  );
}
