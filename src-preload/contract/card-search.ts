import { almostBegins } from './edit-distance.ts';
import type { CatalogueView, LocalizedText } from './schemas.ts';
import { normalised, wordsOf } from './search-text.ts';

type Shelves = Pick<CatalogueView, 'categories' | 'subcategories'>;
type Card = CatalogueView['cards'][number];

/** Positions of cards in the order in which they were added, best first. */
export interface Found {
  readonly positions: readonly number[];
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
 * Finds cards by words of their names, face values, shelves and categories, in either language. It looks through the words
 * that the catalogue uses rather than through its cards: 100,000 cards share a few thousand words.
 */
export class CardSearch {
  readonly #words = new Map<string, Word>();
  /** The words of a piece of text as it is written: names repeat, and folding letters is the dear part. */
  readonly #folded = new Map<string, readonly string[]>();
  readonly #shelfNumbers = new Map<string, number>();
  readonly #shelfOf: number[] = [];

  constructor({ categories, subcategories }: Shelves) {
    const categoryTexts = new Map(categories.map(({ id, name }) => [id, textsOf(name)]));
    for (const [number, { id, categoryId, name }] of subcategories.entries()) {
      this.#shelfNumbers.set(id, number);
      for (const word of this.#wordsIn([...textsOf(name), ...(categoryTexts.get(categoryId) ?? [])])) this.#word(word).shelves.push(number);
    }
  }

  add({ name, faceValue = '', subcategoryId }: Card): void {
    const position = this.#shelfOf.push(this.#shelfNumbers.get(subcategoryId) ?? -1) - 1;
    for (const word of this.#wordsIn([...textsOf(name), faceValue])) this.#word(word).cards.push(position);
  }

  /** The cards that have every word of `query`; where none has, those that have words like them. A number is never like another. */
  find(query: string): Found {
    const typed = [...new Set(wordsOf(query))];
    const exact = this.#matching(typed.map((word) => this.#answersTo(word)));
    if (exact.length > 0) return { positions: exact, isSimilar: false };
    const similar = this.#matching(typed.map((word) => new Map([...this.#likenessesOf(word), ...this.#answersTo(word)])));
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
    return new Map([...this.#words.values()].filter(({ text, isNumber }) => !isNumber && almostBegins(text, typed, slips)).map((word) => [word, fit.similar]));
  }

  /** Positions that answer to all, by how well they do and then as they stand. */
  #matching(answers: readonly ReadonlyMap<Word, number>[]): readonly number[] {
    if (answers.length === 0) return Array.from(this.#shelfOf.keys());
    const totals = new Uint16Array(this.#shelfOf.length);
    for (const [turn, words] of answers.entries()) this.#score(words, totals, turn === 0);
    const byTotal: number[][] = [];
    for (const [position, total] of totals.entries()) if (total > 0) (byTotal[total] ??= []).push(position);
    return byTotal.reverse().flat();
  }

  /** Adds what one typed word is worth to every card, and nothing is left of those that do not answer to it. */
  #score(words: ReadonlyMap<Word, number>, totals: Uint16Array, isFirst: boolean): void {
    const own = new Uint8Array(this.#shelfOf.length);
    const shelves = new Uint8Array(this.#shelfNumbers.size);
    for (const [word, worth] of words) {
      for (const position of word.cards) own[position] = Math.max(own[position] ?? 0, worth + ownWeight);
      for (const number of word.shelves) shelves[number] = Math.max(shelves[number] ?? 0, worth);
    }
    for (let position = 0; position < totals.length; position += 1) {
      const shelf = this.#shelfOf[position] ?? -1;
      const worth = Math.max(own[position] ?? 0, shelves[shelf] ?? 0);
      const total = totals[position] ?? 0;
      totals[position] = worth === 0 || (total === 0 && !isFirst) ? 0 : total + worth;
    }
  }

  #wordsIn(texts: readonly string[]): ReadonlySet<string> {
    return new Set(texts.flatMap((text) => text.split(' ')).flatMap((piece) => {
      const known = this.#folded.get(piece);
      if (known !== undefined) return known;
      const words = wordsOf(piece);
      this.#folded.set(piece, words);
      return words;
    }));
  }

  #word(text: string): Word {
    const known = this.#words.get(text);
    if (known !== undefined) return known;
    const word: Word = { text, isNumber: isNumeric(text), cards: [], shelves: [] };
    this.#words.set(text, word);
    return word;
  }
}

/** The cards of a small catalogue that answer to a query, best first. */
export function searchCards(view: CatalogueView, query: string): readonly Card[] {
  const search = new CardSearch(view);
  for (const card of view.cards) search.add(card);
  return search.find(query).positions.flatMap((position) => view.cards[position] ?? []);
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

function textsOf(name: LocalizedText | undefined): readonly string[] {
  return [name?.ar ?? '', name?.en ?? ''];
}
