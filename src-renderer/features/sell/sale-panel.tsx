import { useEffect, useRef, type RefObject } from 'react';
import { useFocusTarget } from '../../base/focus/focus-targets.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useCatalogue } from '../../entities/catalogue/catalogue-store.ts';
import { useIsInDoubt } from '../../entities/records/copy-status-store.ts';
import { useBasket } from '../../entities/sale/basket-store.ts';
import { useCheckout } from '../../entities/sale/checkout-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ScanNote } from '../scanner/scan-note.tsx';
import { BasketPanel } from './basket-panel.tsx';
import { LastSales } from './last-sales.tsx';
import { SaleDraft } from './sale-draft.tsx';
import { focusSale } from './sale-form.ts';
import './sale-panel.css';
import { SaleWatch } from './sale-watch.tsx';

/** The stub beside the catalogue: nothing chosen, a sale being put together, or one on its way. */
export function SalePanel() {
  const text = useText();
  const stage = useCheckout((checkout) => checkout.stage);
  const hasBasket = useBasket(({ lines }) => lines.length > 0);
  const hasCards = useCatalogue(({ view }) => view !== null && view.cards.length > 0);
  const isInDoubt = useIsInDoubt();
  const panel = useRef<HTMLElement>(null);
  const inHand = stage.kind === 'draft' ? stage.card.id : stage.kind;
  // In a narrow window it stands below the cards.
  useEffect(() => {
    if (inHand !== 'empty') panel.current?.scrollIntoView({ block: 'nearest' });
    // What was bought is read from its first line, wherever the form stood.
    if (inHand === 'watch') panel.current?.scrollTo({ top: 0 });
  }, [inHand]);
  useFocusInSight(panel);
  useFocusTarget('sale', focusSale);
  return (
    <aside className="sale-panel" ref={panel} aria-label={text('sale.title')}>
      {stage.kind === 'watch' ? null : (
        <div className="sale__scan">
          <ScanNote card={stage.kind === 'draft' ? stage.card : undefined} />
        </div>
      )}
      {stage.kind === 'empty' && !hasBasket ? (
        <>
          <EmptyState
            icon="ticket"
            title={text('sale.empty')}
            {...(hasCards && !isInDoubt ? { says: text('sale.empty.next') } : {})}
          />
          <LastSales />
        </>
      ) : null}
      {hasBasket && stage.kind !== 'watch' ? <BasketPanel draft={stage.kind === 'draft' ? stage : null} /> : null}
      {stage.kind === 'draft' && !hasBasket ? <SaleDraft key={stage.card.id} draft={stage} /> : null}
      {stage.kind === 'watch' ? <SaleWatch stage={stage} /> : null}
    </aside>
  );
}

/**
 * What answers a press comes into sight, and what has the focus stays above the foot (WCAG 2.4.11); the foot itself and
 * what a scan asks are always in sight.
 */
function useFocusInSight(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const toFocus = (): void => {
      if (panel.current !== null) keepRoom(panel.current);
      const focused = document.activeElement;
      if (focused?.closest('.sale__stub, .sale__scan') === null && panel.current?.contains(focused) === true)
        focused.scrollIntoView({ block: 'nearest' });
    };
    const changes = new MutationObserver((records) => {
      alertIn(records)?.scrollIntoView({ block: 'nearest' });
      toFocus();
    });
    // What is said above the whole area takes its room from the panel.
    const size = new ResizeObserver(toFocus);
    if (panel.current !== null) {
      changes.observe(panel.current, { subtree: true, childList: true });
      size.observe(panel.current);
    }
    return () => {
      changes.disconnect();
      size.disconnect();
    };
  }, [panel]);
}

/** For what a scan asks above and for the foot below: their heights follow what they say. */
function keepRoom(panel: HTMLElement): void {
  panel.style.scrollPaddingBlock = `${heightOf(panel, '.sale__scan')}px ${heightOf(panel, '.sale__stub')}px`;
}

function heightOf(panel: HTMLElement, selector: string): number {
  const part = panel.querySelector<HTMLElement>(selector);
  return part !== null && getComputedStyle(part).position === 'sticky' ? part.offsetHeight : 0;
}

/** What was said just now in answer to a press. */
function alertIn(records: readonly MutationRecord[]): Element | undefined {
  const added = records.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element);
  return added.flatMap((node) => [node, ...node.querySelectorAll('*')]).find((node) => node.role === 'alert');
}
