import type { BodyReader } from './body-reader.ts';
import { readRecord, readText } from './record.ts';
import { isVisible } from './visible.ts';

/** Text in one or both languages ("LocalizedText"). */
export interface LocalizedText {
  readonly ar?: string;
  readonly en?: string;
}

/** A service may send an empty text for one that nobody translated: the other language stands in for it then. */
const readShown: BodyReader<string> = (body) => {
  const text = readText(body);
  return text !== null && isVisible(text) ? text : null;
};

export const readLocalized: BodyReader<LocalizedText> = (body) =>
  readRecord(body, {}, { ar: readShown, en: readShown })?.value ?? null;

/** Where the API shows no shape for a name: localised, or one text that stands for both languages. */
export const readName: BodyReader<LocalizedText> = (body) => {
  const text = readText(body);
  return text === null ? readLocalized(body) : readLocalized({ ar: text, en: text });
};
