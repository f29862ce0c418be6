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
import type { Receipt } from './receipt.ts';

/** So many cards stand on one image: a printer takes no image of any length. */
const cardsOnPage = 10;

/** The receipt as documents of the width of `paper`, in dots. The first has its head, the others only more cards. */
export function receiptPages(receipt: Receipt, paper: Paper): readonly DrawnPage[] {
  const cards = cardsOf(receipt);
  const pages = Array.from({ length: Math.max(1, Math.ceil(cards.length / cardsOnPage)) }, (_, index) =>
    cards.slice(index * cardsOnPage, (index + 1) * cardsOnPage).join(''),
  );
  return pages.map((list, index) => draw(receipt, styleFor(paper, 1), `${index === 0 ? headOf(receipt) : ''}${list}`));
}

/** The whole receipt in one document, small enough to be looked at beside its choices. */
export function receiptPreview(receipt: Receipt, paper: Paper): DrawnPage {
  // The window may measure it: whatever the receipt holds, no code is in it.
  const covered: Receipt = { ...receipt, codes: receipt.codes === null ? null : 'covered' };
  // It is given its length once it is drawn: until then it has no bars that would take of its width.
  const style = `${styleFor(paper, previewPx / paper.dots)}html { overflow: hidden; }\n`;
  return draw(covered, style, headOf(covered) + cardsOf(covered).join(''), true);
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

function headOf(receipt: Receipt): string {
  const {
    language,
    shop,
    cardName,
    quantity,
    charged: { price, total, currency },
    soldAtMs,
    externalReference,
    operationId,
    invoiceId,
    makesGoodFor,
    isCopy,
  } = receipt;
  const word = wordsIn(language);
  const row = (key: PaperKey, value: string, kind = ''): string =>
    `<div${kind === '' ? '' : ` class="${kind}"`}><dt>${word(key)}</dt><dd>${value}</dd></div>`;
  const name = serviceName(cardName, language);
  const code = (value: string): string => `<bdi dir="ltr" class="id">${escaped(value)}</bdi>`;
  return [
    `<h1>${shop === null ? word('paper.training') : `<bdi>${escaped(shop)}</bdi>`}</h1>`,
    `<p class="title">${isCopy ? `${word('paper.title')} (${word('paper.copy')})` : word('paper.title')}</p>`,
    `<h2><bdi>${name === undefined ? word('paper.unnamed') : escaped(name)}</bdi></h2>`,
    '<dl>',
    row('paper.quantity', String(quantity)),
    row('paper.price', money(price, currency, language)),
    row('paper.total', money(total, currency, language), 'total'),
    row('paper.time', `<bdi>${escaped(timeOf(soldAtMs, language))}</bdi>`),
    externalReference === null ? '' : row('paper.reference', code(externalReference)),
    row('paper.order', code(operationId), 'long'),
    makesGoodFor === undefined ? '' : row('paper.makesGood', code(makesGoodFor), 'long'),
    invoiceId === null ? '' : row('paper.invoice', code(invoiceId), 'long'),
    '</dl>',
  ].join('');
}

function cardsOf(receipt: Receipt): readonly string[] {
  if (receipt.codes === null) return [];
  const codes = receipt.codes === 'covered' ? Array.from({ length: receipt.quantity }, () => null) : receipt.codes;
  return codes.map((code, index) => cardOf(receipt, code, index + 1));
}

/** `code` null: covered. */
function cardOf({ language, quantity }: Receipt, code: CardCodes | null, number: number): string {
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
  return `<section>${quantity === 1 ? '' : `<h3>${word('paper.number')} ${number}</h3>`}${parts.join('')}</section>`;
}

const coveredCode = '•••• •••• ••••';

/** Black on white, whatever the theme: a thermal head has no other colour. Sizes follow the dots of the paper. */
function styleFor({ dots, heightMicrons }: Paper, zoom: number): string {
  const basePx = heightMicrons === null ? (dots < 500 ? 20 : 24) : 26;
  return `
:root { color-scheme: light; background: #fff; color: #000; font: ${basePx}px/1.4 'Vazirmatn Variable', 'Noto Sans Arabic', system-ui, sans-serif; zoom: ${zoom.toFixed(4)}; }
* { margin: 0; padding: 0; box-sizing: border-box; }
main { inline-size: ${dots}px; padding-block: 0.5em 1em; }
h1 { font-size: 1.35em; text-align: center; }
.title { text-align: center; }
h2 { font-size: 1.2em; margin-block: 0.5em; text-align: center; border-block: 2px solid; padding-block: 0.3em; }
dl div { display: flex; justify-content: space-between; align-items: baseline; gap: 1em; }
dl .total { font-size: 1.2em; font-weight: 700; }
dl .long { display: block; }
dd { font-weight: 700; font-variant-numeric: tabular-nums; }
.id { font: 0.85em/1.4 monospace; overflow-wrap: anywhere; }
section { border-block-start: 2px dashed; margin-block-start: 0.6em; padding-block-start: 0.4em; break-inside: avoid; }
h3, .label { font-size: 0.85em; }
.code { font: 700 1.3em/1.35 ui-monospace, Consolas, Menlo, 'DejaVu Sans Mono', monospace; overflow-wrap: anywhere; }
.code span { display: inline-block; max-inline-size: 100%; margin-inline-end: 0.4em; white-space: pre-wrap; }
[data-part='serialNumber'] { font-weight: 400; font-size: 1.05em; }
`;
}
