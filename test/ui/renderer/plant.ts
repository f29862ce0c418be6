import type { Page } from 'playwright';

/** Puts markup on top of the page, with the styles that it names. Gives back what takes it away again. */
export async function plant(page: Page, markup: string): Promise<() => Promise<void>> {
  await page.evaluate((html) => {
    const place = document.createElement('div');
    place.id = 'planted';
    // What is below stays where it is.
    place.style.blockSize = '0';
    document.body.prepend(place);
    // The page takes styles from its own files alone: what is planted is set through the script's side of it.
    for (const part of new DOMParser().parseFromString(html, 'text/html').body.children) {
      const copy = document.importNode(part, true);
      for (const element of [copy, ...copy.querySelectorAll('*')])
        if (element instanceof HTMLElement) element.style.cssText = element.getAttribute('style') ?? '';
      place.append(copy);
    }
  }, markup);
  return () => page.evaluate(() => document.getElementById('planted')?.remove());
}
