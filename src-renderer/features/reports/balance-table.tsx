import { useId } from 'react';
import type { ComparedBalances } from '../../../src-shared/contract/reports.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useDayTime } from '../../base/i18n/use-time.ts';
import { useWalletNames } from '../../entities/wallets/use-wallet-names.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Money } from '../../ui/money.tsx';
import '../day/group-table.css';

type Wallet = ComparedBalances['wallets'][number];

/** What each wallet held before and after, and what the sales of this journal do not explain of it. */
export function BalanceTable({ balances }: { balances: ComparedBalances }) {
  const text = useText();
  const dayTime = useDayTime();
  const walletName = useWalletNames();
  const titleId = useId();
  const { openedAt, closedAt, wallets, unclearCount, outside, unchecked, failure } = balances;
  return (
    <section className="group-table" aria-labelledby={titleId}>
      <h3 id={titleId}>{text('compare.balances')}</h3>
      {openedAt === null || closedAt === null ? null : (
        <p>{text('compare.balances.between', { opened: dayTime(openedAt), closed: dayTime(closedAt) })}</p>
      )}
      {unchecked === null ? null : <p>{text(`compare.balances.unchecked.${unchecked}`)}</p>}
      {failure === null ? null : <FailureNote failure={failure} />}
      {wallets.length === 0 ? null : (
        <table aria-labelledby={titleId}>
          <thead>
            <tr>
              <th scope="col">{text('compare.balances.wallet')}</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {text(`compare.balances.${column}`)}
                </th>
              ))}
              <th scope="col">{text('compare.balances.unexplained')}</th>
            </tr>
          </thead>
          <tbody>
            {wallets.map((wallet) => (
              <tr key={wallet.walletId}>
                <th scope="row">{walletName(wallet.walletId)}</th>
                {columns.map((column) => (
                  <td key={column} data-label={text(`compare.balances.${column}`)}>
                    <Amount amount={wallet[column]} currency={wallet.currency} />
                  </td>
                ))}
                <td data-label={text('compare.balances.unexplained')}>
                  <Unexplained wallet={wallet} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {wallets.map((wallet) => (
        <Said key={wallet.walletId} wallet={wallet} name={walletName(wallet.walletId)} />
      ))}
      {unclearCount === 0 ? null : <p>{text('compare.balances.unclear', { count: unclearCount })}</p>}
      {outside === 0 ? null : <p>{text('compare.balances.outside', { count: outside })}</p>}
    </section>
  );
}

const columns = ['opening', 'bought', 'closing'] as const;

function Amount({ amount, currency }: { amount: string | null; currency: string }) {
  return amount === null ? <span>—</span> : <Money amount={amount} currency={currency} />;
}

/** Two figures where it cannot be said which sales lie between the readings. */
function Unexplained({ wallet: { unexplained, currency } }: { wallet: Wallet }) {
  const text = useText();
  if (unexplained === null) return <span>{text('compare.unread')}</span>;
  const { least, most } = unexplained;
  return (
    <>
      <Money amount={least} currency={currency} strong />
      {least === most ? null : (
        <>
          {' … '}
          <Money amount={most} currency={currency} strong />
        </>
      )}
    </>
  );
}

function Said({ wallet: { causes, unchecked, unexplained }, name }: { wallet: Wallet; name: string }) {
  const text = useText();
  if (unexplained === null)
    return unchecked === 'notListed' || unchecked === 'otherAmount' ? (
      <p>
        <bdi>{name}</bdi>: {text(`compare.balances.unchecked.${unchecked}`)}
      </p>
    ) : null;
  if (causes.length === 0) return null;
  const named = causes.map((cause) => text(`compare.balances.cause.${cause}`)).join(text('compare.balances.or'));
  return (
    <p>
      <bdi>{name}</bdi>: {text('compare.balances.causes', { causes: named })}
    </p>
  );
}
