import { useEffect, useState } from 'react';

import { ask } from '../../app/bridge.ts';
import { useText } from '../../app/i18n/use-text.ts';
import type { ShownFailure } from '../../app/shown-failure.ts';
import { usePreferences } from '../../app/stores/preferences-store.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { ReceiptWish } from './receipt-wish.ts';

interface Drawn {
  readonly frame: string | null;
  readonly failure: ShownFailure | null;
}

/** The receipt as main will draw it for the printer, with its codes covered. */
export function ReceiptPreview({ operationId, wish }: { operationId: string; wish: ReceiptWish }) {
  const text = useText();
  const paper = usePreferences(({ preferences }) => preferences.receiptPaper);
  const { language, withCodes } = wish;
  const [{ frame, failure }, setDrawn] = useState<Drawn>({ frame: null, failure: null });
  useEffect(() => {
    let current = true;
    void ask((bridge) => bridge.receipts.preview({ operationId, language, withCodes })).then((result) => {
      if (current) setDrawn(result.ok ? { frame: result.value.frame, failure: null } : { frame: null, failure: result.error });
    });
    return () => {
      current = false;
    };
  }, [operationId, language, withCodes, paper]);
  if (failure !== null) return <FailureNote failure={failure} />;
  if (frame === null) return <Skeleton shape="line" count={8} />;
  return <iframe key={frame} className="receipt-frame" title={text('receipt.preview')} src={frame} sandbox="" />;
}
