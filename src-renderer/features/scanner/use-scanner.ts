import { useEffect } from 'react';
import { isModalOpen } from '../../base/focus/modal.ts';
import { useBasket } from '../../entities/sale/basket-store.ts';
import { useCheckout } from '../../entities/sale/checkout-store.ts';
import { BurstReader } from './burst.ts';
import { useScan } from './scan-store.ts';
import { fieldWithFocus, type TypedField } from './typed-field.ts';

/** What the first key of a burst may have changed, before anybody could know that it was one. */
interface Before {
  readonly field: TypedField | null;
  readonly stage: ReturnType<typeof useCheckout.getState>['stage'];
  readonly lines: ReturnType<typeof useBasket.getState>['lines'];
}

/**
 * Hears a scanner wherever the focus is. What its keys typed is taken back; where they type nothing they do nothing
 * either, so that neither a space in a code nor its Enter or Tab presses a button. Over a sheet or a question that is
 * all: the sale in hand goes first.
 */
export function useScanner(enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return undefined;
    const reader = new BurstReader();
    let before = stateBefore(null);
    const silenced = new Set<string>();
    const hear = (event: KeyboardEvent): void => {
      const { code, shiftKey: shift, repeat, timeStamp: atMs } = event;
      const reading = reader.read({ code, shift, repeat, atMs, chord: event.ctrlKey || event.altKey || event.metaKey });
      if (reading.kind === 'first') before = stateBefore(fieldWithFocus());
      silenced.delete(code);
      if (reading.kind === 'scanned' || (reading.kind === 'more' && fieldWithFocus() === null)) {
        silenced.add(code);
        silence(event);
      }
      if (reading.kind !== 'scanned') return;
      before.field?.restore();
      useCheckout.getState().undoSince(before.stage);
      useBasket.getState().undoSince(before.lines, before.stage);
      if (!isModalOpen()) void useScan.getState().scanned(reading.code);
    };
    // A button may be pressed by the space that comes up over it, though that never went down there.
    const release = (event: KeyboardEvent): void => {
      if (silenced.delete(event.code)) silence(event);
    };
    // Before every control and command: none may take the keys of a scan as its own.
    window.addEventListener('keydown', hear, { capture: true });
    window.addEventListener('keyup', release, { capture: true });
    return () => {
      window.removeEventListener('keydown', hear, { capture: true });
      window.removeEventListener('keyup', release, { capture: true });
    };
  }, [enabled]);
}

function stateBefore(field: TypedField | null): Before {
  return { field, stage: useCheckout.getState().stage, lines: useBasket.getState().lines };
}

function silence(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
