import { useEffect, useState } from 'react';
import { ask } from '../../base/bridge.ts';
import { useText } from '../../base/i18n/use-text.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import { usePreferences } from '../../base/stores/preferences-store.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { ReceiptChoice } from './receipt-choice.ts';

interface Preview {
  readonly frame: string | null;
  readonly failure: ShownFailure | null;
}

/** How long the receipt in a frame is: nothing runs in it, and it has the window's origin so that this can be seen. */
function lengthOf({ contentDocument }: HTMLIFrameElement): number {
  return Math.ceil(contentDocument?.body.getBoundingClientRect().bottom ?? 0);
}

/** The receipt as main will draw it for the printer, with its codes covered. */
export function ReceiptPreview({ operationIds, choice }: { operationIds: readonly string[]; choice: ReceiptChoice }) {
  const text = useText();
  const paper = usePreferences(({ preferences }) => preferences.receiptPaper);
  const { language, withCodes } = choice;
  // The same orders in a new list are no other receipt.
  const ids = operationIds.join(' ');
  const [{ frame, failure }, setPreview] = useState<Preview>({ frame: null, failure: null });
  const [drawn, setDrawn] = useState<{ readonly frame: string; readonly blockSize: number } | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let current = true;
    void ask((bridge) => bridge.receipts.preview({ operationIds: ids.split(' '), language, withCodes })).then(
      (result) => {
        if (current)
          setPreview(result.ok ? { frame: result.value.frame, failure: null } : { frame: null, failure: result.error });
      },
    );
    return () => {
      current = false;
    };
  }, [ids, language, withCodes, paper, tries]);
  if (failure !== null)
    return (
      <FailureNote
        failure={failure}
        actions={
          <Button icon="refresh" onPress={() => setTries(tries + 1)}>
            {text('app.again')}
          </Button>
        }
      />
    );
  // The frame takes neither the focus nor the pointer, so that the window keeps both; the region around it scrolls over
  // the whole receipt.
  return (
    <div className="receipt-preview" role="region" aria-label={text('receipt.preview')} tabIndex={0}>
      {frame === null || frame !== drawn?.frame ? <Skeleton shape="line" count={8} /> : null}
      {frame === null ? null : (
        <iframe
          key={frame}
          className="receipt-frame"
          title={text('receipt.preview')}
          src={frame}
          sandbox="allow-same-origin"
          tabIndex={-1}
          style={{ blockSize: drawn?.blockSize ?? 0 }}
          onLoad={({ currentTarget }) => setDrawn({ frame, blockSize: lengthOf(currentTarget) })}
        />
      )}
    </div>
  );
}
