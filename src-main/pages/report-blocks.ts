import type { Language } from '../../src-shared/words/languages.ts';
import type { Paper } from '../core/ports.ts';
import { drawPage, escaped, type DrawnPage } from './page.ts';

/**
 * A report in pieces, to be drawn as one file or on paper of any width. Whatever is called markup went through
 * `escaped`.
 */
export type Block =
  | { readonly kind: 'title' | 'heading'; readonly text: string }
  | { readonly kind: 'note'; readonly markup: string }
  | { readonly kind: 'facts'; readonly rows: readonly Fact[] }
  | { readonly kind: 'table'; readonly heads: readonly string[]; readonly rows: readonly TableRow[] };

export interface Fact {
  readonly name: string;
  readonly markup: string;
}

/** `share`: how long its bar is, from 0 to 1; none where it is no part of a chart. */
export interface TableRow {
  readonly markup: string;
  readonly cells: readonly string[];
  readonly share?: number;
}

interface Drawn {
  readonly language: Language;
  readonly title: string;
}

/** One file that needs nothing else: to be printed, sent or kept. It has no script and loads nothing. */
export function reportFile(blocks: readonly Block[], drawn: Drawn): string {
  const { html, policy } = reportPage(blocks, drawn);
  // A file has no server to name its policy; what only a server may name is left out.
  const own = policy.split('; ').filter((rule) => /^(?:default-src|style-src|base-uri|form-action) /.test(rule));
  return html.replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${own.join('; ')}">`);
}

/** The same without a policy of its own, for a host that gives it one. */
export function reportPage(blocks: readonly Block[], { language, title }: Drawn): DrawnPage {
  const body = `<main>${blocks.map(wideBlock).join('')}</main>`;
  return drawPage({ language, title, style: fileStyle, body });
}

/** A printer takes no image of any length, and a sheet has its end; some lines are broken, so it is not filled. */
const linesAtMost = { roll: 60, sheet: 40 };

/** The documents of a report on paper, each of them one image (`src-main/hosts/electron/receipt-printer.ts`). */
export function reportPapers(blocks: readonly Block[], paper: Paper, { language, title }: Drawn): readonly string[] {
  const isRoll = paper.heightMicrons === null;
  const draw = isRoll ? narrowBlock : wideBlock;
  const parts = partsOf(blocks, isRoll);
  return parts.map((part) => {
    const body = `<main>${part.map(draw).join('')}</main>`;
    return drawPage({ language, title, style: paperStyle(paper), body }).html;
  });
}

/** Long tables are cut between rows; a heading stays with what it is of. */
function partsOf(blocks: readonly Block[], isRoll: boolean): readonly (readonly Block[])[] {
  const most = isRoll ? linesAtMost.roll : linesAtMost.sheet;
  const parts: Block[][] = [[]];
  let left = most;
  const put = (piece: readonly Block[]): void => {
    const lines = piece.reduce((sum, block) => sum + linesOf(block, isRoll), 0);
    if (lines > left && left < most) {
      parts.push([]);
      left = most;
    }
    parts.at(-1)?.push(...piece);
    left -= lines;
  };
  let heading: Block[] = [];
  for (const block of blocks) {
    if (block.kind === 'heading' || block.kind === 'title') {
      heading.push(block);
      continue;
    }
    for (const piece of cut(block, isRoll)) {
      put([...heading, piece]);
      heading = [];
    }
  }
  if (heading.length > 0) put(heading);
  return parts;
}

function cut(block: Block, isRoll: boolean): readonly Block[] {
  if (block.kind === 'table') return chunks(block.rows, isRoll ? 8 : 20).map((rows) => ({ ...block, rows }));
  if (block.kind === 'facts') return chunks(block.rows, 20).map((rows) => ({ ...block, rows }));
  return [block];
}

function chunks<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

function linesOf(block: Block, isRoll: boolean): number {
  switch (block.kind) {
    case 'title':
    case 'heading':
    case 'note':
      return 2;
    case 'facts':
      return block.rows.reduce((sum, { markup }) => sum + breaksIn(markup), 0);
    case 'table':
      return block.rows.reduce(
        (sum, { cells }) => {
          const lines = cells.map(breaksIn);
          return sum + (isRoll ? 1 + lines.reduce((one, other) => one + other, 0) : Math.max(1, ...lines));
        },
        isRoll ? 0 : 1,
      );
  }
}

function breaksIn(markup: string): number {
  return markup.split('<br>').length;
}

function wideBlock(block: Block): string {
  if (block.kind !== 'table') return plainBlock(block);
  const hasBars = block.rows.some(({ share }) => share !== undefined);
  const heads = block.heads.map((head) => `<th scope="col">${escaped(head)}</th>`).join('');
  const rows = block.rows.map(({ markup, cells, share }) => {
    const bar = hasBars ? `<td class="bar">${barOf(share ?? 0)}</td>` : '';
    return `<tr><th scope="row">${markup}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}${bar}</tr>`;
  });
  return (
    `<table><thead><tr><td></td>${heads}${hasBars ? '<td></td>' : ''}</tr></thead>` +
    `<tbody>${rows.join('')}</tbody></table>`
  );
}

/** Says nothing that the figures beside it do not. */
function barOf(share: number): string {
  const width = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return `<svg viewBox="0 0 100 10" aria-hidden="true"><rect width="${width}" height="10"></rect></svg>`;
}

/** A table has no room on a roll: each row is a block of its own. */
function narrowBlock(block: Block): string {
  if (block.kind !== 'table') return plainBlock(block);
  return block.rows
    .map(({ markup, cells }) => {
      const facts = cells.map((cell, index) => factRow({ name: block.heads[index] ?? '', markup: cell }));
      return `<section><h3>${markup}</h3><dl>${facts.join('')}</dl></section>`;
    })
    .join('');
}

function plainBlock(block: Exclude<Block, { kind: 'table' }>): string {
  switch (block.kind) {
    case 'title':
      return `<h1>${escaped(block.text)}</h1>`;
    case 'heading':
      return `<h2>${escaped(block.text)}</h2>`;
    case 'note':
      return `<p>${block.markup}</p>`;
    case 'facts':
      return `<dl>${block.rows.map(factRow).join('')}</dl>`;
  }
}

function factRow({ name, markup }: Fact): string {
  return `<div><dt><bdi>${escaped(name)}</bdi></dt><dd>${markup}</dd></div>`;
}

/** What a file and a paper have in common: black on white, for any printer. */
const commonStyle = `
* { margin: 0; padding: 0; box-sizing: border-box; }
dl div { display: flex; justify-content: space-between; gap: 1rem; border-block-end: 1px solid #bbb; padding-block: 0.15rem; }
dd { font-weight: 600; font-variant-numeric: tabular-nums; text-align: end; overflow-wrap: anywhere; }
table { inline-size: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: 0.2rem 0.4rem; border-block-end: 1px solid #bbb; vertical-align: top; }
th[scope='row'] { text-align: start; font-weight: 400; overflow-wrap: anywhere; }
.bar { inline-size: 8rem; }
.bar svg { display: block; inline-size: 100%; block-size: 1em; }
[dir='rtl'] .bar svg { transform: scaleX(-1); }
.id { font: 0.8rem/1.4 monospace; overflow-wrap: anywhere; }
tr, h2, section, dl div { break-inside: avoid; }
h2 { break-after: avoid; }
`;

const fonts = `'Vazirmatn Variable', 'Noto Sans Arabic', system-ui, sans-serif`;

const fileStyle = `
:root { color-scheme: light; background: #fff; color: #000; font: 14px/1.5 ${fonts}; }
${commonStyle}
main { max-inline-size: 60rem; margin-inline: auto; padding: 1.5rem; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1.1rem; margin-block: 1.25rem 0.25rem; }
dl { margin-block: 0.75rem; }
@page { margin: 12mm; @bottom-center { content: counter(page) ' / ' counter(pages); font: 11px ${fonts}; } }
`;

/** Sizes follow the dots of the paper. */
function paperStyle({ dots, heightMicrons }: Paper): string {
  const basePx = heightMicrons === null && dots >= 500 ? 24 : 20;
  return `
:root { color-scheme: light; background: #fff; color: #000; font: ${basePx}px/1.4 ${fonts}; }
${commonStyle}
main { inline-size: ${dots}px; padding-block: 0.5em 1em; }
h1 { font-size: 1.35em; text-align: center; }
h2 { font-size: 1.1em; margin-block: 0.8em 0.2em; border-block-end: 2px solid; }
h3 { font-size: 1em; margin-block-start: 0.4em; }
td bdi { white-space: nowrap; }
td .id { white-space: normal; }
`;
}
