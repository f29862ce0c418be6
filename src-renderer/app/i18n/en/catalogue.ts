/** The words of the catalogue: its own shelves, its search and its prices. */
export const catalogue = {
  'catalogue.favourites': 'Favourites',
  'catalogue.recent': 'Recently sold',
  'catalogue.best': 'Best sellers',
  'catalogue.found': 'Found',
  'catalogue.favourite.of': 'Favourite: {name}',
  'catalogue.favourites.none': 'No favourites yet',
  'catalogue.favourites.none.next': 'Press the star on a card. The first nine are then chosen with Alt and a digit.',
  'catalogue.recent.none': 'Nothing sold from this wallet yet',
  'catalogue.recent.none.next': 'Cards appear here after their first sale.',
  'catalogue.similar': 'Nothing is written like that. These are similar: look before you choose.',
  'catalogue.retail.show': 'Retail prices',
  'catalogue.offerPrice': 'Offer {price}',
} as const;
