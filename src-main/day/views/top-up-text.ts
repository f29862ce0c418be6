import type { PreferencesView } from '../../../src-shared/contract/preferences.ts';
import type { LocalizedText } from '../../../src-shared/contract/schemas.ts';
import { languageCodes, type Language } from '../../../src-shared/words/languages.ts';
import { drawnText } from '../../../src-shared/words/main-text.ts';
import { serviceName } from '../../../src-shared/words/service-name.ts';
import { moneyText, timeOf } from '../../pages/drawn-values.ts';
import type { AverageDay } from '../machine/average-day.ts';
import type { Sum } from '../machine/events.ts';

export interface TopUpFacts {
  /** The shop's own language, which stands first. */
  readonly language: Language;
  readonly shop: PreferencesView['shop'];
  readonly walletName: LocalizedText | null;
  readonly balance: Sum;
  /** When the service said so. */
  readonly asOf: string;
  /** Null where it is not known, or whoever sends this may not know it. */
  readonly averageDay: AverageDay | null;
}

/** What a person sends to the service's support so that a wallet is topped up; the API has no call for it. */
export function topUpText(facts: TopUpFacts): string {
  const others = languageCodes.filter((code) => code !== facts.language);
  return [facts.language, ...others].map((language) => paragraph(facts, language).join('\n')).join('\n\n');
}

function paragraph({ shop, walletName, balance, asOf, averageDay }: TopUpFacts, language: Language): readonly string[] {
  const text = drawnText(language);
  const money = (amount: string): string => moneyText(amount, balance.currency, language);
  const shopName = oneLine(serviceName(written(shop), language) ?? '');
  const wallet = oneLine(serviceName(walletName, language) ?? '');
  return [
    shopName === '' ? text('topUp.title') : text('topUp.title.of', { shop: shopName }),
    ...(wallet === '' ? [] : [text('topUp.wallet', { wallet })]),
    text('topUp.balance', { amount: money(balance.amount), time: timeOf(Date.parse(asOf), language) }),
    ...(averageDay === null ? [] : [text('topUp.average', { amount: money(averageDay.amount) })]),
  ];
}

function written({ nameEn, nameAr }: PreferencesView['shop']): LocalizedText {
  const [en, ar] = [nameEn.trim(), nameAr.trim()];
  return { ...(en === '' ? {} : { en }), ...(ar === '' ? {} : { ar }) };
}

/** A name of the service begins no line of its own. */
function oneLine(name: string): string {
  return name.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
