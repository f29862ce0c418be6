import type { Page } from 'playwright';

/** The windows that counters have, from the smallest that the design knows to a usual screen. */
export const windowSizes = [
  { width: 1024, height: 700 },
  { width: 1280, height: 800 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
] as const;

/**
 * What is wrong with how the page and its frames scroll: sideways; with a bar apart from the edge of its area; a frame
 * that is smaller than what is in it; text that is cut where no dots say so. Each as its fault and the beginning of its
 * markup.
 */
export async function scrollFaults(page: Page): Promise<string[]> {
  const ofPage = await page.evaluate(faultsHere);
  const frames = await Promise.all(
    page
      .frames()
      .slice(1)
      .map((frame) => frame.evaluate(frameFaults).catch(() => [])),
  );
  return [...ofPage, ...frames.flat()];
}

function faultsHere(): string[] {
  const all = [...document.querySelectorAll('body *')].filter(
    (element) => element.checkVisibility({ visibilityProperty: true }) && element.closest('.visually-hidden') === null,
  );
  const named =
    (fault: string) =>
    (element: Element): string =>
      `${fault}: ${element.outerHTML.slice(0, 140)}`;
  const style = (element: Element): CSSStyleDeclaration => getComputedStyle(element);
  const scrolls = (value: string): boolean => value === 'auto' || value === 'scroll';
  const sideways = [document.documentElement, document.body, ...all].filter((element) => {
    const isRoot = element === document.documentElement;
    return (isRoot || scrolls(style(element).overflowX)) && element.scrollWidth > element.clientWidth + 1;
  });
  /**
   * A bar belongs at the edge of its area, whether there is one now or only where more comes; what lies over all has
   * edges of its own.
   */
  const apart = all.filter((element) => {
    const { overflowY, direction } = style(element);
    const isOverAll =
      element.closest('[role="dialog"], [role="alertdialog"], [data-trigger]') !== null ||
      element.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
    if (!scrolls(overflowY) || isOverAll) return false;
    const box = element.getBoundingClientRect();
    const around = element.parentElement?.getBoundingClientRect() ?? box;
    const beside = [...(element.parentElement?.children ?? [])]
      .filter((other) => other !== element)
      .map((other) => other.getBoundingClientRect());
    const edges =
      direction === 'rtl'
        ? [around.left, ...beside.map(({ right }) => right)]
        : [around.right, ...beside.map(({ left }) => left)];
    const bar = direction === 'rtl' ? box.left : box.right;
    return !edges.some((edge) => Math.abs(edge - bar) <= 1.5);
  });
  const cut = all.filter((element) => {
    const isText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
    );
    if (!isText || element.closest('[aria-hidden="true"], svg') !== null) return false;
    const { left, right, width } = element.getBoundingClientRect();
    for (
      let holder: Element | null = element;
      holder !== null && holder !== document.body;
      holder = holder.parentElement
    ) {
      const { overflowX, textOverflow, position } = style(holder);
      if (textOverflow === 'ellipsis') return false;
      if (overflowX !== 'visible') {
        const box = holder.getBoundingClientRect();
        return width > 1 && (left < box.left - 1.5 || right > box.right + 1.5);
      }
      if (position === 'fixed') break;
    }
    return width > 1 && (left < -1.5 || right > innerWidth + 1.5);
  });
  return [...sideways.map(named('sideways')), ...apart.map(named('bar apart from the edge')), ...cut.map(named('cut'))];
}

function frameFaults(): string[] {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
  const sizes = `${scrollWidth}x${scrollHeight} in ${clientWidth}x${clientHeight}`;
  return scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1
    ? [`frame too small: ${document.title} ${sizes}`]
    : [];
}
