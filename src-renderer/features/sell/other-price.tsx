import { useText } from '../../base/i18n/use-text.ts';
import { typedCharge } from '../../base/money/typed-charge.ts';
import { currentCard, useCheckout, type Draft } from '../../entities/sale/checkout-store.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { unitOf } from '../../ui/money.tsx';

/** Another price for the customer, for this one sale or this one line of it. */
export function OtherPrice({ draft }: { draft: Draft }) {
  const text = useText();
  const { charge } = currentCard(draft);
  const change = (otherPrice: string | undefined): void => useCheckout.getState().change({ otherPrice });
  if (charge === undefined) return null;
  const { otherPrice } = draft;
  if (otherPrice === undefined)
    return (
      <div>
        <Button tone="quiet" onPress={() => change('')}>
          {text('sale.otherPrice')}
        </Button>
      </div>
    );
  const { currency } = charge.price;
  const isWrong = otherPrice !== '' && typedCharge(otherPrice, currency) === null;
  return (
    <>
      <Field
        label={text('sale.otherPrice.label', { unit: unitOf(currency, text) })}
        hint={text('sale.otherPrice.hint')}
        value={otherPrice}
        onChange={change}
        ltr
        maxLength={20}
        autoFocus
        error={isWrong ? text('sale.otherPrice.invalid') : undefined}
      />
      <div>
        <Button tone="quiet" onPress={() => change(undefined)}>
          {text('sale.otherPrice.usual')}
        </Button>
      </div>
    </>
  );
}
