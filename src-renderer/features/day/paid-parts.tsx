import { Fragment, useId } from 'react';
import { counted } from '../../../src-shared/contract/day-lists.ts';
import type { DayReport } from '../../../src-shared/contract/day.ts';
import { useName, useText, type Text } from '../../base/i18n/use-text.ts';
import { moneyText } from '../../ui/money.tsx';
import { isLong, Sums } from './figures.tsx';
import './group-table.css';
import { GroupTable } from './group-table.tsx';
import { OrderLines } from './order-lines.tsx';

type CashCount = DayReport['cashCounts'][number];
type Payments = NonNullable<DayReport['payments']>;

/** What customers paid by each means, what they got back, and what is left of it. */
export function MeansTable({ means }: { means: Payments['means'] }) {
  const text = useText();
  const titleId = useId();
  if (means.length === 0) return null;
  const hasLong = means.some((row) => columns.some((column) => isLong(row[column])));
  return (
    <section className="group-table" data-long={hasLong || undefined} aria-labelledby={titleId}>
      <h3 id={titleId}>{text('day.byMeans')}</h3>
      <table aria-labelledby={titleId}>
        <thead>
          <tr>
            <th scope="col">{text('day.means')}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {text(heads[column])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {means.map((row) => (
            <tr key={row.means}>
              <th scope="row">{text(`payment.means.${row.means}`)}</th>
              {columns.map((column) => (
                <td key={column} data-label={text(heads[column])}>
                  <Sums sums={row[column]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const columns = ['received', 'back', 'net'] as const;
const heads = { received: 'day.received', back: 'day.returned', net: 'day.net' } as const;

/** By what the card list said when the report was made. */
export function CategoryTable({ groups }: { groups: DayReport['byCategory'] }) {
  const text = useText();
  const name = useName();
  return (
    <GroupTable
      title={text('report.byCategory')}
      of={text('report.category')}
      rows={(groups ?? []).map((group) => ({
        key: group.id ?? '',
        name: <bdi>{group.id === null ? text('day.noCategory') : (name(group.name ?? undefined) ?? group.id)}</bdi>,
        totals: group,
      }))}
    />
  );
}

/** Sales that are void, and money that the shop owes to customers. */
export function PaidLines({ payments }: { payments: DayReport['payments'] }) {
  const text = useText();
  if (payments === undefined) return null;
  const owed = counted(payments.owed, payments.owedCount);
  const lines = owed.lines.map(({ order, sum }) => ({ ...order, sum }));
  const voided = counted(payments.voided, payments.voidedCount);
  return (
    <>
      <OrderLines
        title={text('day.voided')}
        says={text('day.voided.says')}
        list={{ ...voided, lines: voided.lines.map((line) => ({ ...line, isVoid: true })) }}
      />
      <OrderLines title={text('day.owed')} says={text('day.owed.says')} list={{ ...owed, lines }}>
        {owed.count === 1 ? null : (
          <p>
            {text('day.owed.total')}: <Sums sums={payments.owedSums} strong />
          </p>
        )}
      </OrderLines>
    </>
  );
}

/** What the till should hold. */
export function ExpectedCash({ payments }: { payments: DayReport['payments'] }) {
  const text = useText();
  const { expectedCash = [], uncountedCash = [] } = payments ?? {};
  if (expectedCash.length === 0) return null;
  return (
    <>
      <div>
        <dt>{text('day.cash.expected')}</dt>
        <dd>
          <Sums sums={expectedCash} strong />
        </dd>
      </div>
      {uncountedCash.length === 0 ? null : (
        <div>
          <dt>{text('day.cash.uncounted')}</dt>
          <dd>
            <Sums sums={uncountedCash} />
          </dd>
        </div>
      )}
    </>
  );
}

/** What was counted when a shift was taken over, beside what the till should have held then. */
export function CashCompared({ expected = [], difference = [] }: Pick<CashCount, 'expected' | 'difference'>) {
  const text = useText();
  return expected.map((sum) => {
    const known = difference.find(({ currency }) => currency === sum.currency);
    return (
      <Fragment key={sum.currency}>
        <span className="figures__line">
          {text('day.cash.expected.then', { money: moneyText(sum.amount, sum.currency, text) })}
        </span>
        {known === undefined ? null : <span className="figures__line">{differenceText(known, text)}</span>}
      </Fragment>
    );
  });
}

function differenceText({ amount, currency }: CashCount['counted'][number], text: Text): string {
  if (/^-?0(?:\.0+)?$/.test(amount)) return text('day.cash.right');
  const money = moneyText(amount.replace('-', ''), currency, text);
  return text(amount.startsWith('-') ? 'day.cash.missing' : 'day.cash.over', { money });
}

/** What was counted beside that, in words: a sign may be read the wrong way round. */
export function CashDifference({ payments }: { payments: DayReport['payments'] }) {
  const text = useText();
  const { difference = [] } = payments ?? {};
  if (difference.length === 0) return null;
  return (
    <div>
      <dt>{text('day.cash.difference')}</dt>
      <dd>
        {difference.map((sum) => (
          <span key={sum.currency} className="figures__sums">
            {differenceText(sum, text)}
          </span>
        ))}
      </dd>
    </div>
  );
}
