import { useEffect, useState } from 'react';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
import type { OrderState } from '../../../src-shared/contract/codes.ts';
import { useFocusTarget } from '../../base/focus/focus-targets.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { useNow } from '../../base/use-now.ts';
import { daysIn, everyOrder, narrowingOf, useFound } from '../../entities/orders/found-store.ts';
import { usePayments } from '../../entities/payments/payments-store.ts';
import { useWalletName } from '../../entities/wallets/use-wallet-name.ts';
import { useWallets } from '../../entities/wallets/wallets-store.ts';
import '../../ui/pill.css';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { DaysField, DaysInWords } from '../../ui/days-field.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import './order-search.css';

/** States that a person calls by the same name are looked for together. */
const choices: readonly { readonly id: OrderState | 'any'; readonly states: readonly OrderState[] }[] = [
  { id: 'any', states: [] },
  { id: 'intended', states: ['intended'] },
  // Both are said with one word.
  { id: 'unknown', states: ['unknown', 'settling'] },
  { id: 'accepted', states: ['accepted'] },
  { id: 'waiting', states: ['waiting'] },
  { id: 'blocked', states: ['blocked'] },
  { id: 'attention', states: ['attention'] },
  { id: 'completed', states: ['completed'] },
  { id: 'refused', states: ['refused'] },
  { id: 'notBought', states: ['notBought', 'failed'] },
  { id: 'cancelled', states: ['cancelled'] },
];

const searchId = 'order-search';

/** What was looked for before goes with the first letter. */
function focusOrderSearch(): void {
  const search = document.getElementById(searchId);
  if (search instanceof HTMLInputElement) search.select();
}

/** Which orders are listed. Main looks among all of them; nothing here needs a connection. */
export function OrderSearch() {
  const text = useText();
  const { search, look } = useFound();
  const [resets, setResets] = useState(0);
  useFocusTarget('orderSearch', focusOrderSearch);
  useEffect(() => {
    void useWallets.getState().loadOnce();
  }, []);
  return (
    <search className="order-search">
      <SearchBox
        id={searchId}
        label={text('journal.find')}
        hint={text('journal.find.hint')}
        clear={text('journal.find.clear')}
        maxLength={120}
        value={search.find}
        onChange={(find) => void look({ find })}
      />
      <SpokenDay />
      <div className="order-search__first">
        <ShowChoice />
        <DaysField
          key={resets}
          label={text('journal.day')}
          placeholder={text('journal.day.any')}
          wrong={text('journal.day.wrong')}
          pick={text('journal.day.pick')}
          value={search.days}
          onChange={(days) => void look({ days })}
        />
      </div>
      <div className="order-search__parts">
        <StateChoice />
        <WalletChoice />
      </div>
      <CardChip />
      {narrowingOf(search) === 'more' ? (
        <Button
          wide
          onPress={() => {
            // What was typed and is no day goes too, with what is said of it.
            setResets(resets + 1);
            void look(everyOrder);
          }}
        >
          {text('journal.find.all')}
        </Button>
      ) : null}
    </search>
  );
}

/** Money to give back is a choice only while there is some, or is looked for. */
function ShowChoice() {
  const text = useText();
  const { search, look } = useFound();
  const isOwed = usePayments(({ owed }) => owed.length > 0);
  const shows = isOwed || search.show === 'owed' ? ([...usualShows, 'owed'] as const) : usualShows;
  return (
    <ToggleButtonGroup
      className="journal__filter"
      aria-label={text('journal.title')}
      disallowEmptySelection
      selectedKeys={[search.show]}
      onSelectionChange={(keys) => void look({ show: shows.find((show) => keys.has(show)) ?? 'all' })}
    >
      {shows.map((show) => (
        <ToggleButton key={show} className="pill" id={show}>
          {text(showNames[show])}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

const usualShows = ['all', 'unsettled'] as const;
const showNames = { all: 'journal.all', unsettled: 'journal.pending', owed: 'day.owed' } as const;

/** Which day the words name: nobody has to believe that `yesterday` was understood. */
function SpokenDay() {
  const search = useFound((found) => found.search);
  const nowMs = useNow(60_000);
  const days = search.days === null ? daysIn(search, new Date(nowMs)) : null;
  return days === null ? null : (
    <p className="order-search__day" role="status">
      <DaysInWords days={days} />
    </p>
  );
}

function StateChoice() {
  const text = useText();
  const states = useFound(({ search }) => search.states);
  const items = choices.map(({ id }) => ({
    id,
    name: id === 'any' ? text('journal.state.any') : text(`state.${id}.name`),
  }));
  const choose = (chosen: OrderState | 'any'): void =>
    void useFound.getState().look({ states: choices.find(({ id }) => id === chosen)?.states ?? [] });
  return <Choice label={text('journal.state')} items={items} value={states[0] ?? 'any'} onChange={choose} />;
}

function WalletChoice() {
  const text = useText();
  const nameOf = useWalletName();
  const wallets = useWallets(({ view }) => view?.items ?? none);
  const walletId = useFound(({ search }) => search.walletId);
  const items = [
    { id: '', name: text('journal.wallet.any') },
    ...wallets.map((wallet) => ({ id: wallet.id, name: nameOf(wallet) })),
  ];
  return (
    <Choice
      label={text('wallet.label')}
      items={items}
      value={walletId ?? ''}
      onChange={(id) => void useFound.getState().look({ walletId: id === '' ? null : id })}
    />
  );
}

const none: never[] = [];

/** Chosen on an order's page; here it is shown and taken off. */
function CardChip() {
  const text = useText();
  const name = useName();
  const card = useFound(({ search }) => search.card);
  if (card === null) return null;
  return (
    <div>
      <Button icon="cross" onPress={() => void useFound.getState().look({ card: null })}>
        {text('journal.card.only', { name: name(card.cardName) ?? text('catalogue.unnamedCard') })}
      </Button>
    </div>
  );
}
