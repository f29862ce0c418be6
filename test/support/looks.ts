import type { Page } from 'playwright';

/**
 * What an eye finds wrong and no measure of a single element does, each as its fault and what it says: text out of its
 * box or cut at its beginning, figures that do not end below one another, a hidden hint or quantity, a misplaced name.
 */
export async function looksFaults(page: Page): Promise<string[]> {
  return [...(await page.evaluate(faultsHere)), ...(await page.evaluate(reachFaultsHere))];
}

/**
 * What is chosen and has no system colours of its own where those are forced: its words on a ground of the system's.
 * The page must be in forced colours.
 */
export function forcedColourFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    const system = ['SelectedItemText', 'CanvasText', 'GrayText', 'ButtonText'].map((colour) => {
      probe.style.color = colour;
      return getComputedStyle(probe).color;
    });
    probe.remove();
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility() && getComputedStyle(element).forcedColorAdjust === 'none')
      .filter((element) => element.matches('svg') || element.textContent.trim() !== '')
      .filter((element) => !system.includes(getComputedStyle(element).color))
      .map((element) => `not in the colours of the system: ${element.outerHTML.slice(0, 140)}`);
  });
}

/**
 * What no scrolling brings into sight, and what stays in sight over what the keyboard comes to (WCAG 2.4.11): for that
 * its scroller must keep room, and have some left.
 */
function reachFaultsHere(): string[] {
  const style = (element: Element): CSSStyleDeclaration => getComputedStyle(element);
  const scrolls = (element: Element): boolean => ['auto', 'scroll'].includes(style(element).overflowY);
  const named = (fault: string, element: Element): string => `${fault}: ${element.outerHTML.slice(0, 140)}`;
  const isForKeys = (element: HTMLElement): boolean =>
    element.tabIndex >= 0 && element.checkVisibility() && element.closest('[inert], [aria-hidden="true"]') === null;
  const isOutOfReach = (element: HTMLElement): boolean => {
    let { top, bottom } = element.getBoundingClientRect();
    let { position } = style(element);
    for (
      let around = element.parentElement;
      around !== null && around !== document.body;
      around = around.parentElement
    ) {
      const own = style(around).position;
      // What is placed by another is neither scrolled nor cut by those between.
      if (position === 'fixed' || (position === 'absolute' && own === 'static')) continue;
      position = own;
      if (style(around).overflowY === 'visible') continue;
      const box = around.getBoundingClientRect();
      // What is for screen readers alone stands in a box of one point.
      if (scrolls(around) || box.height <= 1) ({ top, bottom } = box);
      else if (top > box.bottom || bottom < box.top) return true;
    }
    const isOfWindow = position !== 'fixed' && style(document.body).overflowY !== 'hidden';
    return !isOfWindow && (top > innerHeight - 1 || bottom < 1);
  };
  const scrollerOf = ({ parentElement }: Element): Element =>
    parentElement === null || parentElement === document.body
      ? document.documentElement
      : scrolls(parentElement)
        ? parentElement
        : scrollerOf(parentElement);
  const endOf = (foot: Element): 'Top' | 'Bottom' => (style(foot).bottom === 'auto' ? 'Top' : 'Bottom');
  const overBy = (foot: HTMLElement): number =>
    foot.offsetHeight + Number.parseFloat(style(foot)[endOf(foot) === 'Top' ? 'top' : 'bottom']);
  const staying = (scroller: Element): HTMLElement[] =>
    [...scroller.querySelectorAll<HTMLElement>('*')].filter(
      (foot) => style(foot).position === 'sticky' && foot.checkVisibility() && scrollerOf(foot) === scroller,
    );
  const isOver = (foot: HTMLElement): string[] => {
    const scroller = scrollerOf(foot);
    if (style(foot).position !== 'sticky' || scroller.scrollHeight <= scroller.clientHeight + 1) return [];
    const room = Number.parseFloat(style(scroller)[`scrollPadding${endOf(foot)}`]) || 0;
    const left = staying(scroller).reduce((height, each) => height - overBy(each), scroller.clientHeight);
    return [
      ...(overBy(foot) > room + 1 ? [named(`over what the keyboard comes to, by ${overBy(foot) - room}`, foot)] : []),
      ...(left < 88 ? [named(`leaves ${left} of what scrolls under it`, foot)] : []),
    ];
  };
  const all = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => element.checkVisibility());
  const controls = all.filter((element) => element.matches('button, input, textarea') && isForKeys(element));
  return [...controls.filter(isOutOfReach).map((element) => named('out of reach', element)), ...all.flatMap(isOver)];
}

function faultsHere(): string[] {
  const pixels = (value: string): number => Number.parseFloat(value) || 0;
  const shown = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('.visually-hidden, [aria-hidden="true"], svg') === null;
  const texts = [...document.querySelectorAll('body *')]
    .filter(shown)
    .flatMap((element) => [...element.childNodes])
    .filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
  const boxOf = (node: Node): { left: number; right: number } | null => {
    for (let holder = node.parentElement; holder !== null && holder !== document.body; holder = holder.parentElement) {
      const style = getComputedStyle(holder);
      // What is cut off on purpose is another's to judge.
      if (style.overflowX !== 'visible' || style.position === 'absolute') return null;
      const [start, end] = [pixels(style.borderLeftWidth), pixels(style.borderRightWidth)];
      if (start === 0 || end === 0) continue;
      const { left, right } = holder.getBoundingClientRect();
      return { left: left + start + pixels(style.paddingLeft), right: right - end - pixels(style.paddingRight) };
    }
    return null;
  };
  const spilled = texts.filter((node) => {
    const box = boxOf(node);
    if (box === null) return false;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right, width } = range.getBoundingClientRect();
    return width > 1 && (left < box.left - 1.5 || right > box.right + 1.5);
  });
  const ragged = [...document.querySelectorAll('table')].filter(shown).flatMap((table) => {
    const rows = [...table.querySelectorAll('tbody tr')].filter((row) => getComputedStyle(row).display === 'table-row');
    const columns = Math.max(0, ...rows.map((row) => row.children.length));
    return Array.from({ length: columns }, (_, column) => {
      const ends = rows.flatMap((row) => {
        // Two figures may stand beside one another: the line ends with the further one.
        const lines = new Map<number, number>();
        for (const amount of row.children[column]?.querySelectorAll('.money, .figures__count') ?? []) {
          const { top, right } = amount.getBoundingClientRect();
          lines.set(Math.round(top), Math.max(right, lines.get(Math.round(top)) ?? 0));
        }
        return [...lines.values()];
      });
      const isRagged = ends.some((end) => Math.abs(end - Math.max(...ends)) > 2);
      return isRagged ? [`ragged column ${column}: ${table.textContent.slice(0, 100)}`] : [];
    }).flat();
  });
  const grown = [...document.querySelectorAll('body *')].filter((element) => {
    const { borderLeftWidth, borderRightWidth, marginLeft, marginRight, position } = getComputedStyle(element);
    const place = element.parentElement;
    // One beyond its place by its margins is so on purpose.
    const isOnPurpose = pixels(marginLeft) < 0 || pixels(marginRight) < 0 || ['absolute', 'fixed'].includes(position);
    if (place === null || isOnPurpose || pixels(borderLeftWidth) === 0 || pixels(borderRightWidth) === 0) return false;
    if (getComputedStyle(place).overflowX !== 'visible' || !shown(element)) return false;
    const [box, around] = [element.getBoundingClientRect(), place.getBoundingClientRect()];
    // One that lays out nothing is no place.
    return around.width > 0 && (box.left < around.left - 1.5 || box.right > around.right + 1.5);
  });
  const brush = document.createElement('canvas').getContext('2d');
  const cramped = [...document.querySelectorAll('input')].filter((input) => {
    if (brush === null || input.value !== '' || !shown(input)) return false;
    const { font, paddingLeft, paddingRight } = getComputedStyle(input);
    brush.font = font;
    const room = input.clientWidth - pixels(paddingLeft) - pixels(paddingRight);
    return brush.measureText(input.placeholder).width > room + 1;
  });
  const squared = [...document.querySelectorAll('body *')].filter((element): element is HTMLElement => {
    if (!(element instanceof HTMLElement) || element.scrollHeight <= element.clientHeight) return false;
    const { borderLeftWidth, borderRightWidth, borderTopRightRadius } = getComputedStyle(element);
    const bar = element.offsetWidth - element.clientWidth - pixels(borderLeftWidth) - pixels(borderRightWidth);
    return bar > 2 && pixels(borderTopRightRadius) > 10 && shown(element);
  });
  const rangeOf = (node: Node, end = node.textContent?.length ?? 0): DOMRect => {
    const range = document.createRange();
    range.setStart(node, 0);
    range.setEnd(node, end);
    return range.getBoundingClientRect();
  };
  const cutBy = (node: Node): DOMRect | null => {
    for (let holder = node.parentElement; holder !== null && holder !== document.body; holder = holder.parentElement) {
      const { overflowX, whiteSpace } = getComputedStyle(holder);
      if (overflowX === 'hidden' || overflowX === 'clip')
        return whiteSpace === 'nowrap' ? holder.getBoundingClientRect() : null;
    }
    return null;
  };
  const isWithin = (text: DOMRect, box: DOMRect): boolean =>
    text.left >= box.left - 1.5 && text.right <= box.right + 1.5;
  const clips = (holder: Element): boolean =>
    holder !== document.body && ['hidden', 'clip'].includes(getComputedStyle(holder).overflowY);
  const beheaded = texts.filter((node) => {
    const box = cutBy(node);
    if (box === null) return false;
    const { left, right } = rangeOf(node);
    return right > box.left + 1.5 && left < box.right - 1.5 && !isWithin(rangeOf(node, 1), box);
  });
  // Between the top of its capitals and the end of its descenders: what has a line of its own room above and below.
  const sliced = texts.filter((node) => {
    let holder = node.parentElement;
    while (holder !== null && getComputedStyle(holder).overflowY === 'visible') holder = holder.parentElement;
    if (node.parentElement === null || holder === null || !clips(holder)) return false;
    const size = pixels(getComputedStyle(node.parentElement).fontSize);
    const box = holder.getBoundingClientRect();
    // Only for who hears the page.
    if (box.height <= 1) return false;
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].some(({ top, bottom }) => {
      const middle = (top + bottom) / 2;
      const [above, below] = [box.top - (middle - size * 0.4), middle + size * 0.4 - box.bottom];
      return (above > 1 && above < size * 0.8 - 1) || (below > 1 && below < size * 0.8 - 1);
    });
  });
  const uncounted = texts.filter((node) => {
    const box = node.parentElement?.matches('.times') === true ? cutBy(node) : null;
    return box !== null && !isWithin(rangeOf(node), box);
  });
  const astray = texts.filter((node) => {
    const name = node.parentElement;
    if (name?.matches('bdi') !== true) return false;
    const { display, textAlign } = getComputedStyle(name);
    if (display === 'inline' || textAlign === 'center' || textAlign === 'end') return false;
    const range = document.createRange();
    range.selectNodeContents(name);
    const [text, box] = [range.getBoundingClientRect(), name.getBoundingClientRect()];
    const isRtl = document.documentElement.dir === 'rtl';
    return Math.abs(isRtl ? text.right - box.right : text.left - box.left) > 2 && isWithin(text, box);
  });
  const hollow = [...document.querySelectorAll('.panel > *')].filter((element) => {
    const isInFlow = !['absolute', 'fixed'].includes(getComputedStyle(element).position);
    return isInFlow && shown(element) && element.getBoundingClientRect().height === 0;
  });
  return [
    ...hollow.map((element) => `room for nothing: ${element.outerHTML.slice(0, 140)}`),
    ...grown.map((element) => `beyond its place: ${element.outerHTML.slice(0, 140)}`),
    ...beheaded.map((node) => `beginning cut: ${node.textContent?.trim()}`),
    ...sliced.map((node) => `line cut: ${node.textContent?.trim()}`),
    ...uncounted.map((node) => `quantity cut: ${node.parentElement?.parentElement?.textContent}`),
    ...astray.map((node) => `at the wrong edge: ${node.textContent?.trim()}`),
    ...squared.map(({ className }) => `bar over round corners: ${className}`),
    ...cramped.map(({ placeholder }) => `hint without room: ${placeholder}`),
    ...spilled.map((node) => `spilled: ${node.textContent?.trim()}`),
    ...ragged,
  ];
}
