import { useState } from 'react';
import { targetKinds, type TargetKind } from '../../../src-shared/contract/charges.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { useCatalogue } from '../../entities/catalogue/catalogue-store.ts';
import { useWalletName } from '../../entities/wallets/use-wallet-name.ts';
import { useWallets } from '../../entities/wallets/wallets-store.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';

export interface Target {
  readonly kind: TargetKind;
  /** Empty while nothing is chosen. */
  readonly id: string;
}

interface TargetChoiceProps {
  readonly target: Target;
  readonly onChange: (target: Target) => void;
  readonly error: string | undefined;
}

/** What a rule is for: its kind, then which one. */
export function TargetChoice({ target, onChange, error }: TargetChoiceProps) {
  const text = useText();
  return (
    <>
      <Choice
        label={text('prices.for')}
        value={target.kind}
        items={targetKinds.map((id) => ({ id, name: text(`prices.kind.${id}`) }))}
        onChange={(kind) => onChange({ kind, id: '' })}
      />
      {target.kind === 'card' ? (
        <CardChoice id={target.id} onChange={(id) => onChange({ kind: 'card', id })} error={error} />
      ) : (
        <ShelfChoice target={{ ...target, kind: target.kind }} onChange={onChange} error={error} />
      )}
    </>
  );
}

function ShelfChoice({ target, onChange, error }: TargetChoiceProps) {
  const text = useText();
  const items = useShelves(target.kind);
  return (
    <div>
      <Choice
        label={text(`prices.target.${target.kind}`)}
        value={target.id === '' ? null : target.id}
        items={items}
        onChange={(id) => onChange({ kind: target.kind, id })}
      />
      {error === undefined ? null : (
        <p className="field__error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

function useShelves(kind: TargetKind): readonly { readonly id: string; readonly name: string }[] {
  const text = useText();
  const name = useName();
  const walletName = useWalletName();
  const view = useCatalogue((catalogue) => catalogue.view);
  const wallets = useWallets((state) => state.view?.items);
  if (kind === 'wallet') return (wallets ?? []).map((wallet) => ({ id: wallet.id, name: walletName(wallet) }));
  const shelves = kind === 'category' ? view?.categories : view?.subcategories;
  return (shelves ?? []).map((shelf) => ({ id: shelf.id, name: name(shelf.name) ?? text('catalogue.unnamedCard') }));
}

const mostFound = 6;

interface CardChoiceProps {
  readonly id: string;
  readonly onChange: (id: string) => void;
  readonly error: string | undefined;
}

/** One card of the list, found by its name: there may be a hundred thousand. */
export function CardChoice({ id, onChange, error }: CardChoiceProps) {
  const text = useText();
  const name = useName();
  const stock = useCatalogue((catalogue) => catalogue.stock);
  const [query, setQuery] = useState('');
  const nameOf = (card: { readonly name?: Parameters<typeof name>[0] }): string =>
    name(card.name) ?? text('catalogue.unnamedCard');
  const chosen = stock?.byId.get(id)?.card;
  const found =
    stock === null || query.trim() === ''
      ? []
      : Array.from(stock.find(query).positions.slice(0, mostFound)).flatMap((position) => stock.cards[position] ?? []);
  return (
    <div className="prices__card">
      <Field
        label={text('prices.target.find')}
        hint={text('prices.target.find.hint')}
        value={query}
        onChange={setQuery}
        maxLength={80}
        error={error}
      />
      {found.length === 0 ? null : (
        <ul className="prices__found" aria-label={text('prices.target.found')}>
          {found.map(({ card }) => (
            <li key={card.id}>
              <Button
                tone={card.id === id ? 'primary' : 'plain'}
                onPress={() => {
                  onChange(card.id);
                  setQuery('');
                }}
              >
                <bdi>{nameOf(card)}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p role="status">
        {query.trim() !== '' && found.length === 0 ? text('prices.target.none') : null}
        {id === '' || query !== ''
          ? null
          : text('prices.target.chosen', { name: chosen === undefined ? id : nameOf(chosen) })}
      </p>
    </div>
  );
}
