import { codeGroups } from '../../src-shared/codes/code-groups.ts';
import { codeParts } from '../../src-shared/codes/codes-layout.ts';
import type { Language } from '../../src-shared/words/languages.ts';
import type { MainKey } from '../../src-shared/words/main-messages.ts';
import { drawnText } from '../../src-shared/words/main-text.ts';
import { serviceName } from '../../src-shared/words/service-name.ts';
import type { CardCodes } from '../core/card-codes.ts';
import type { Paper } from '../core/ports.ts';
import { money, timeOf } from '../pages/drawn-values.ts';
import { drawPage, escaped, type DrawnPage } from '../pages/page.ts';
import { qrCode } from './qr-code.ts';
import { totalsOf, type Receipt, type ReceiptLine, type ReceiptShop } from './receipt.ts';

/** A printer takes no image of any length: no more weight than this stands on one. */
const weightOnPage = 24;

/** What is never torn, and its share of an image; a row stands in a list with those beside it. */
interface Piece {
  readonly markup: string;
  readonly weight: number;
  readonly isRow?: boolean;
}

/** The receipt as documents of the width of `paper`, in dots. The first begins with the shop, the others go on. */
export function receiptPages(receipt: Receipt, paper: Paper): readonly DrawnPage[] {
  const pages: Piece[][] = [[]];
  let left = weightOnPage;
  for (const piece of [...headOf(receipt, sizesOf(paper)), ...cardsOf(receipt)]) {
    if (piece.weight > left && left < weightOnPage) {
      pages.push([]);
      left = weightOnPage;
    }
    pages.at(-1)?.push(piece);
    left -= piece.weight;
  }
  return pages.map((pieces) => draw(receipt, styleFor(paper, 1), markupOf(pieces)));
}

function markupOf(pieces: readonly Piece[]): string {
  return pieces
    .map(({ markup, isRow = false }, index) => {
      const begins = isRow && pieces[index - 1]?.isRow !== true;
      const ends = isRow && pieces[index + 1]?.isRow !== true;
      return `${begins ? '<dl>' : ''}${markup}${ends ? '</dl>' : ''}`;
    })
    .join('');
}

/** The whole receipt in one document, small enough to be looked at beside its choices. */
export function receiptPreview(receipt: Receipt, paper: Paper): DrawnPage {
  // The window may measure it: whatever the receipt holds, no code is in it.
  const lines = receipt.lines.map((line) => ({ ...line, codes: line.codes === null ? null : ('covered' as const) }));
  const covered: Receipt = { ...receipt, lines };
  // It is given its length once it is drawn: until then it has no bars that would take of its width.
  const style = `${styleFor(paper, previewPx / paper.dots)}html { overflow: hidden; }\n`;
  return draw(covered, style, markupOf([...headOf(covered, sizesOf(paper)), ...cardsOf(covered)]), true);
}

const previewPx = 300;

function draw({ language }: Receipt, style: string, body: string, isMeasured = false): DrawnPage {
  return drawPage({
    language,
    title: drawnText(language)('paper.title'),
    style,
    body: `<main>${body}</main>`,
    isMeasured,
  });
}

type PaperKey = Extract<MainKey, `paper.${string}`>;

function wordsIn(language: Language): (key: PaperKey) => string {
  const text = drawnText(language);
  return (key) => escaped(text(key));
}

function headOf(receipt: Receipt, { qrDots }: Sizes): readonly Piece[] {
  const { language, shop, saleNumber, lines, soldAtMs, isCopy, isVoid = false } = receipt;
  const word = wordsIn(language);
  const [only] = lines.length === 1 ? lines : [];
  const rows = [
    ...(only === undefined
      ? []
      : [
          row(word('paper.quantity'), String(only.quantity)),
          row(word('paper.price'), money(only.charged.price, only.charged.currency, language)),
        ]),
    ...totalsOf(receipt).map(({ total, currency }) =>
      row(word('paper.total'), money(total, currency, language), 'total'),
    ),
    ...paidOn(receipt),
    row(word('paper.time'), `<bdi>${escaped(timeOf(soldAtMs, language))}</bdi>`),
    ...numbersOf(receipt),
  ];
  const top = [
    shop === null ? `<h1>${word('paper.training')}</h1>` : shopOf(shop),
    `<p class="title">${isCopy ? `${word('paper.title')} (${word('paper.copy')})` : word('paper.title')}</p>`,
    ...(isVoid ? [`<p class="title">${escaped(drawnText(language)('payment.what.void'))}</p>`] : []),
    ...(only === undefined ? [] : [`<h2>${nameOf(only, language)}</h2>`]),
  ];
  const figure =
    `<figure>${qrCode(saleNumber ?? '', qrDots)}` +
    `<figcaption><span>${word('paper.saleNumber')}</span> ${machineText(saleNumber ?? '')}</figcaption></figure>`;
  return [
    { markup: top.join(''), weight: 1 },
    ...(only === undefined ? lines.map((line) => ({ markup: lineOf(line, language), weight: 1 })) : []),
    ...rows.map((markup) => ({ markup, weight: 0.25, isRow: true })),
    ...(saleNumber === null ? [] : [{ markup: figure, weight: 1 }]),
  ];
}

/** How it was paid, and what went back since: who looks at the paper later must not take that for paid. */
function paidOn({ language, paidBy = null, givenBack = [] }: Receipt): readonly string[] {
  const text = drawnText(language);
  return [
    ...(paidBy === null ? [] : [row(escaped(text('payment.paid')), escaped(text(`payment.means.${paidBy}`)))]),
    ...givenBack.map(({ amount, currency }) =>
      row(escaped(text('payment.returned')), money(amount, currency, language)),
    ),
  ];
}

function shopOf({ names, addresses }: ReceiptShop): string {
  const [name, ...others] = names.map((each) => `<bdi>${escaped(each)}</bdi>`);
  return [
    name === undefined ? '' : `<h1>${name}</h1>`,
    ...others.map((other) => `<p class="shop">${other}</p>`),
    ...addresses.map((address) => `<p class="address" dir="auto">${escaped(address)}</p>`),
  ].join('');
}

/** What finds the sale again. A short number stands for those of its orders, which nobody reads out. */
function numbersOf({ language, saleNumber, lines }: Receipt): readonly string[] {
  const word = wordsIn(language);
  const given = (values: readonly (string | null)[]): readonly string[] => [
    ...new Set(values.filter((value) => value !== null)),
  ];
  const orders = saleNumber === null ? given(lines.map(({ operationId }) => operationId)) : [];
  return [
    ...given(lines.map(({ externalReference }) => externalReference)).map((reference) =>
      row(word('paper.reference'), machineText(reference)),
    ),
    ...orders.map((order) => row(word('paper.order'), machineText(order), 'long')),
    ...given(lines.map(({ makesGoodFor }) => makesGoodFor ?? null)).map((order) =>
      row(word('paper.makesGood'), machineText(order), 'long'),
    ),
    ...given(lines.map(({ invoiceId }) => invoiceId)).map((invoice) =>
      row(word('paper.invoice'), machineText(invoice), 'long'),
    ),
  ];
}

function lineOf(line: ReceiptLine, language: Language): string {
  const {
    quantity,
    charged: { price, total, currency },
  } = line;
  const [each, sum] = [money(price, currency, language), money(total, currency, language)];
  const counted = `<p>${quantity} × ${each}</p><p class="sum">${sum}</p>`;
  return `<section class="line"><h2>${nameOf(line, language)}</h2>${counted}</section>`;
}

function nameOf({ cardName }: ReceiptLine, language: Language): string {
  const name = serviceName(cardName, language);
  return `<bdi>${name === undefined ? wordsIn(language)('paper.unnamed') : escaped(name)}</bdi>`;
}

function row(name: string, value: string, kind = ''): string {
  return `<div${kind === '' ? '' : ` class="${kind}"`}><dt>${name}</dt><dd>${value}</dd></div>`;
}

function machineText(value: string): string {
  return `<bdi dir="ltr" class="id">${escaped(value)}</bdi>`;
}

function cardsOf({ language, lines }: Receipt): readonly Piece[] {
  return lines.flatMap((line) => {
    if (line.codes === null) return [];
    const codes = line.codes === 'covered' ? Array.from({ length: line.quantity }, () => null) : line.codes;
    const heading = lines.length === 1 ? '' : `<h3>${nameOf(line, language)}</h3>`;
    return codes.map((code, index) => ({
      markup: cardOf(line, code, { language, heading, number: index + 1 }),
      weight: weightOf(code),
    }));
  });
}

const charactersInWeight = 60;

function weightOf(code: CardCodes | null): number {
  const length = codeParts.reduce((sum, part) => sum + (code?.[part]?.length ?? 0), 0);
  return Math.max(2, Math.ceil(length / charactersInWeight));
}

/** `code` null: covered. */
function cardOf(
  { quantity }: ReceiptLine,
  code: CardCodes | null,
  { language, heading, number }: { readonly language: Language; readonly heading: string; readonly number: number },
): string {
  const word = wordsIn(language);
  const parts = codeParts.flatMap((part) => {
    const value = code === null ? coveredCode : code[part];
    return value === null
      ? []
      : [
          `<p class="label">${word(`paper.${part}`)}</p><p class="code" data-part="${part}"><bdi dir="ltr">${codeGroups(
            value,
          )
            .map((group) => `<span>${escaped(group)}</span>`)
            .join('<wbr>')}</bdi></p>`,
        ];
  });
  const numbered = quantity === 1 ? '' : `<h3>${word('paper.number')} ${number}</h3>`;
  return `<section>${heading}${numbered}${parts.join('')}</section>`;
}

const coveredCode = '•••• •••• ••••';

interface Sizes {
  readonly basePx: number;
  /** Of the paper, for each module of a QR code: 0.75 to 1 mm, and so that its middle falls between two dots. */
  readonly qrDots: number;
}

function sizesOf({ dots, heightMicrons }: Paper): Sizes {
  if (heightMicrons !== null) return { basePx: 26, qrDots: 5 };
  return dots < 500 ? { basePx: 20, qrDots: 6 } : { basePx: 24, qrDots: 8 };
}

const families = "'Vazirmatn Variable', 'Noto Sans Arabic', system-ui, sans-serif";

/** Black on white, whatever the theme: a thermal head has no other colour. Sizes follow the dots of the paper. */
function styleFor(paper: Paper, zoom: number): string {
  const { dots } = paper;
  const font = `${sizesOf(paper).basePx}px/1.4 ${families}`;
  return `
:root { color-scheme: light; background: #fff; color: #000; font: ${font}; zoom: ${zoom.toFixed(4)}; }
* { margin: 0; padding: 0; box-sizing: border-box; }
main { inline-size: ${dots}px; padding-block: 0.5em 1em; }
h1 { font-size: 1.35em; text-align: center; }
.title, .shop, .address { text-align: center; }
.shop { font-weight: 700; }
.address { font-size: 0.9em; white-space: pre-line; overflow-wrap: anywhere; }
h2 { font-size: 1.2em; margin-block: 0.5em; text-align: center; border-block: 2px solid; padding-block: 0.3em; }
dl div { display: flex; justify-content: space-between; align-items: baseline; gap: 1em; }
dl .total { font-size: 1.2em; font-weight: 700; }
dl .long { display: block; }
dd { font-weight: 700; font-variant-numeric: tabular-nums; text-align: end; }
.long dd { text-align: start; }
.id { font: 0.85em/1.4 monospace; overflow-wrap: anywhere; }
.line { display: flex; flex-wrap: wrap; justify-content: space-between; column-gap: 1em; }
.line h2 { flex-basis: 100%; margin: 0; border: 0; padding: 0; font-size: 1em; text-align: start; }
.line .sum { font-weight: 700; }
.line + dl { border-block-start: 2px solid; margin-block-start: 0.4em; padding-block-start: 0.3em; }
figure { display: flex; flex-direction: column; align-items: center; margin-block-start: 0.4em; break-inside: avoid; }
figcaption .id { font-size: 1.5em; font-weight: 700; }
.qr { display: block; }
section { border-block-start: 2px dashed; margin-block-start: 0.6em; padding-block-start: 0.4em; break-inside: avoid; }
h3, .label { font-size: 0.85em; }
.code { font: 700 1.3em/1.35 ui-monospace, Consolas, Menlo, 'DejaVu Sans Mono', monospace; overflow-wrap: anywhere; }
.code span { display: inline-block; max-inline-size: 100%; margin-inline-end: 0.4em; white-space: pre-wrap; }
[data-part='serialNumber'] { font-weight: 400; font-size: 1.05em; }
`;
}
