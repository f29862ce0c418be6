import type { DayReport } from '../../../src-shared/contract/day.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { PersonName } from '../../entities/people/person-name.tsx';
import { useWalletNames } from '../../entities/wallets/use-wallet-names.ts';
import { GroupTable } from './group-table.tsx';

/** What was sold by card, by person where there are people, and by wallet: in a day and over days alike. */
export function SoldGroups({
  groups: { byCard, byPerson, byWallet },
}: {
  groups: Pick<DayReport, 'byCard' | 'byPerson' | 'byWallet'>;
}) {
  const text = useText();
  const name = useName();
  const walletName = useWalletNames();
  const hasPeople = byPerson.some(({ id }) => id !== null);
  return (
    <>
      <GroupTable
        title={text('day.byCard')}
        of={text('order.card')}
        rows={byCard.map((group) => ({
          key: group.id ?? '',
          name: <bdi>{name(group.name ?? undefined) ?? text('catalogue.unnamedCard')}</bdi>,
          totals: group,
        }))}
      />
      <GroupTable
        title={text('day.byPerson')}
        of={text('people.soldBy')}
        rows={(hasPeople ? byPerson : []).map((group) => ({
          key: group.id ?? '',
          name: group.id === null ? text('day.nobody') : <PersonName id={group.id} />,
          totals: group,
        }))}
      />
      <GroupTable
        title={text('day.byWallet')}
        of={text('wallet.label')}
        rows={byWallet.map((group) => ({
          key: group.id ?? '',
          name: <bdi>{walletName(group.id)}</bdi>,
          totals: group,
        }))}
      />
    </>
  );
}
