import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked } from 'marked';
import { defaultLanguage, languages, type Language } from '../../src-shared/words/languages.ts';
import { projectRoot } from './tools.ts';

/** The guides that hang at a counter: each is one A4 page, whatever its language. */
export const guides = ['for-cashiers', 'for-managers'] as const;
export type Guide = (typeof guides)[number];

/** The name of a guide's file, without its ending. */
export function guideName(guide: Guide, language: Language): string {
  return language === defaultLanguage ? guide : `${guide}.${language}`;
}

/** A guide as one HTML file that needs nothing else, to be printed on A4. */
export function guidePage(guide: Guide, language: Language): string {
  const text = readFileSync(join(projectRoot, 'docs', `${guideName(guide, language)}.md`), 'utf8');
  const body = onPaper.parse(withoutOtherLanguage(text), { async: false });
  const title = /^# (.*)$/m.exec(text)?.[1] ?? guide;
  return [
    `<!doctype html><html lang="${language}" dir="${languages[language].dir}"><head><meta charset="utf-8">`,
    `<title>${title}</title><style>${style()}</style></head><body>${body}</body></html>\n`,
  ].join('');
}

/** Nobody presses a link on paper, and pictures are on the screen itself. */
const onPaper = new Marked({
  renderer: {
    link({ tokens }) {
      return this.parser.parseInline(tokens);
    },
    image: () => '',
  },
});

/** The way to the same guide in another language begins its first paragraph. */
function withoutOtherLanguage(text: string): string {
  return text.replace(/^\[[^\]]*\]\(for-[a-z]+(?:\.[a-z]+)?\.md\)\.?[ \t]*/m, '');
}

function style(): string {
  return `${faces.map(faceOf).join('')}
@page { size: A4; margin: 9mm; }
html { font: 9.5pt/1.36 Vazirmatn; }
body { margin: 0; columns: 2; column-gap: 6mm; column-rule: 0.2mm solid #999; }
h1 { font-size: 15pt; line-height: 1; margin: 0 0 1.5mm; }
h2 { font-size: 11pt; line-height: 1.2; margin: 1.8mm 0 0.6mm; break-after: avoid; }
p { margin: 0 0 0.8mm; }
ul, ol { margin: 0 0 0.8mm; padding-inline-start: 4mm; }
li { margin: 0 0 0.5mm; }
table { border-collapse: collapse; margin: 0 0 1mm; width: 100%; }
table, tr { break-inside: avoid; }
th, td { border: 0.2mm solid #999; padding: 0.2mm 1mm; text-align: start; vertical-align: top; }
code { font: inherit; unicode-bidi: isolate; direction: ltr; }
`;
}

const faces = ['latin', 'arabic'] as const;

function faceOf(script: (typeof faces)[number]): string {
  const file = `node_modules/@fontsource-variable/vazirmatn/files/vazirmatn-${script}-wght-normal.woff2`;
  const bytes = readFileSync(join(projectRoot, file)).toString('base64');
  const range = script === 'latin' ? 'U+0000-024F, U+2000-2BFF' : 'U+0600-06FF';
  return `@font-face { font-family: Vazirmatn; font-weight: 100 900; unicode-range: ${range};
  src: url(data:font/woff2;base64,${bytes}); }\n`;
}
