interface Shelf {
  readonly id: string;
  readonly categoryId: string;
  readonly displayOrder: number;
}

interface Shelves {
  readonly categories: readonly { readonly id: string; readonly displayOrder: number }[];
  readonly subcategories: readonly Shelf[];
}

/** Which place a card has by its shelf, in the order in which the service wants categories and subcategories shown. */
export function shelfRank(view: Shelves): (card: { readonly subcategoryId: string }) => number {
  const categories = new Map(view.categories.map((category) => [category.id, category]));
  const shelvesInOrder = view.subcategories.toSorted((one, other) => {
    const [first, second] = [categories.get(one.categoryId), categories.get(other.categoryId)];
    return (first?.displayOrder ?? 0) - (second?.displayOrder ?? 0) || one.displayOrder - other.displayOrder;
  });
  const ranks = new Map(shelvesInOrder.map(({ id }, rank) => [id, rank]));
  return ({ subcategoryId }) => ranks.get(subcategoryId) ?? ranks.size;
}
