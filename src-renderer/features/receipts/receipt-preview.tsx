import { useEffect, useState } from 'react';

import type { PreferencesView } from '../../../src-preload/contract/preferences.ts';
import type { OrderView } from '../../../src-preload/contract/schemas.ts';
import { ask } from '../../app/bridge.ts';
import { useText } from '../../app/i18n/use-text.ts';
import type { ShownFailure } from '../../app/shown-failure.ts';
import { usePreferences } from '../../app/stores/preferences-store.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { ReceiptWish } from './receipt-wish.ts';

const headPx = 460;
/** What main draws one card in at most, as small as it is drawn here. */
const cardPx: Readonly<Record<PreferencesView['receiptPaper'], number>> = { '58mm': 125, '80mm': 100, a4: 60 };

interface Preview {
  readonly frame: string | null;
  readonly failure: ShownFailure | null;
}

/** The receipt as main will draw it for the printer, with its codes covered. */
export function ReceiptPreview({ order: { operationId, quantity }, wish }: { order: OrderView; wish: ReceiptWish }) {
  const text = useText();
  const paper = usePreferences(({ preferences }) => preferences.receiptPaper);
  const { language, withCodes } = wish;
  const [{ frame, failure }, setPreview] = useState<Preview>({ frame: null, failure: null });
  const [drawn, setDrawn] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let current = true;
    void ask((bridge) => bridge.receipts.preview({ operationId, language, withCodes })).then((result) => {
      if (current) setPreview(result.ok ? { frame: result.value.frame, failure: null } : { frame: null, failure: result.error });
    });
    return () => {
      current = false;
    };
  }, [operationId, language, withCodes, paper, tries]);
  if (failure !== null) return <FailureNote failure={failure} actions={<Button icon="refresh" onPress={() => setTries(tries + 1)}>{text('app.again')}</Button>} />;
  // The frame takes neither the focus nor the pointer, so that the window keeps both; the region around it scrolls, which must know how long it can be.
  const blockSize = headPx + (withCodes ? quantity * cardPx[paper] : 0);
  return (
    <div className="receipt-place" role="region" aria-label={text('receipt.preview')} tabIndex={0}>
      {frame === null || frame !== drawn ? <Skeleton shape="line" count={8} /> : null}
      {frame === null ? null : <iframe key={frame} className="receipt-frame" title={text('receipt.preview')} src={frame} sandbox="" tabIndex={-1} style={{ blockSize }} onLoad={() => setDrawn(frame)} />}
    </div>
  );
}
