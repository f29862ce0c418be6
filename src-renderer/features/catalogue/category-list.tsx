import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
import type { CatalogueView } from '../../../src-shared/contract/schemas.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { ownShelves } from '../../entities/catalogue/browse.ts';
import { useCatalogue } from '../../entities/catalogue/catalogue-store.ts';
import '../../ui/pill.css';
import { Logo } from '../../entities/catalogue/logo.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import './category-list.css';

const all = 'all';
const icons = { all: 'card', favourites: 'star', recent: 'clock', best: 'trend' } as const satisfies Record<
  (typeof ownShelves)[number],
  IconName
>;
const byOrder = (one: { displayOrder: number }, other: { displayOrder: number }): number =>
  one.displayOrder - other.displayOrder;

export function CategoryList({ view }: { view: CatalogueView }) {
  const text = useText();
  const name = useName();
  const shelf = useCatalogue(({ choice }) => choice.shelf);
  const isSearching = useCatalogue(({ choice }) => choice.query !== '');
  const choose = (key: string | number): void =>
    useCatalogue.getState().choose({ shelf: String(key), subcategoryId: null, query: '' });
  const own = ownShelves.map((id) => ({
    id,
    label: text(`catalogue.${id}`),
    sign: <Icon name={icons[id]} />,
    inStock: true,
  }));
  const items = [
    ...own,
    ...view.categories.toSorted(byOrder).map((category) => {
      const label = name(category.name) ?? category.id;
      return { id: category.id, label, sign: <Logo ownerId={category.id} name={label} />, inStock: category.inStock };
    }),
  ];
  return (
    <ListBox
      className="category-list"
      aria-label={text('catalogue.categories')}
      selectionMode="single"
      disallowEmptySelection
      items={items}
      selectedKeys={isSearching ? [] : [shelf]}
      onSelectionChange={(keys) => {
        for (const key of keys === 'all' ? [] : keys) choose(key);
      }}
    >
      {(item) => (
        <ListBoxItem className="category-list__item" id={item.id} textValue={item.label}>
          <span className="category-list__sign">{item.sign}</span>
          <bdi className="category-list__name">{item.label}</bdi>
          {item.inStock ? null : <span className="category-list__note">{text('catalogue.unavailable')}</span>}
        </ListBoxItem>
      )}
    </ListBox>
  );
}

/** The kinds within one category, as a row of choices above the cards. */
export function KindRow({ view }: { view: CatalogueView }) {
  const text = useText();
  const name = useName();
  const { query, shelf, subcategoryId } = useCatalogue((catalogue) => catalogue.choice);
  const kinds = view.subcategories.filter((kind) => kind.categoryId === shelf).toSorted(byOrder);
  if (query !== '' || kinds.length < 2) return null;
  return (
    <ToggleButtonGroup
      className="kind-row"
      aria-label={text('catalogue.subcategories')}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[subcategoryId ?? all]}
      onSelectionChange={(keys) => {
        for (const key of keys) useCatalogue.getState().choose({ subcategoryId: key === all ? null : String(key) });
      }}
    >
      <ToggleButton className="pill" id={all}>
        {text('catalogue.allKinds')}
      </ToggleButton>
      {kinds.map((kind) => (
        <ToggleButton key={kind.id} className="pill" id={kind.id}>
          <bdi>{name(kind.name) ?? kind.id}</bdi>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

/** What the service says of the shelf that is open: where its cards are good, and its description. */
export function ShelfNote({ view }: { view: CatalogueView }) {
  const text = useText();
  const name = useName();
  const { query, shelf, subcategoryId } = useCatalogue((catalogue) => catalogue.choice);
  const category = view.categories.find(({ id }) => id === shelf);
  if (query !== '' || category === undefined) return null;
  const kind = view.subcategories.find(({ id }) => id === subcategoryId);
  const type = categoryTypes.find((known) => known === category.type);
  const parts = [
    type === undefined ? category.type : text(`catalogue.type.${type}`),
    name(kind?.description) ?? name(category.description),
  ].filter((part) => part !== undefined && part !== '');
  const says = parts.join(' · ');
  return says === '' ? null : (
    <p className="shelf-note" title={says}>
      <bdi>{says}</bdi>
    </p>
  );
}

const categoryTypes = ['local', 'international'] as const;
