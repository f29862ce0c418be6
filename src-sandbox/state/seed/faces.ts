import { Big } from 'big.js';

export interface Text {
  readonly ar: string;
  readonly en: string;
}

/** One card of a brand: what is printed on it, and what that is worth in US dollars. */
export interface Face {
  readonly slug: string;
  readonly label: Text;
  readonly faceValue: string;
  readonly usd: Big;
}

type FaceCurrency = 'USD' | 'KWD' | 'JOD' | 'SAR' | 'AED';

const currencies: Record<FaceCurrency, { readonly ar: string; readonly perUsd: string }> = {
  USD: { ar: 'دولار', perUsd: '1' },
  KWD: { ar: 'دينار كويتي', perUsd: '0.307' },
  JOD: { ar: 'دينار أردني', perUsd: '0.709' },
  SAR: { ar: 'ريال سعودي', perUsd: '3.75' },
  AED: { ar: 'درهم إماراتي', perUsd: '3.6725' },
};

/** Faces that carry an amount of money, perhaps good in one region only. */
export function amounts(currency: FaceCurrency, region: Text | undefined, ...values: readonly string[]): Face[] {
  const { ar, perUsd } = currencies[currency];
  const place = {
    ar: region === undefined ? '' : ` (${region.ar})`,
    en: region === undefined ? '' : ` (${region.en})`,
  };
  return values.map((value) => ({
    slug: [...(region === undefined ? [] : [region.en]), value, currency].join('-').toLowerCase(),
    label: { ar: `${value} ${ar}${place.ar}`, en: `${value} ${currency}${place.en}` },
    faceValue: `${value} ${currency}`,
    usd: new Big(value).div(perUsd),
  }));
}

/** Faces that carry points of a game. */
export function points(unit: Text, ...values: readonly (readonly [count: string, usd: string])[]): Face[] {
  return values.map(([count, usd]) => pack({ ar: `${count} ${unit.ar}`, en: `${count} ${unit.en}` }, usd));
}

/** A face that carries anything else, such as months of a subscription. */
export function pack(label: Text, usd: string): Face {
  return { slug: label.en.replaceAll(' ', '-').toLowerCase(), label, faceValue: label.en, usd: new Big(usd) };
}
