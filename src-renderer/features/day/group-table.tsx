import { useId, type ReactNode } from 'react';
import { useText } from '../../base/i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Count, isLong, Sums, type Totals } from './figures.tsx';
import './group-table.css';
import { useFirst } from './use-first.ts';

interface Row {
  readonly key: string;
  readonly name: ReactNode;
  readonly totals: Totals;
}

interface GroupTableProps {
  readonly title: string;
  /** What a row is of. */
  readonly of: string;
  readonly rows: readonly Row[];
}

/** What was sold by one thing, the most first. In a narrow part of the window each row is a block of its own. */
export function GroupTable({ title, of, rows }: GroupTableProps) {
  const text = useText();
  const titleId = useId();
  const { shown, showAll } = useFirst(rows.toSorted((one, other) => other.totals.cards - one.totals.cards));
  if (rows.length === 0) return null;
  const columns = columnsOf(rows);
  const hasLong = rows.some(({ totals }) => columns.some((column) => isLong(totals[column] ?? [])));
  return (
    <section className="group-table" data-long={hasLong || undefined} aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      <table aria-labelledby={titleId}>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            <th scope="col">{text('day.sales')}</th>
            <th scope="col">{text('day.cards')}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {text(`day.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ key, name, totals }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td data-label={text('day.sales')}>
                <Count value={totals.sales} />
              </td>
              <td data-label={text('day.cards')}>
                <Count value={totals.cards} />
              </td>
              {columns.map((column) => (
                <td key={column} data-label={text(`day.${column}`)}>
                  <Sums sums={totals[column] ?? []} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {showAll === null ? null : (
        <div>
          <Button onPress={showAll}>{text('day.all', { count: rows.length })}</Button>
        </div>
      )}
    </section>
  );
}

/** A column of nothing but dashes is none; what main does not tell this person has no column. */
function columnsOf(rows: readonly Row[]): readonly ('charge' | 'cost' | 'margin')[] {
  return (['charge', 'cost', 'margin'] as const).filter((column) =>
    rows.some(({ totals }) => (totals[column] ?? []).length > 0),
  );
}
