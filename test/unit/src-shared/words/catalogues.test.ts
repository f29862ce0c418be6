import { createIntl, type MessageFormatElement } from 'react-intl';
import { describe, expect, it } from 'vitest';
import {
  attentionReasons,
  counterCodes,
  orderStates,
  refusalCodes,
  timelineKinds,
  unverifiedReasons,
  type FailureCode,
} from '../../../../src-shared/contract/codes.ts';
import { defaultLanguage, languageCodes, languages, type Language } from '../../../../src-shared/words/languages.ts';
import { mainMessages } from '../../../../src-shared/words/main-messages.ts';
import { pageMessages } from '../../../../src-shared/words/page-messages.ts';

type Catalogue = Readonly<Record<string, string>>;

const catalogueOf = (language: Language): Catalogue => ({ ...mainMessages[language], ...pageMessages[language] });
const source = catalogueOf(defaultLanguage);
const others = languageCodes.filter((language) => language !== defaultLanguage);

const { getMessageFormat } = createIntl({ locale: 'en' }).formatters;
const parse = (message: string): readonly MessageFormatElement[] => getMessageFormat(message, 'en').getAst();
/** The kind of plain text, whose value is the text itself. */
const literalType = parse('text')[0]?.type;

/** Name and kind of every value a message takes, wherever it stands in it. */
function placeholders(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (!('value' in element) || element.type === literalType) return [];
    const inside =
      'options' in element ? Object.values(element.options).flatMap(({ value }) => placeholders(value)) : [];
    return [`${element.value}:${element.type}`, ...inside];
  });
}

function pluralForms(elements: readonly MessageFormatElement[]): string[][] {
  return elements.flatMap((element) => ('pluralType' in element ? [Object.keys(element.options).toSorted()] : []));
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)].toSorted();

describe.each(languageCodes)('the words of %s', (language) => {
  const messages = catalogueOf(language);

  it('take the same values as the words that they stand for', () => {
    for (const [key, message] of Object.entries(source))
      expect(distinct(placeholders(parse(messages[key] ?? ''))), key).toEqual(distinct(placeholders(parse(message))));
  });

  it('are of the same keys', () => {
    expect(Object.keys(messages).toSorted()).toEqual(Object.keys(source).toSorted());
  });

  it('give every counted message each plural form of the language', () => {
    const categories = new Intl.PluralRules(languages[language].locale).resolvedOptions().pluralCategories.toSorted();
    for (const [key, message] of Object.entries(messages))
      for (const forms of pluralForms(parse(message))) expect(forms, key).toEqual(categories);
    expect(Object.values(messages).flatMap((message) => pluralForms(parse(message))).length).toBeGreaterThan(8);
  });

  it('take no currency apart from its amount: right to left the two would change places', () => {
    for (const [key, message] of Object.entries(messages))
      expect(
        placeholders(parse(message)).filter((name) => name.startsWith('currency')),
        key,
      ).toEqual([]);
  });

  it('are written in the direction of the language, with Latin digits, under its own name', () => {
    const { dir, locale, typingLocale, endonym } = languages[language];
    const { script } = new Intl.Locale(language).maximize();
    const rightToLeft = ['Arab', 'Hebr', 'Syrc', 'Thaa'];
    expect(dir).toBe(rightToLeft.includes(script ?? '') ? 'rtl' : 'ltr');
    for (const written of [locale, typingLocale]) {
      expect(new Intl.Locale(written).language).toBe(language);
      expect(new Intl.NumberFormat(written).format(1234567)).toMatch(/^[\d.,’\s]+$/);
    }
    expect(new Intl.DisplayNames(language, { type: 'language' }).of(language)).toBe(endonym);
  });
});

it.each(others)('%s leaves no message in the language that it was translated from, but for names', (language) => {
  const same = Object.keys(source).filter((key) => catalogueOf(language)[key] === source[key]);
  expect(same).toEqual(['app.name']);
});

/**
 * What a reveal of a card or of an invoice can be refused with (API, "Refusal codes per endpoint"), and what can become
 * of the call.
 */
const refusalsOfReveals = [
  'invalid_credentials',
  'insufficient_scope',
  'source_ip_not_allowed',
  'rate_limited',
  'dependency_unavailable',
  'request_timeout',
  'internal_error',
  'binding_not_authorized',
  'account_inactive',
  'wallet_not_granted',
  'replay_detected',
  'card_not_found',
  'resource_not_found',
  'validation_failed',
  'reveal_not_allowed',
  'invoice_reveal_limit_exceeded',
  'business_subscription_required',
  'wallet_disabled',
  'wallet_expired',
  'operation_processing',
  'service_unreachable',
  'connection_lost',
  'answer_timeout',
  'answer_too_large',
  'answer_unverified',
  'answer_unreadable',
  'unknown_refusal',
  'codes_unavailable',
] as const satisfies readonly FailureCode[];
/** Only an order is repeated by the counter, and only a sale can be begun anew. */
const adviceOfOrders: Readonly<Record<Language, RegExp>> = {
  en: /counter (asks|checks|keeps|sends)|sale|sell the same|card list/i,
  ar: /(تتحقق|تواصل|ترسل) نقطة البيع|عملية|قائمة البطاقات/,
};

describe.each(languageCodes)('the %s catalogue', (language) => {
  const messages = catalogueOf(language);
  it.each([...refusalCodes, ...counterCodes])('says what %s means and what to do next', (code) => {
    expect(messages[`failure.${code}.says`]).toBeTruthy();
    expect(messages[`failure.${code}.next`]).toBeTruthy();
  });
  it.each(refusalsOfReveals)('tells who asked for codes and had %s nothing that holds of an order alone', (code) => {
    expect(messages[`failure.${code}.next`]).not.toMatch(adviceOfOrders[language]);
  });
  it.each(orderStates)('names the state %s, says what it means and what happens next', (state) => {
    for (const part of ['name', 'says', 'next']) expect(messages[`state.${state}.${part}`]).toBeTruthy();
  });
  it.each(timelineKinds)('has a sentence for the entry %s of a timeline', (kind) => {
    expect(messages[`timeline.${kind}`]).toBeTruthy();
  });
  it.each(attentionReasons)('says why an order needs a person: %s', (reason) => {
    expect(messages[`timeline.why.${reason}`]).toBeTruthy();
  });
  it.each(unverifiedReasons)('says why an answer was not verified: %s', (reason) => {
    expect(messages[`unverified.${reason}`]).toBeTruthy();
  });
});
