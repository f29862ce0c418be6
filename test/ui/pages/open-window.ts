import type { Browser } from 'playwright';
import type { Language } from '../../../src-shared/words/languages.ts';
import type { CounterOfShop } from './counter-of-shop.ts';
import { CounterWindow } from './counter-window.ts';

/** The counter at this address, in a window that shares nothing with another. */
export async function openWindow(browser: Browser, address: string): Promise<CounterWindow> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const counter = new CounterWindow(page);
  await page.goto(address);
  return counter;
}

/** The counter of a shop, which is past its first run, in this language. */
export async function openShop(browser: Browser, shop: CounterOfShop, language: Language): Promise<CounterWindow> {
  const counter = await openWindow(browser, await shop.serve());
  await counter.text('app.name').waitFor();
  await counter.speak(language);
  return counter;
}
