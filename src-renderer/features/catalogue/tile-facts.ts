import { wordsOf } from '../../../src-shared/search/search-text.ts';
import { isSellable, type ShelvedCard } from '../../entities/catalogue/browse.ts';

/** What a tile says of a card, each thing once. */
export interface TileFacts {
  /** The name, without the value where that stands at one of its ends. */
  readonly title: string;
  /** The face value, which is what a person looks for; null where there is none, or the title has it in its midst. */
  readonly value: string | null;
  /** True where the value is no part of the name, so that whoever hears the name has to hear it too. */
  readonly isValueBesideName: boolean;
  /** The brand where the name does not say it. */
  readonly brand: string | null;
}

export function tileFacts(name: string, brand: string | undefined, faceValue: string | undefined): TileFacts {
  const inName = new Set(wordsOf(name).map(bare));
  const isSaid = brand === undefined || wordsOf(brand).every((word) => inName.has(bare(word)));
  return { ...withValue(name.trim(), faceValue?.trim() ?? ''), brand: isSaid ? null : brand };
}

function withValue(name: string, faceValue: string): Omit<TileFacts, 'brand'> {
  const whole = { title: name, isValueBesideName: false };
  if (faceValue === '') return { ...whole, value: null };
  const wanted = wordsOf(faceValue);
  if (wanted.length > 0) {
    const lifted =
      valueAtEnd(name, faceValue, wanted) ?? valueBeforeNote(name, faceValue, wanted) ?? valueAtStart(name, wanted);
    if (lifted !== undefined) return { ...lifted, isValueBesideName: false };
    if (hasRun(wordsOf(name), wanted)) return { ...whole, value: null };
  }
  return { ...whole, value: faceValue, isValueBesideName: true };
}

interface Lifted {
  readonly title: string;
  readonly value: string;
}

/** A name may say the number alone, `Zain 5` with the value `5.000 KWD`: then the value says what the unit is. */
function valueAtEnd(name: string, faceValue: string, wanted: readonly string[]): Lifted | undefined {
  for (const { index } of [...name.matchAll(/\S+/g)].toReversed()) {
    const [title, end] = [name.slice(0, index).replace(separatorsAtEnd, ''), name.slice(index)];
    if (!hasWord.test(title)) return undefined;
    const words = wordsOf(end);
    if (isSame(words, wanted) || isInArabic(words, wanted)) return { title, value: unwrapped(end) };
    const units = wanted.slice(words.length);
    const isPart = words.some(isNumber) && !hasRun(wordsOf(name), wanted);
    if (isPart && isSame(words, wanted.slice(0, words.length)) && !units.some(isNumber) && isBare(end))
      return { title, value: faceValue };
  }
  return undefined;
}

/** `PlayStation 20 USD (Kuwait)`: what stands behind the value in brackets or after a dash goes to the title. */
function valueBeforeNote(name: string, faceValue: string, wanted: readonly string[]): Lifted | undefined {
  const [, before, note = ''] = noteAtEnd.exec(name) ?? [];
  const lifted = before === undefined ? undefined : valueAtEnd(before, faceValue, wanted);
  return lifted && { title: `${lifted.title} ${note.trim()}`, value: lifted.value };
}

/** Only where words follow: of `60 UC + 5 UC` the rest would say something else. */
function valueAtStart(name: string, wanted: readonly string[]): Lifted | undefined {
  for (const { 0: token, index } of name.matchAll(/\S+/g)) {
    const [start, title] = [name.slice(0, index + token.length), name.slice(index + token.length).trim()];
    if (isSame(wordsOf(start), wanted) && /^\p{L}/u.test(title)) return { title, value: unwrapped(start) };
  }
  return undefined;
}

const noteAtEnd = /^(.*\S)(\s*[([][^()[\]]*[)\]]|\s[-–—|·]\s\P{N}+)$/u;
const separatorsAtEnd = /[\s\-–—:|·,،/]+$/u;
const hasWord = /[\p{L}\p{N}]/u;
const isBare = (text: string): boolean => /^[\p{L}\p{N}\s.,٫٬]+$/u.test(text);
const unwrapped = (text: string): string => text.replace(/^[([{\s\-–—:]+|[)\]}\s]+$/gu, '');
const isNumber = (word: string): boolean => /^\d/.test(word);
/** Without the article: `البلايستيشن` names the brand `بلايستيشن`. */
const bare = (word: string): string => word.replace(/^و?ال(?=..)/u, '');

function isSame(words: readonly string[], others: readonly string[]): boolean {
  return words.length === others.length && words.every((word, index) => isEqual(word, others[index] ?? ''));
}

/** Numbers by what they say and not how: `5` is `5.000`. */
function isEqual(word: string, other: string): boolean {
  const plain = (number: string): string => number.replace(/(?<=\.\d*)0+$/, '').replace(/\.$/, '');
  return word === other || (isNumber(word) && isNumber(other) && plain(word) === plain(other));
}

/** A service gives one value for both languages: what an Arabic name calls `20 دولار` is `20 USD` all the same. */
function isInArabic(words: readonly string[], wanted: readonly string[]): boolean {
  const units = words.filter((word) => !isNumber(word));
  return (
    units.length > 0 &&
    units.every((word) => arabicUnits.has(bare(word))) &&
    wanted.every((word) => isNumber(word) || !/\p{Script=Arabic}/u.test(word)) &&
    isSame(words.filter(isNumber), wanted.filter(isNumber)) &&
    words.some(isNumber)
  );
}

/** As `wordsOf` writes them. */
const arabicUnits: ReadonlySet<string> = new Set(
  [
    'دولار امريكي دينار كويتي اردني بحريني عراقي درهم اماراتي ريال سعودي قطري عماني جنيه مصري ليره لبنانيه يورو',
    'شهر اشهر شهور يوم ايام يوما اسبوع اسابيع سنه جيجا جيجابايت غيغابايت ميجا ميجابايت نقطه نقاط شده',
  ].flatMap((line) => line.split(' ')),
);

function hasRun(words: readonly string[], run: readonly string[]): boolean {
  return words.some((_, from) => isSame(words.slice(from, from + run.length), run));
}

/** What all cards that are shown and can be sold have in common: it tells none from the others. */
export function sharedBy(lists: readonly (readonly ShelvedCard[])[]): {
  readonly atCost: boolean;
  readonly best: boolean;
} {
  if (!lists.some((cards) => cards.some(isSellable))) return { atCost: false, best: false };
  const all = (has: (shelved: ShelvedCard) => boolean): boolean =>
    lists.every((cards) => cards.every((shelved) => !isSellable(shelved) || has(shelved)));
  return {
    atCost: all(({ card }) => card.charge?.source === 'cost'),
    best: all(({ subcategory }) => subcategory?.isBestSelling === true),
  };
}
