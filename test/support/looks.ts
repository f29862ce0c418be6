import type { Page } from 'playwright';

/**
 * What an eye finds wrong and no measure of a single element does: text that leaves the room of the box it is in,
 * figures of a column that do not end below one another, a hint that its field cuts off, and a scroll bar that stands
 * over round corners. Each as its fault and what it says.
 */
export function looksFaults(page: Page): Promise<string[]> {
  return page.evaluate(faultsHere);
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
  return [
    ...squared.map(({ className }) => `bar over round corners: ${className}`),
    ...cramped.map(({ placeholder }) => `hint without room: ${placeholder}`),
    ...spilled.map((node) => `spilled: ${node.textContent?.trim()}`),
    ...ragged,
  ];
}
