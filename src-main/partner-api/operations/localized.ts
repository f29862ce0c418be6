import type { BodyReader } from './body-reader.ts';
import { readRecord, readText } from './record.ts';

/** Text in one or both languages ("LocalizedText"). */
export interface LocalizedText {
  readonly ar?: string;
  readonly en?: string;
}

export const readLocalized: BodyReader<LocalizedText> = (body) =>
  readRecord(body, {}, { ar: readText, en: readText })?.value ?? null;

/** Where the API shows no shape for a name: localised, or one text that stands for both languages. */
export const readName: BodyReader<LocalizedText> = (body) => {
  const text = readText(body);
  return text === null ? readLocalized(body) : { ar: text, en: text };
};
