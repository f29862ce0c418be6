import type { CatalogueView, LocalizedText } from '../../src-preload/contract/schemas.ts';

type Card = CatalogueView['cards'][number];

/**
 * The form in which texts are compared: NFKD without marks folds hamza carriers, alef with madda, vowel signs and Latin
 * accents; the rest are letters that people type for one another, the tatweel, and both sets of Arabic digits.
 */
export function normalised(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\u0640]/gu, '')
    .toLowerCase()
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[\u0671ىیةکھ٫]/g, (letter) => variants[letter] ?? letter)
    .replace(/[^\p{L}\p{N}.]+/gu, ' ')
    .trim();
}

const variants: Readonly<Record<string, string>> = { '\u0671': 'ا', 'ى': 'ي', 'ی': 'ي', 'ة': 'ه', 'ک': 'ك', 'ھ': 'ه', '٫': '.' };

/** The cards that hold every word of `text`, in any order, in either language; those that say it in their own name come first. */
export function searchCards(view: CatalogueView, text: string): readonly Card[] {
  const words = normalised(text).split(' ').filter((word) => word !== '');
  const holdsAll = (haystack: string): boolean => words.every((word) => haystack.includes(word));
  const categories = new Map(view.categories.map((category) => [category.id, textsOf(category.name)]));
  const shelves = new Map(view.subcategories.map((shelf) => [shelf.id, `${textsOf(shelf.name)} ${categories.get(shelf.categoryId) ?? ''}`]));
  const own: Card[] = [];
  const others: Card[] = [];
  for (const card of view.cards) {
    const name = `${textsOf(card.name)} ${normalised(card.faceValue ?? '')}`;
    if (holdsAll(name)) own.push(card);
    else if (holdsAll(`${name} ${shelves.get(card.subcategoryId) ?? ''}`)) others.push(card);
  }
  return [...own, ...others];
}

function textsOf(name: LocalizedText | undefined): string {
  return normalised(`${name?.ar ?? ''} ${name?.en ?? ''}`);
}
