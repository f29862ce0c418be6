import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { PreferencesView } from '../../../src-shared/contract/preferences.ts';
import type { CallInput } from '../../../src-shared/contract/schemas.ts';
import { askAboveAmountIn } from '../../../src-shared/money/large-sale.ts';
import { compareAmounts, parseAmount, totalOf } from '../../core/money.ts';
import type { NewSale } from '../../orders/machine/placing.ts';

type Sale = Pick<NewSale, 'quantity' | 'expectedUnitPrice'>;
type Asked = Pick<CallInput<'orders', 'place'>, 'shownTotal' | 'largeConfirmed'>;
type Choices = Pick<PreferencesView, 'askAboveCards' | 'askAboveAmount'>;

/**
 * Why a sale is not what the person saw and meant, or null. Errors: `input_invalid` for a `shownTotal` that is not unit
 * price times quantity; `large_sale` with the field that is over what the manager chose, where the person was not asked
 * once more.
 */
export function shownSaleFault(
  { quantity, expectedUnitPrice: { amount, currency } }: Sale,
  { shownTotal, largeConfirmed = false }: Asked,
  choices: Choices,
): Failure | null {
  const total = totalOf(amount, quantity);
  const shown = parseAmount(shownTotal.amount);
  if (total === null || shown === null || shownTotal.currency !== currency || compareAmounts(shown, total) !== 0)
    return { code: 'input_invalid', field: 'shownTotal' };
  if (largeConfirmed) return null;
  if (quantity > choices.askAboveCards) return { code: 'large_sale', field: 'quantity' };
  const most = parseAmount(askAboveAmountIn(currency, choices.askAboveAmount));
  return most !== null && compareAmounts(total, most) > 0 ? { code: 'large_sale', field: 'shownTotal' } : null;
}
