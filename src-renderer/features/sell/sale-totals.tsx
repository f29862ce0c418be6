import { Money } from '../../ui/money.tsx';

/** One for each currency: two are never added. */
export function SaleTotals({
  label,
  totals,
}: {
  label: string;
  totals: readonly { readonly amount: string; readonly currency: string }[];
}) {
  return (
    <div className="sale__total">
      <span>{label}</span>
      {totals.length === 0 ? <strong>–</strong> : null}
      <div className="basket__totals">
        {totals.map((total) => (
          <Money key={total.currency} {...total} strong />
        ))}
      </div>
    </div>
  );
}
