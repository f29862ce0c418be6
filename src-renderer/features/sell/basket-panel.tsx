import { useEffect, useRef, type SyntheticEvent } from 'react';
import { mostBasketLines } from '../../../src-shared/contract/choices.ts';
import { focusOn } from '../../base/focus/focus-targets.ts';
import { useFocusWhenLost } from '../../base/focus/use-focus-when-lost.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { isMoreThan, sumsOf, totalOf } from '../../base/money/total.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { useCatalogue } from '../../entities/catalogue/catalogue-store.ts';
import { withLine, type BasketLine } from '../../entities/sale/basket-lines.ts';
import { cardNow, lineInHand, shownBasketOf, useBasket, type ShownBasket } from '../../entities/sale/basket-store.ts';
import { useCanSell } from '../../entities/sale/can-sell.ts';
import { currentCard, useCheckout, type Draft } from '../../entities/sale/checkout-store.ts';
import { mostOf, useMostCards } from '../../entities/sale/most-cards.ts';
import { useSelectedWallet } from '../../entities/wallets/wallets-store.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { AddCard, saleKeys } from './add-card.tsx';
import { BasketLines } from './basket-lines.tsx';
import './basket-panel.css';
import { asksAboutLine, BasketProblem } from './basket-problem.tsx';
import { OtherPrice } from './other-price.tsx';
import { isValidReference, longestReference } from './reference.ts';
import { Price, QuantityInput, Warnings } from './sale-draft.tsx';
import { saleFormId } from './sale-form.ts';
import { SaleTotals } from './sale-totals.tsx';
import { WhyNoLine } from './why-no-line.tsx';
import { useWhyNoSale } from './why-no-sale.ts';

/** Several cards for one customer: the lines, the card in hand, one total and one Buy. */
export function BasketPanel({ draft }: { draft: Draft | null }) {
  const text = useText();
  const { lines, reference, problem } = useBasket();
  const placing = useCheckout((checkout) => checkout.placing);
  const maximum = useSession((session) => session.start?.referenceMaximum) ?? longestReference;
  const { shown, canSell, isPriceComing } = useShownBasket(lines, draft);
  const whyNot = useWhyNoSale(isPriceComing);
  const asks = problem !== null && asksAboutLine(problem);
  const maySubmit = canSell && shown !== null && isValidReference(reference, maximum) && !asks;
  const overBalance = useIsOverBalance(shown);
  const form = useFocusWhenLost<HTMLFormElement>(draft);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (maySubmit) void useBasket.getState().buy(shown);
  };
  return (
    <form
      className="sale sale--basket"
      id={saleFormId}
      ref={form}
      tabIndex={-1}
      onSubmit={submit}
      onKeyDownCapture={saleKeys}
    >
      <BasketLines lines={lines} />
      <WhyNoLine draft={draft} />
      {draft === null ? null : <CardInHand key={draft.card.id} draft={draft} />}
      <Warnings overBalance={overBalance} />
      {problem === null ? null : <BasketProblem problem={problem} lines={lines} shown={shown} canSell={canSell} />}
      <Field
        label={text('sale.reference')}
        hint={text('sale.reference.hint', { maximum })}
        value={reference}
        ltr
        maxLength={maximum}
        onChange={useBasket.getState().changeReference}
        error={isValidReference(reference, maximum) ? undefined : text('sale.reference.invalid', { maximum })}
      />
      <div className="sale__stub">
        <SaleTotals label={text('sale.total')} totals={shown?.totals ?? []} />
        {asks ? null : (
          <Button
            type="submit"
            tone="primary"
            size="l"
            wide
            isPending={placing || !canSell}
            isDisabled={canSell && !placing && !maySubmit}
            {...whyNot}
          >
            {text('sale.buy')}
          </Button>
        )}
        <div className="basket__foot">
          {draft === null ? null : <AddCard draft={draft} />}
          <Button tone="quiet" wide isDisabled={placing} onPress={discard}>
            {text('sale.clear')}
          </Button>
        </div>
      </div>
    </form>
  );
}

function discard(): void {
  useBasket.getState().clear();
  useCheckout.getState().clear();
  focusOn('search');
}

/** What Buy would buy now, the card in hand included. */
function useShownBasket(
  lines: readonly BasketLine[],
  draft: Draft | null,
): { readonly shown: ShownBasket | null; readonly canSell: boolean; readonly isPriceComing: boolean } {
  // Prices and limits are those of the catalogue now.
  useCatalogue((catalogue) => catalogue.view);
  useMostCards();
  const isSyncing = useCatalogue((catalogue) => catalogue.syncing);
  const problem = useBasket((basket) => basket.problem);
  const isOpen = useCanSell();
  const inHand = draft === null ? null : lineInHand(draft);
  const all = inHand === null ? lines : withLine(lines, inHand, mostOf);
  const isWhole = (draft === null || inHand !== null) && all.length <= mostBasketLines;
  const isPriceComing = isSyncing && problem?.code === 'price_changed';
  return { shown: isWhole ? shownBasketOf(all) : null, canSell: isOpen && !isPriceComing, isPriceComing };
}

/** Whether the wallet that is open may not hold what its lines cost, as far as who is there may know that. */
function useIsOverBalance(shown: ShownBasket | null): boolean {
  const wallet = useSelectedWallet();
  if (shown === null || wallet === undefined) return false;
  const costs = shown.lines.flatMap((line) => {
    const cost = line.walletId === wallet.id ? cardNow(line)?.unitPrice : undefined;
    return cost === undefined ? [] : [{ amount: totalOf(cost.amount, line.quantity), currency: cost.currency }];
  });
  return sumsOf(costs).some(({ amount, currency }) =>
    currency === wallet.currency ? isMoreThan(amount, wallet.balance.amount) : false,
  );
}

function CardInHand({ draft }: { draft: Draft }) {
  const text = useText();
  const name = useName();
  const quantity = useRef<HTMLInputElement>(null);
  const most = useMostCards();
  useEffect(() => quantity.current?.select(), []);
  return (
    <div className="basket__hand">
      <div className="sale__card">
        <h2>
          <bdi>{name(currentCard(draft).name) ?? text('catalogue.unnamedCard')}</bdi>
        </h2>
        <Price draft={draft} />
      </div>
      <QuantityInput draft={draft} most={most} inputRef={quantity} />
      <OtherPrice draft={draft} />
    </div>
  );
}
