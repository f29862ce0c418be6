import { useEffect, useState } from 'react';
import { receiptPapers } from '../../../src-shared/contract/choices.ts';
import { reprintReasons, type ReprintReason } from '../../../src-shared/contract/codes.ts';
import type { CallOutput } from '../../../src-shared/contract/schemas.ts';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { ask } from '../../base/bridge.ts';
import { useLanguageName, useText } from '../../base/i18n/use-text.ts';
import { usePreferences } from '../../base/stores/preferences-store.ts';
import { Choice } from '../../ui/choice.tsx';
import { Tick } from '../../ui/tick.tsx';
import type { ReceiptChoice } from './receipt-choice.ts';

/** What the system's own dialog is called among the printers; no printer has an empty name. */
const dialog = '';

interface PrintChoicesProps {
  /** Whether the codes of all of it are here. */
  readonly canHaveCodes: boolean;
  readonly choice: ReceiptChoice;
  readonly onChoice: (choice: ReceiptChoice) => void;
  /** Undefined for the first print, which needs none. */
  readonly reason: ReprintReason | null | undefined;
  readonly onReason: (reason: ReprintReason) => void;
}

/** Language and codes are for this receipt; paper and printer are this counter's and are remembered. */
export function PrintChoices({ canHaveCodes, choice, onChoice, reason, onReason }: PrintChoicesProps) {
  const text = useText();
  const languageName = useLanguageName();
  const { receiptPaper } = usePreferences(({ preferences }) => preferences);
  const { change } = usePreferences.getState();
  return (
    <>
      {reason === undefined ? null : (
        <Choice
          label={text('receipt.reason')}
          value={reason}
          items={reprintReasons.map((id) => ({ id, name: text(`receipt.reason.${id}`) }))}
          onChange={onReason}
        />
      )}
      <Choice
        label={text('receipt.language')}
        value={choice.language}
        items={languageCodes.map((id) => ({ id, name: languageName(id) }))}
        onChange={(language) => onChoice({ ...choice, language })}
      />
      {canHaveCodes ? (
        <div>
          <Tick isSelected={choice.withCodes} onChange={(withCodes) => onChoice({ ...choice, withCodes })}>
            {text('receipt.withCodes')}
          </Tick>
          <p className="print__hint">{text('receipt.withCodes.says')}</p>
        </div>
      ) : null}
      <Choice
        label={text('receipt.paper')}
        value={receiptPaper}
        items={receiptPapers.map((id) => ({ id, name: text(`receipt.paper.${id}`) }))}
        onChange={(paper) => void change({ receiptPaper: paper })}
      />
      <PrinterChoice />
    </>
  );
}

function PrinterChoice() {
  const text = useText();
  const printerName = usePreferences(({ preferences }) => preferences.printerName);
  const [printers, setPrinters] = useState<CallOutput<'receipts', 'printers'> | null>(null);
  useEffect(() => {
    let current = true;
    void ask((bridge) => bridge.receipts.printers({})).then((result) => {
      if (current && result.ok) setPrinters(result.value);
    });
    return () => {
      current = false;
    };
  }, []);
  if (printers?.available !== true) return null;
  // A printer that is away now may come back: it stays chosen.
  const names = [...new Set([...(printerName === null ? [] : [printerName]), ...printers.names])];
  return (
    <Choice
      label={text('receipt.printer')}
      value={printerName ?? dialog}
      items={[{ id: dialog, name: text('receipt.printer.ask') }, ...names.map((name) => ({ id: name, name }))]}
      onChange={(id) => void usePreferences.getState().change({ printerName: id === dialog ? null : id })}
    />
  );
}
