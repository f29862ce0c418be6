import { useId } from 'react';
import { useText } from '../../base/i18n/use-text.ts';
import { Count, Sums, type Totals } from '../day/figures.tsx';
import '../day/group-table.css';

interface BarTableProps {
  readonly title: string;
  /** What a row is of. */
  readonly of: string;
  readonly rows: readonly { readonly key: string; readonly name: string; readonly totals: Totals }[];
}

/** How much was sold over time: a bar for each row beside its figures, which say all that the bar does. */
export function BarTable({ title, of, rows }: BarTableProps) {
  const text = useText();
  const titleId = useId();
  const most = Math.max(1, ...rows.map(({ totals }) => totals.cards));
  if (rows.length === 0) return null;
  const hasMargin = rows.some(({ totals }) => (totals.margin ?? []).length > 0);
  return (
    <section className="group-table bar-table" aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      <table aria-labelledby={titleId}>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            <td aria-hidden="true" />
            <th scope="col">{text('day.cards')}</th>
            <th scope="col">{text('day.charge')}</th>
            {hasMargin ? <th scope="col">{text('day.margin')}</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, totals }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td className="bar-table__bar" aria-hidden="true">
                <span style={{ inlineSize: `${String(Math.max(0, (totals.cards / most) * 100))}%` }} />
              </td>
              <td data-label={text('day.cards')}>
                <Count value={totals.cards} />
              </td>
              <td data-label={text('day.charge')}>
                <Sums sums={totals.charge} />
              </td>
              {hasMargin ? (
                <td data-label={text('day.margin')}>
                  <Sums sums={totals.margin ?? []} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
