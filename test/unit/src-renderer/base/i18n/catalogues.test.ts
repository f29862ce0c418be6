import { createIntl, type MessageFormatElement } from 'react-intl';
import { describe, expect, it } from 'vitest';
import { ar } from '../../../../../src-renderer/base/i18n/ar.ts';
import { en } from '../../../../../src-renderer/base/i18n/en.ts';
import {
  attentionReasons,
  counterCodes,
  orderStates,
  refusalCodes,
  timelineKinds,
  unverifiedReasons,
  type FailureCode,
} from '../../../../../src-shared/contract/codes.ts';

const catalogues: Readonly<Record<string, Readonly<Record<string, string>>>> = { en, ar };

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

describe('the two catalogues', () => {
  it('have the same keys', () => {
    expect(Object.keys(ar).toSorted()).toEqual(Object.keys(en).toSorted());
  });

  it.each(Object.keys(en))('take the same values in %s', (key) => {
    expect(distinct(placeholders(parse(catalogues['ar']?.[key] ?? '')))).toEqual(
      distinct(placeholders(parse(catalogues['en']?.[key] ?? ''))),
    );
  });

  it('give every counted Arabic message all six plural forms, and every English one both', () => {
    const arabic = Object.values(ar).flatMap((message) => pluralForms(parse(message)));
    const english = Object.values(en).flatMap((message) => pluralForms(parse(message)));
    expect(arabic.length).toBeGreaterThan(8);
    for (const forms of arabic) expect(forms).toEqual(['few', 'many', 'one', 'other', 'two', 'zero']);
    for (const forms of english) expect(forms).toEqual(['one', 'other']);
  });

  it.each(Object.keys(en))(
    'take no currency apart from its amount in %s: right to left the two would change places',
    (key) => {
      const taken = ['en', 'ar'].flatMap((language) => placeholders(parse(catalogues[language]?.[key] ?? '')));
      expect(taken.filter((name) => name.startsWith('currency'))).toEqual([]);
    },
  );

  it('leave no Arabic message in English, but for names', () => {
    const same = Object.keys(en).filter((key) => catalogues['ar']?.[key] === catalogues['en']?.[key]);
    expect(same).toEqual(['app.name']);
  });
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
const adviceOfOrders: Readonly<Record<string, RegExp>> = {
  en: /counter (asks|checks|keeps|sends)|sale|sell the same|card list/i,
  ar: /(تتحقق|تواصل|ترسل) نقطة البيع|عملية|قائمة البطاقات/,
};

describe.each(['en', 'ar'])('the %s catalogue', (language) => {
  const messages = catalogues[language] ?? {};
  it.each([...refusalCodes, ...counterCodes])('says what %s means and what to do next', (code) => {
    expect(messages[`failure.${code}.says`]).toBeTruthy();
    expect(messages[`failure.${code}.next`]).toBeTruthy();
  });
  it.each(refusalsOfReveals)('tells who asked for codes and had %s nothing that holds of an order alone', (code) => {
    expect(messages[`failure.${code}.next`]).not.toMatch(adviceOfOrders[language] ?? /./);
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
  it.each(unverifiedReasons)('says why an answer was not believed: %s', (reason) => {
    expect(messages[`unverified.${reason}`]).toBeTruthy();
  });
});
