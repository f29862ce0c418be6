import { expect } from 'vitest';
import type { CounterPage } from './counter-page.ts';

/** What the double gives out as codes; no part of it may be anywhere it is not asked for. */
export const voucher = '4417209388516100';
const serialNumber = '88190045000010';

export async function buyFirst(counter: CounterPage): Promise<void> {
  await counter.cards().first().click();
  await counter.button('sale.buy').click();
}

/** Everything a person, a screen reader or another program could find a code in. */
export function traces(counter: CounterPage): Promise<string> {
  return counter.page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      document.title,
      location.href,
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      ...[...document.querySelectorAll<HTMLInputElement>('input,textarea')].map(({ value }) => value),
    ].join('\n'),
  );
}

export async function expectNoCode(counter: CounterPage): Promise<void> {
  const found = await traces(counter);
  expect(found.includes(voucher) || found.includes(voucher.slice(4, 12)) || found.includes(serialNumber)).toBe(false);
}
