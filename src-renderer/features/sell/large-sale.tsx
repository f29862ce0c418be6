import { flushSync } from 'react-dom';
import { askAboveAmountIn } from '../../../src-shared/money/large-sale.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { usePreferences } from '../../base/stores/preferences-store.ts';
import { useCheckout, type Draft, type ShownSale } from '../../entities/sale/checkout-store.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Money, moneyText } from '../../ui/money.tsx';
import './large-sale.css';
import { focusSale } from './sale-form.ts';

/**
 * Asks once more about a sale that is larger than the manager wants sold at one press. What was on the screen is
 * bought, and nothing else.
 */
export function LargeSale({ draft, asked, isPending }: { draft: Draft; asked: ShownSale; isPending: boolean }) {
  const text = useText();
  const name = useName();
  const { askAboveCards, askAboveAmount } = usePreferences(({ preferences }) => preferences);
  const { quantity, total } = asked;
  const { buy, leaveQuestion } = useCheckout.getState();
  const amount = moneyText(askAboveAmountIn(total.currency, askAboveAmount), total.currency, text);
  const back = (): void => {
    // The question is gone before the next key: it would else give the focus back a picture later, and a digit typed
    // until then is lost.
    flushSync(leaveQuestion);
    focusSale();
  };
  return (
    <ConfirmDialog
      title={text('sale.large.title')}
      confirm={text('sale.large.buy', { count: quantity })}
      back={text('sale.large.back')}
      isPending={isPending}
      onConfirm={() => void buy({ largeConfirmed: true }, asked)}
      onBack={back}
    >
      <dl className="large-sale">
        <div>
          <dt>{text('sale.large.card')}</dt>
          <dd>
            <bdi>{name(draft.card.name) ?? text('catalogue.unnamedCard')}</bdi>
          </dd>
        </div>
        <div>
          <dt>{text('sale.quantity')}</dt>
          <dd className="large-sale__figure">{quantity}</dd>
        </div>
        <div>
          <dt>{text('sale.total')}</dt>
          <dd className="large-sale__figure">
            <Money {...total} strong />
          </dd>
        </div>
      </dl>
      <p>{text('sale.large.says', { count: askAboveCards, amount })}</p>
    </ConfirmDialog>
  );
}
