import type { Page } from 'playwright';

/**
 * Where a screen leaves the one design: text in a size or a weight that is no token, more than one primary button or
 * band, a panel with nothing in it. What lies over a page is a screen of its own.
 */
export function designFaults(page: Page): Promise<string[]> {
  return page.evaluate(faultsHere);
}

function faultsHere(): string[] {
  const root = getComputedStyle(document.documentElement);
  const pixels = Number.parseFloat(root.fontSize);
  const sizes = ['xs', 's', 'm', 'l', 'xl', '2xl'].map(
    (name) => Number.parseFloat(root.getPropertyValue(`--text-${name}`)) * pixels,
  );
  const weights = ['regular', 'medium', 'bold'].map((name) => root.getPropertyValue(`--weight-${name}`).trim());
  const shown = (selector: string, within: ParentNode = document): HTMLElement[] =>
    [...within.querySelectorAll<HTMLElement>(selector)].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        element.closest('.visually-hidden, svg') === null &&
        element.getBoundingClientRect().width > 1,
    );
  const named = (fault: string, element: Element): string => `${fault}: ${element.outerHTML.slice(0, 140)}`;
  const hasText = (element: Element): boolean =>
    element.matches('input, textarea') ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
  const letters = shown('body *')
    .filter(hasText)
    .flatMap((element) => {
      const { fontSize, fontWeight } = getComputedStyle(element);
      const isSize = sizes.some((size) => Math.abs(size - Number.parseFloat(fontSize)) < 0.05);
      return [
        ...(isSize ? [] : [named(`size ${fontSize}`, element)]),
        ...(weights.includes(fontWeight) ? [] : [named(`weight ${fontWeight}`, element)]),
      ];
    });
  const screen = shown('[role="dialog"], [role="alertdialog"]').at(-1) ?? document;
  const primary = shown('.button--primary:not([data-disabled], [aria-disabled="true"])', screen);
  const bands = shown('.banner, .banner-note');
  const mayBeSeveral = document.querySelector('.bands [aria-expanded="true"]') !== null;
  const empty = shown('aside, section, .panel').filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    const says = `${element.textContent}${element.getAttribute('aria-busy') ?? ''}`.trim();
    return (
      width > 120 && height > 120 && says === '' && element.querySelector('iframe, img, input, .skeleton') === null
    );
  });
  return [
    ...letters,
    ...(primary.length > 1 ? primary.map((element) => named('one of several primary buttons', element)) : []),
    ...(bands.length > 1 && !mayBeSeveral ? bands.map((element) => named('one of several bands', element)) : []),
    ...empty.map((element) => named('empty panel', element)),
  ];
}
