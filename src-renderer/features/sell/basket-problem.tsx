import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { askAboveAmountIn } from '../../../src-shared/money/large-sale.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import { usePreferences } from '../../base/stores/preferences-store.ts';
import { useCatalogue } from '../../entities/catalogue/catalogue-store.ts';
import type { BasketLine } from '../../entities/sale/basket-lines.ts';
import { useBasket, type ShownBasket } from '../../entities/sale/basket-store.ts';
import { useCheckout } from '../../entities/sale/checkout-store.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Money, moneyText } from '../../ui/money.tsx';
import { Times } from '../../ui/times.tsx';
import './large-sale.css';
import { focusSale } from './sale-form.ts';
import { PriceComing, withoutRequest } from './sale-problem.tsx';
import { SameSale } from './same-sale.tsx';

interface BasketProblemProps {
  readonly problem: ShownFailure;
  readonly lines: readonly BasketLine[];
  /** What an answer here buys; null where nothing can be bought. */
  readonly shown: ShownBasket | null;
  readonly canSell: boolean;
}

/** Whether the answer to a question about one line comes before Buy. */
export function asksAboutLine({ code, field }: ShownFailure): boolean {
  return code === 'same_sale_pending' && lineAt(field) !== null;
}

/** Why the basket did not go through, by the card that it is about. Nothing of it was sent. */
export function BasketProblem(props: BasketProblemProps) {
  const { problem, lines } = props;
  const text = useText();
  const name = useName();
  const syncing = useCatalogue((catalogue) => catalogue.syncing);
  const asked = useBasket((basket) => basket.asked);
  const line = lines[lineAt(problem.field) ?? lines.length];
  const about =
    line === undefined ? null : (
      <p>
        {text('sale.large.card')}: <bdi>{name(line.card.name) ?? text('catalogue.unnamedCard')}</bdi>
      </p>
    );
  switch (problem.code) {
    case 'same_sale_pending':
      return <SameLine {...props} about={about} />;
    case 'large_sale':
      return asked === null ? null : <LargeBasket asked={asked} />;
    case 'records_not_reconciled':
      return null;
    case 'charge_changed':
    case 'price_changed':
      return (
        <FailureNote
          failure={withoutRequest(problem)}
          next={text('sale.price.notBought')}
          actions={syncing ? <PriceComing /> : about}
        />
      );
    default:
      return <FailureNote failure={withoutRequest(problem)} actions={about ?? undefined} />;
  }
}

function SameLine({ problem, shown, canSell, about }: BasketProblemProps & { about: ReactNode }) {
  const placing = useCheckout((checkout) => checkout.placing);
  const line = lineAt(problem.field);
  const buy = (): void => {
    if (shown !== null && line !== null) void useBasket.getState().buy(shown, { besides: line });
  };
  return (
    <SameSale problem={problem} isPending={placing || !canSell} canBuy={shown !== null} onBuy={buy}>
      {about}
    </SameSale>
  );
}

/** All lines together are more than the manager wants sold at one press. */
function LargeBasket({ asked }: { asked: ShownBasket }) {
  const text = useText();
  const name = useName();
  const placing = useCheckout((checkout) => checkout.placing);
  const { askAboveCards, askAboveAmount } = usePreferences(({ preferences }) => preferences);
  const { buy, leaveQuestion } = useBasket.getState();
  const count = asked.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const amounts = asked.totals.map(({ currency }) =>
    moneyText(askAboveAmountIn(currency, askAboveAmount), currency, text),
  );
  const back = (): void => {
    flushSync(leaveQuestion);
    focusSale();
  };
  return (
    <ConfirmDialog
      title={text('sale.large.title')}
      confirm={text('sale.large.buy', { count })}
      back={text('sale.large.back')}
      isPending={placing}
      onConfirm={() => void buy(asked, { largeConfirmed: true })}
      onBack={back}
    >
      <dl className="large-sale">
        {asked.lines.map(({ card, quantity, total }, index) => (
          <div key={`${card.id} ${index}`}>
            <dt>
              <bdi>{name(card.name) ?? text('catalogue.unnamedCard')}</bdi> <Times quantity={quantity} />
            </dt>
            <dd>
              <Money {...total} />
            </dd>
          </div>
        ))}
        {asked.totals.map((total) => (
          <div key={total.currency}>
            <dt>{text('sale.total')}</dt>
            <dd className="large-sale__figure">
              <Money {...total} strong />
            </dd>
          </div>
        ))}
      </dl>
      <p>{text('sale.large.says', { count: askAboveCards, amount: amounts.join(' / ') })}</p>
    </ConfirmDialog>
  );
}

/** The line that a failure is about, by its field; null where it is about no line. */
function lineAt(field: string | undefined): number | null {
  const number = /^lines\.(\d+)(?:\.|$)/.exec(field ?? '')?.[1];
  return number === undefined ? null : Number(number);
}
