import { codeGroups, endsInSeparator } from '../../../src-shared/codes/code-groups.ts';
import { cardPx, codeParts, codesLayout, type CodePart } from '../../../src-shared/codes/codes-layout.ts';
import type { Language } from '../../../src-shared/words/languages.ts';
import { drawnText } from '../../../src-shared/words/main-text.ts';
import type { CardCodes } from '../../core/card-codes.ts';
import { drawPage, escaped, type DrawnPage } from '../../pages/page.ts';

/**
 * The codes of cards, drawn for a frame of their own: they pass through no script of the window and are gone with the
 * frame. They lie left to right in every language and cannot be selected, so that every copy goes by the journal.
 */
export function codesPage(codes: readonly CardCodes[], language: Language): DrawnPage {
  const text = drawnText(language);
  // For who hears the page; who sees it finds the words in the list under the frame.
  const named = (part: CodePart): string => ` role="group" aria-label="${escaped(text(`codes.${part}`))}"`;
  const drawn = (code: CardCodes, part: CodePart): string =>
    `<p data-part="${part}"${code[part] === null ? '' : named(part)}>${valueOf(code[part])}</p>`;
  const cards = codes.map((code) => `<li>${codeParts.map((part) => drawn(code, part)).join('')}</li>`);
  return drawPage({
    language,
    title: text('codes.title'),
    style,
    body: `<i id="light"></i><i id="dark"></i><ol>${cards.join('')}</ol>`,
  });
}

function valueOf(code: string | null): string {
  if (code === null) return '';
  const groups = codeGroups(code);
  const spans = groups.map(
    (group, index) =>
      `<span${index === groups.length - 1 || endsInSeparator(group) ? '' : ' class="apart"'}>${escaped(group)}</span>`,
  );
  return `<bdi dir="ltr" class="${sizeOf(code)}">${spans.join('<wbr>')}</bdi>`;
}

/** Each size holds so many characters on one line of a narrow sheet. */
const sizes = [20, 28, 40] as const;

function sizeOf(code: string): string {
  const fitting = sizes.find((length) => code.length <= length);
  return fitting === undefined ? 'long' : `to${fitting}`;
}

const { headPx, partPx, labelPx, gapPx, padPx } = codesLayout;

const families = "ui-monospace, 'Cascadia Mono', Consolas, Menlo, 'DejaVu Sans Mono', 'Liberation Mono', monospace";

function styleOfSize(length: number): string {
  const size = `min(26px, calc(100cqi / ${Math.ceil(length * 0.72)}))`;
  return `.to${length} { font-size: ${size}; white-space: pre; }`;
}

/** The window's theme may be another than the system's: the window says so in the fragment of the address. */
const style = `
:root { color-scheme: light dark; background: transparent; color: light-dark(#1b2227, #eeece6); }
:root:has(#light:target) { color-scheme: light; }
:root:has(#dark:target) { color-scheme: dark; }
* { margin: 0; padding: 0; box-sizing: border-box; }
/* The body is a container, whose overflow is its own: the bar would be the page's. */
html { overflow: hidden; }
body { container-type: inline-size; user-select: none; overflow: hidden; font-family: ${families}; }
i { position: fixed; }
ol { list-style: none; }
li { block-size: ${cardPx}px; margin-block-end: ${gapPx}px; padding-block-start: ${padPx + headPx}px; }
li:last-child { margin-block-end: 0; }
p { block-size: ${partPx}px; padding-block-start: ${labelPx}px; line-height: 1.4; overflow-wrap: anywhere; }
[data-part='voucher'] { font-weight: 700; }
.apart { margin-inline-end: 0.45em; }
${sizes.map(styleOfSize).join('\n')}
.long { font-size: 13px; line-height: 1.2; display: inline-block; white-space: pre-wrap; }
`;
