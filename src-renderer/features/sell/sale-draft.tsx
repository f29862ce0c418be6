import { useEffect, useRef, useState, type RefObject, type SyntheticEvent } from 'react';
import type { ChargedMoney } from '../../../src-shared/contract/charges.ts';
import { focusOn } from '../../base/focus/focus-targets.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { isMoreThan, isSameMoney, totalOf } from '../../base/money/total.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { useConnection } from '../../base/stores/use-connection.ts';
import { useCatalogue } from '../../entities/catalogue/catalogue-store.ts';
import { ChargeSign } from '../../entities/catalogue/charge-sign.tsx';
import { OfferBadge } from '../../entities/catalogue/offer-badge.tsx';
import { useCanSell } from '../../entities/sale/can-sell.ts';
import {
  currentCard,
  shownSaleOf,
  useCheckout,
  type Draft,
  type ShownSale,
} from '../../entities/sale/checkout-store.ts';
import { useMostCards } from '../../entities/sale/most-cards.ts';
import { useSelectedWallet } from '../../entities/wallets/wallets-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Field } from '../../ui/field.tsx';
import { Money } from '../../ui/money.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { AddCard, saleKeys } from './add-card.tsx';
import { OtherPrice } from './other-price.tsx';
import { isValidReference, longestReference } from './reference.ts';
import { saleFormId } from './sale-form.ts';
import { SaleProblem } from './sale-problem.tsx';
import { WhyNoLine } from './why-no-line.tsx';
import { offlineSaleId, useWhyNoSale } from './why-no-sale.ts';

export function SaleDraft({ draft }: { draft: Draft }) {
  const text = useText();
  const name = useName();
  const placing = useCheckout((checkout) => checkout.placing);
  const quantityRef = useRef<HTMLInputElement>(null);
  useCatalogue((catalogue) => catalogue.view);
  const card = currentCard(draft);
  const maximum = useSession((session) => session.start?.referenceMaximum) ?? longestReference;
  const canSell = useCanSell();
  const asksFirst =
    draft.problem?.code === 'allowed_debt_consent_required' || draft.problem?.code === 'same_sale_pending';
  const most = useMostCards();
  const shown = shownSaleOf(draft, most);
  const overBalance = useIsOverBalance(draft, shown);
  const isSyncing = useCatalogue((catalogue) => catalogue.syncing);
  const isPriceComing = draft.isRenewing === true || (isSyncing && draft.problem?.code === 'price_changed');
  const whyNot = useWhyNoSale(isPriceComing);
  const maySubmit =
    canSell && shown !== null && isValidReference(draft.reference, maximum) && !asksFirst && !isPriceComing;
  // Where a question comes first its answer is the next step, and a digit typed by habit would make another sale of it.
  const [beginsWithQuestion] = useState(asksFirst);
  useEffect(() => {
    if (!beginsWithQuestion) quantityRef.current?.select();
  }, [beginsWithQuestion]);

  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (maySubmit) void useCheckout.getState().buy({}, shown);
  };
  const discard = (): void => {
    useCheckout.getState().clear();
    focusOn('search');
  };
  return (
    <form className="sale" id={saleFormId} onSubmit={submit} onKeyDownCapture={saleKeys}>
      <div className="sale__card">
        <h2>
          <bdi>{name(card.name) ?? text('catalogue.unnamedCard')}</bdi>
        </h2>
        {card.faceValue === undefined ? null : (
          <p className="sale__face">{text('catalogue.faceValue', { value: card.faceValue })}</p>
        )}
        <OfferBadge card={card} />
        <Price draft={draft} />
      </div>
      <Warnings overBalance={overBalance} />
      {draft.problem === undefined ? null : (
        <SaleProblem problem={draft.problem} draft={draft} shown={shown} placing={placing} canSell={canSell} />
      )}
      <QuantityInput draft={draft} most={most} inputRef={quantityRef} />
      <OtherPrice draft={draft} />
      {draft.replaces === undefined ? <AddCard draft={draft} /> : null}
      <WhyNoLine draft={draft} />
      <Field
        label={text('sale.reference')}
        hint={text('sale.reference.hint', { maximum })}
        value={draft.reference}
        ltr
        maxLength={maximum}
        onChange={(reference) => useCheckout.getState().change({ reference })}
        error={isValidReference(draft.reference, maximum) ? undefined : text('sale.reference.invalid', { maximum })}
      />
      <div className="sale__stub">
        <Total draft={draft} shown={shown} />
        {asksFirst ? null : (
          <Button
            type="submit"
            tone="primary"
            size="l"
            wide
            isPending={placing || !canSell || isPriceComing}
            isDisabled={canSell && !isPriceComing && !placing && !maySubmit}
            {...whyNot}
          >
            {text('sale.buy')}
          </Button>
        )}
        <Button tone="quiet" wide isDisabled={placing} onPress={discard}>
          {text('sale.clear')}
        </Button>
      </div>
    </form>
  );
}

export function QuantityInput({
  draft,
  most,
  inputRef,
}: {
  draft: Draft;
  most: number;
  inputRef: RefObject<HTMLInputElement | null>;
}) {
  const text = useText();
  return (
    <>
      <NumberInput
        label={text('sale.quantity')}
        less={text('sale.quantity.less')}
        more={text('sale.quantity.more')}
        min={1}
        max={most}
        value={draft.quantity}
        onChange={(quantity) => useCheckout.getState().change({ quantity })}
        inputRef={inputRef}
      />
      <QuantityLimits draft={draft} most={most} />
    </>
  );
}

/** What the service last said; it is asked all the same, because that may have changed. */
function QuantityLimits({ draft, most }: { draft: Draft; most: number }) {
  const text = useText();
  const { minimum = 1, maximum } = currentCard(draft).quantityLimits ?? {};
  const { quantity } = draft;
  if (quantity !== null && (quantity < 1 || quantity > most))
    return (
      <Callout tone="wait" role="status">
        <p>{text('sale.quantity.range', { most })}</p>
      </Callout>
    );
  if (minimum === 1 && maximum === undefined) return null;
  const isBeyond = quantity !== null && (quantity < minimum || quantity > (maximum ?? quantity));
  const says =
    maximum === undefined
      ? text('sale.quantity.least', { minimum })
      : text('sale.quantity.between', { minimum, maximum });
  return (
    <Callout tone={isBeyond ? 'wait' : 'plain'} role="status">
      <p>{says}</p>
    </Callout>
  );
}

export function Price({ draft }: { draft: Draft }) {
  const text = useText();
  const { charge } = currentCard(draft);
  if (charge === undefined) return <Callout tone="bad" title={text('sale.price.gone')} />;
  const { price: now } = charge;
  const before = draft.priceBefore ?? draft.card.charge?.price;
  if (before === undefined || isSameMoney(before, now)) {
    return (
      <>
        <p className="sale__price">
          <span>{text('sale.unitPrice')}</span> <Money {...now} />
        </p>
        <ChargeSign charge={charge} />
      </>
    );
  }
  return (
    <dl className="sale__change">
      <div>
        <dt>{text('sale.price.old')}</dt>
        <dd>
          <s>
            <Money {...before} />
          </s>
        </dd>
      </div>
      <div>
        <dt>{text('sale.price.new')}</dt>
        <dd>
          <Money {...now} strong />
        </dd>
      </div>
    </dl>
  );
}

function Total({ draft, shown }: { draft: Draft; shown: ShownSale | null }) {
  const text = useText();
  if (currentCard(draft).charge === undefined) return null;
  const before = shown === null ? undefined : totalBefore(draft, shown);
  return (
    <>
      {before === undefined ? null : (
        <p className="sale__total sale__total--before">
          <span>{text('sale.total.before')}</span>
          <s>
            <Money {...before} />
          </s>
        </p>
      )}
      <p className="sale__total">
        <span>{text('sale.total')}</span>
        {shown === null ? <strong>–</strong> : <Money {...shown.total} strong />}
      </p>
    </>
  );
}

/** What the customer was to pay in all, where main refused that because it is something else by now. */
function totalBefore({ problem }: Draft, { total }: ShownSale): ChargedMoney | undefined {
  const prices = problem?.prices;
  if (prices === undefined || isSameMoney(prices.shown, prices.now)) return undefined;
  return isSameMoney(prices.now, total) ? prices.shown : undefined;
}

/** Whether the wallet may not hold what a sale costs, as far as who is there may know that. */
function useIsOverBalance(draft: Draft, shown: ShownSale | null): boolean {
  const wallet = useSelectedWallet();
  const { unitPrice } = currentCard(draft);
  return (
    shown !== null &&
    wallet !== undefined &&
    unitPrice !== undefined &&
    isMoreThan(totalOf(unitPrice.amount, shown.quantity), wallet.balance.amount)
  );
}

/** What may keep a sale from going through, whatever is in it. */
export function Warnings({ overBalance }: { overBalance: boolean }) {
  const text = useText();
  const online = useSession((session) => session.start?.online === true);
  const connection = useConnection();
  const scopes = useSession((session) => session.start?.scopes);
  return (
    <>
      {online ? null : (
        <Callout tone="wait" icon="offline">
          <p id={offlineSaleId}>{text('sale.offline')}</p>
        </Callout>
      )}
      {connection === 'silent' ? (
        <Callout tone="wait" icon="clock">
          <p>{text('sale.silent')}</p>
        </Callout>
      ) : null}
      {overBalance ? (
        <Callout tone="wait">
          <p>{text('sale.overBalance')}</p>
        </Callout>
      ) : null}
      {scopes !== undefined && !scopes.includes('cards:reveal') ? (
        <Callout tone="wait">
          <p>{text('enrol.noReveal')}</p>
        </Callout>
      ) : null}
    </>
  );
}
