import type { DayReport } from '../../../src-shared/contract/day.ts';
import { groupThousands } from '../../../src-shared/money/group-thousands.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { Money } from '../../ui/money.tsx';
import './figures.css';

export type Totals = DayReport['totals'];

/** A whole number: less than nothing where more was taken back than sold. */
export function Count({ value }: { value: number }) {
  return (
    <bdi dir="ltr" className="figures__count">
      {groupThousands(String(value))}
    </bdi>
  );
}

/** Digits before the point of which a few columns leave no room for a name. */
const longSum = 7;

/** Whether a table of such sums needs more room than others. */
export function isLong(sums: Totals['charge']): boolean {
  return sums.some(({ amount }) => amount.replace('-', '').indexOf('.') >= longSum);
}

/** Amounts below one another, one for each currency: they are never added. */
export function Sums({ sums, strong = false }: { sums: Totals['charge']; strong?: boolean }) {
  if (sums.length === 0) return <span className="figures__none">—</span>;
  return (
    <span className="figures__sums">
      {sums.map((sum) => (
        <Money key={sum.currency} {...sum} strong={strong} />
      ))}
    </span>
  );
}

/** What something came to. Cost and margin only for whoever main tells them. */
export function Figures({ totals, large = false }: { totals: Totals; large?: boolean }) {
  const text = useText();
  const { sales, cards, charge, uncharged, cost, margin } = totals;
  const sums = [
    { name: text('day.charge'), of: charge },
    { name: text('day.cost'), of: cost },
    { name: text('day.margin'), of: margin },
  ];
  return (
    <div className={large ? 'figures figures--large' : 'figures'}>
      <dl>
        <div>
          <dt>{text('day.sales')}</dt>
          <dd>
            <Count value={sales} />
          </dd>
        </div>
        <div>
          <dt>{text('day.cards')}</dt>
          <dd>
            <Count value={cards} />
          </dd>
        </div>
        {sums.map(({ name, of }) =>
          of === null || (of === charge && charge.length === 0) ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Sums sums={of} strong />
              </dd>
            </div>
          ),
        )}
      </dl>
      {uncharged === 0 ? null : (
        <p className="figures__soft">{text('day.uncharged', { count: Math.abs(uncharged) })}</p>
      )}
    </div>
  );
}
