import type { CatalogueView, LocalizedText } from '../contract/schemas.ts';
import { almostBegins } from './edit-distance.ts';
import { normalised, wordsOf } from './search-text.ts';

type Shelves = Pick<CatalogueView, 'categories' | 'subcategories'>;
type Card = CatalogueView['cards'][number];

/** Positions of cards in the order in which they were added, best first. */
export interface Found {
  readonly positions: Uint32Array;
  /** Nothing has the words as they were typed; these are like them. */
  readonly isSimilar: boolean;
}

/** How well a word of a card answers one that was typed. */
const fit = { similar: 1, inside: 2, begins: 3, whole: 4 } as const;
/** A card that says it itself comes before one whose shelf says it. */
const ownWeight = 4;

interface Word {
  readonly text: string;
  readonly isNumber: boolean;
  readonly cards: number[];
  readonly shelves: number[];
}

/**
 * Finds cards by words of their names, face values, shelves and categories, in either language. It looks through the
 * words that the catalogue uses rather than through its cards: 100,000 cards share a few thousand words.
 */
export class CardSearch {
  readonly #words = new Map<string, Word>();
  /** The words of a piece of text as it is written: names repeat, and folding letters is the costly part. */
  readonly #pieces = new Map<string, readonly Word[]>();
  readonly #shelfNumbers = new Map<string, number>();
  readonly #shelfOf: number[] = [];

  constructor({ categories, subcategories }: Shelves) {
    const names = new Map(categories.map(({ id, name }) => [id, name]));
    for (const [number, { id, categoryId, name }] of subcategories.entries()) {
      this.#shelfNumbers.set(id, number);
      for (const text of textsOf(name, names.get(categoryId))) this.#file(text, 'shelves', number);
    }
  }

  add({ name, faceValue = '', subcategoryId }: Card): void {
    const position = this.#shelfOf.push(this.#shelfNumbers.get(subcategoryId) ?? -1) - 1;
    for (const text of textsOf(name)) this.#file(text, 'cards', position);
    this.#file(faceValue, 'cards', position);
  }

  /**
   * The cards that have every word of `query`; where none has, those that have words like them. A number is never like
   * another.
   */
  find(query: string): Found {
    const typed = [...new Set(wordsOf(query))];
    const exact = this.#matching(typed.map((word) => this.#answersTo(word)));
    if (exact.length > 0) return { positions: exact, isSimilar: false };
    const similar = this.#matching(
      typed.map((word) => new Map([...this.#likenessesOf(word), ...this.#answersTo(word)])),
    );
    return { positions: similar, isSimilar: similar.length > 0 };
  }

  #answersTo(typed: string): ReadonlyMap<Word, number> {
    const answers = new Map<Word, number>();
    const withoutArticle = typed.startsWith('ال') && typed.length > 4 ? typed.slice(2) : typed;
    for (const word of this.#words.values()) {
      const worth = fitOf(word, typed) || fitOf(word, withoutArticle);
      if (worth > 0) answers.set(word, worth);
    }
    return answers;
  }

  #likenessesOf(typed: string): ReadonlyMap<Word, number> {
    const slips = typed.length < 4 || isNumeric(typed) ? 0 : typed.length < 8 ? 1 : 2;
    if (slips === 0) return new Map();
    return new Map(
      [...this.#words.values()]
        .filter(({ text }) => almostBegins(text, typed, slips))
        .map((word) => [word, fit.similar]),
    );
  }

  /** Positions that answer to all, by how well they do and then as they stand. */
  #matching(answers: readonly ReadonlyMap<Word, number>[]): Uint32Array {
    const totals = new Uint16Array(this.#shelfOf.length);
    for (const [turn, words] of answers.entries()) this.#score(words, totals, turn === 0);
    return answers.length === 0
      ? Uint32Array.from(totals.keys())
      : inOrder(totals, answers.length * (fit.whole + ownWeight));
  }

  /** Adds what one typed word is worth to every card, and nothing is left of those that do not answer to it. */
  #score(words: ReadonlyMap<Word, number>, totals: Uint16Array, isFirst: boolean): void {
    const own = new Uint8Array(totals.length);
    const shelves = new Uint8Array(this.#shelfNumbers.size);
    for (const [word, worth] of words) {
      raise(own, word.cards, worth + ownWeight);
      raise(shelves, word.shelves, worth);
    }
    for (let position = 0; position < totals.length; position += 1) {
      const before = totals[position] ?? 0;
      if (before === 0 && !isFirst) continue;
      const worth = Math.max(own[position] ?? 0, shelves[this.#shelfOf[position] ?? -1] ?? 0);
      totals[position] = worth === 0 ? 0 : before + worth;
    }
  }

  #file(text: string, where: 'cards' | 'shelves', number: number): void {
    for (const piece of text.split(' ')) {
      for (const word of this.#wordsOf(piece)) {
        // A word that stands twice in a name is filed once.
        if (word[where].at(-1) !== number) word[where].push(number);
      }
    }
  }

  #wordsOf(piece: string): readonly Word[] {
    const known = this.#pieces.get(piece);
    if (known !== undefined) return known;
    const words = wordsOf(piece).map((text) => this.#word(text));
    this.#pieces.set(piece, words);
    return words;
  }

  #word(text: string): Word {
    const word = this.#words.get(text) ?? { text, isNumber: isNumeric(text), cards: [], shelves: [] };
    this.#words.set(text, word);
    return word;
  }
}

function raise(worths: Uint8Array, numbers: readonly number[], to: number): void {
  for (const number of numbers) if ((worths[number] ?? 0) < to) worths[number] = to;
}

/**
 * The positions of all totals but zero, the greatest first: sorted by counting, since there are few totals and many
 * cards.
 */
function inOrder(totals: Uint16Array, most: number): Uint32Array {
  const starts = new Uint32Array(most + 2);
  for (const total of totals) starts[total] = (starts[total] ?? 0) + 1;
  let found = 0;
  for (let total = most; total > 0; total -= 1) {
    const count = starts[total] ?? 0;
    starts[total] = found;
    found += count;
  }
  const positions = new Uint32Array(found);
  for (let position = 0; position < totals.length; position += 1) {
    const total = totals[position] ?? 0;
    if (total === 0) continue;
    const slot = starts[total] ?? 0;
    positions[slot] = position;
    starts[total] = slot + 1;
  }
  return positions;
}

/** The cards of a small catalogue that answer to a query, best first. */
export function searchCards(view: Shelves & Pick<CatalogueView, 'cards'>, query: string): readonly Card[] {
  const search = new CardSearch(view);
  for (const card of view.cards) search.add(card);
  return Array.from(search.find(query).positions).flatMap((position) => view.cards[position] ?? []);
}

/** Whether a text asks for anything at all. */
export function isQuery(text: string): boolean {
  return normalised(text) !== '';
}

function fitOf({ text, isNumber }: Word, typed: string): number {
  if (text.startsWith(typed)) return text === typed ? fit.whole : fit.begins;
  // Inside a number other digits mean another number.
  return typed.length > 1 && !isNumber && text.includes(typed) ? fit.inside : 0;
}

function isNumeric(word: string): boolean {
  return /^[\d.]/.test(word);
}

function textsOf(...names: readonly (LocalizedText | undefined)[]): readonly string[] {
  return names.flatMap((name) => [name?.ar ?? '', name?.en ?? '']);
}
