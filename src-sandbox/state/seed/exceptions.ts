import type { Currency } from './wallets.ts';

/** What makes single cards special, by slug; a test checks that every slug names a card. */
export const outOfStock: ReadonlySet<string> = new Set([
  'playstation-us-110-usd',
  'xbox-us-15-usd',
  'nintendo-us-99-usd',
  'steam-ksa-50-sar',
  'pubg-8100-uc',
  'roblox-100-usd',
  'apple-us-300-usd',
  'apple-uae-500-aed',
  'zain-kw-20.000-kwd',
  'shahid-12-months',
]);

/** Few left: an order for more is refused with `quantity_unavailable`. */
export const scarce: Readonly<Record<string, number>> = {
  'nintendo-us-50-usd': 3,
  'free-fire-2200-diamonds': 5,
  'noon-uae-100-aed': 2,
};

export const offers: ReadonlySet<string> = new Set([
  'playstation-us-50-usd',
  'steam-20-usd',
  'pubg-660-uc',
  'free-fire-530-diamonds',
  'razer-10-usd',
  'apple-us-25-usd',
  'apple-ksa-100-sar',
  'google-play-us-25-usd',
  'zain-kw-5.000-kwd',
  'umniah-5.000-jod',
  'netflix-us-30-usd',
  'amazon-us-50-usd',
]);

/** Cards with an own minimum and maximum for an order, instead of 1 and 100. */
export const quantityLimits: Readonly<Record<string, { readonly min: number; readonly max: number }>> = {
  'pubg-60-uc': { min: 5, max: 50 },
  'free-fire-100-diamonds': { min: 5, max: 100 },
  'apple-us-250-usd': { min: 1, max: 5 },
  'playstation-us-100-usd': { min: 1, max: 10 },
  'spotify-6-months': { min: 1, max: 3 },
  // More than an invoice reveal shows at once, where the deployment lets an order be so large.
  'zain-kw-1.000-kwd': { min: 1, max: 250 },
};

/** Names that the service does not have, or has in one language only; the API requires none ("LocalizedText"). */
export const partOfName: Readonly<Record<string, 'none' | 'ar' | 'en'>> = {
  'stc-kw-10.000-kwd': 'none',
  'orange-jo-10.000-jod': 'ar',
  'umniah-10.000-jod': 'en',
};

/** Cards with nothing printed on them. */
export const withoutFaceValue: ReadonlySet<string> = new Set(['shahid-3-months', 'stc-kw-10.000-kwd']);

/** Wallets whose prices say when they were read ("Money"). */
export const datedPrices: ReadonlySet<Currency> = new Set(['USD']);

/** Cards without a price for some wallets, so that these cannot buy them. */
export const notSoldTo: Readonly<Record<string, readonly Currency[]>> = {
  'zain-jo-1.000-jod': ['KWD', 'USD'],
  'orange-jo-5.000-jod': ['KWD'],
  'stc-kw-1.000-kwd': ['JOD', 'USD'],
  'noon-uae-50-aed': ['KWD', 'JOD', 'USD'],
  'netflix-us-60-usd': ['JOD'],
};
