import { z } from 'zod';
import type { Judged } from '../partner-api/judge.ts';
import { readJson } from '../partner-api/operations/json.ts';
import { readAs } from '../partner-api/operations/record.ts';
import { readProblem } from '../partner-api/problem.ts';

/** What a signed refusal says besides its code. It proves nothing: it tells what is worth trying first. */
export type RefusalText = string;

const texts = z.object({ title: z.string(), detail: z.string() }).partial();

/**
 * The words of a refusal, without what differs from one call to the next; empty where it has none or is not verified.
 */
export function refusalTextOf(judged: Judged): RefusalText {
  if (judged.kind === 'unverified') return '';
  const { title = '', detail = '' } = readAs(texts, readJson(judged.body)) ?? {};
  const field = readProblem(judged)?.field ?? '';
  return `${title} ${detail} ${field}`
    .slice(0, 1_000)
    .toLowerCase()
    .replace(/[0-9a-f-]{20,}|\d+/g, '#')
    .trim();
}

/** Words by which services speak of what a field is about. */
const spokenOf: readonly (readonly [field: string, words: RegExp])[] = [
  ['request.serviceDate', /x-service-date|service.?date|date (form|is not|cannot)|timestamp/],
  ['request.label', /\blabel|signature-input|no signature|signature (is )?missing/],
  ['request.parameters', /parameter|\balg\b|\bkeyid\b|\bcreated\b/],
  ['request.tag', /\btag\b/],
  ['request.expiresAfterSeconds', /expir|live|life|validity|too long/],
  ['request.createdBackSeconds', /too old|\bstale\b|\bage\b|out of range/],
  ['request.components', /component|cover/],
  ['request.encoding', /encoding|\bder\b|p1363|asn|octets|malformed signature/],
  ['request.digest', /digest/],
  ['request.nonce', /nonce/],
  ['request.languages', /language/],
  ['request.emptyQuery', /query/],
  ['request.seenAs', /authority|\bhost\b|\bpath\b|scheme|target/],
];

/** Whether a refusal speaks of this field of the profile. */
export function speaksOf(refusalText: RefusalText, field: string): boolean {
  return spokenOf.some(([about, words]) => field.startsWith(about) && words.test(refusalText));
}

/** Whether a refusal speaks of a lock: whoever goes on then makes it longer. */
export function speaksOfLock(refusalText: RefusalText): boolean {
  return /\block(ed|out|ing)?\b|\bblocked\b|\bbanned\b|suspended|too many|throttl|attempts/.test(refusalText);
}

/** Whether a refusal says that the digest is not that of the body. */
export function speaksOfOtherBody(refusalText: RefusalText): boolean {
  return /digest/.test(refusalText) && /mismatch|not match|differ|not the digest|another body/.test(refusalText);
}

/** Whether a refusal says that a signature does not hold, and finds nothing wrong with how it is written. */
export function speaksOfWrongSignature(refusalText: RefusalText): boolean {
  return /signature/.test(refusalText) && !spokenOf.some(([, words]) => words.test(refusalText));
}

/** Whether a refusal says that this header is not there; one that its signature should cover is another matter. */
export function speaksOfMissing(refusalText: RefusalText, header: string): boolean {
  if (/component|parameter|cover/.test(refusalText)) return false;
  const quoted = `["'\`]?${header}["'\`]?( header| field)?`;
  const [before, after] = [
    '(missing|must carry|lacks?|without|no) (a |an |the )?(header |field )?',
    ' (is |was )?(missing|absent|not present|not found|exactly once)',
  ];
  return new RegExp(`${before}${quoted}(?![\\w-])|(?<![\\w-])${quoted}${after}`).test(refusalText);
}

const missingSignature: readonly RegExp[] = [
  /must carry (a |the )?signature/,
  /(missing|no|without|lacks) (a |the )?signature(-input)? (header|field)/,
  /signature(-input)? (header|field) (is )?(missing|absent|not present)/,
  /missing signature-input/,
];

/**
 * The same of the signature itself: where its label is another than expected it is missing too, and its header is not.
 */
export function speaksOfMissingSignature(refusalText: RefusalText): boolean {
  return missingSignature.some((form) => form.test(refusalText));
}

/**
 * Whether other words came once these fields were changed: that refusal was about them, and this one is about another.
 */
export function isAnswered(before: RefusalText, after: RefusalText, fields: readonly string[]): boolean {
  const speaks = (refusalText: RefusalText): boolean => fields.some((field) => speaksOf(refusalText, field));
  return before !== '' && after !== '' && before !== after && speaks(before) && !speaks(after);
}
