/**
 * What a person chooses among. Apart from the schemas, so that the screens can list it: their library must not come
 * into the page.
 */

export const receiptPapers = ['58mm', '80mm', 'a4'] as const;

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Signs on a receipt. */
export const longestShopName = 60;
export const longestShopAddress = 160;

/** Bytes of the largest deployment profile that is read. */
export const largestProfile = 262_144;

/** Why codes are saved for a company, in a person's own words. */
export const longestReason = 300;

/** Lines of one basket: more than one customer buys, and few enough to be read. */
export const mostBasketLines = 50;
