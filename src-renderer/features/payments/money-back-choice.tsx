import { useText } from '../../base/i18n/use-text.ts';
import { useDayTime } from '../../base/i18n/use-time.ts';
import { usePayments } from '../../entities/payments/payments-store.ts';
import { Choice } from '../../ui/choice.tsx';
import { moneyText } from '../../ui/money.tsx';

interface MoneyBackChoiceProps {
  readonly operationId: string;
  readonly chosen: string | null;
  readonly onChange: (id: string | null) => void;
}

/** Which of the money that was given back for an order is meant; nothing where none was. */
export function MoneyBackChoice({ operationId, chosen, onChange }: MoneyBackChoiceProps) {
  const text = useText();
  const dayTime = useDayTime();
  const back = usePayments(({ ofOrder }) => ofOrder[operationId]?.back) ?? [];
  if (back.length === 0) return null;
  const items = back.map(({ id, sums, at }) => ({
    id,
    name: `${sums.map(({ amount, currency }) => moneyText(amount, currency, text)).join(' + ')} · ${dayTime(at)}`,
  }));
  return (
    <Choice
      label={text('payment.returned')}
      value={chosen ?? none}
      items={[{ id: none, name: text('payment.returned.none') }, ...items]}
      onChange={(id) => onChange(id === none ? null : id)}
    />
  );
}

const none = 'none';
