import type { Language } from '../../src-shared/words/languages.ts';
import { drawnText } from '../../src-shared/words/main-text.ts';
import { drawPage, escaped, type DrawnPage } from '../pages/page.ts';

/**
 * The password of a file with codes, drawn for a frame of its own as codes are: it passes through no script of the
 * window, cannot be selected, and is gone with the frame.
 */
export function passwordPage(password: string, language: Language): DrawnPage {
  const groups = password.split('-').map((group, index, all) => `${group}${index === all.length - 1 ? '' : '-'}`);
  const drawn = groups.map((group) => `<span>${escaped(group)}</span>`).join('<wbr>');
  return drawPage({
    language,
    title: drawnText(language)('codesFile.password'),
    style,
    body: `<i id="light"></i><i id="dark"></i><p><bdi dir="ltr">${drawn}</bdi></p>`,
  });
}

/** The window's theme may be another than the system's: the window says so in the fragment of the address. */
const style = `
:root { color-scheme: light dark; background: transparent; color: light-dark(#1b2227, #eeece6); }
:root:has(#light:target) { color-scheme: light; }
:root:has(#dark:target) { color-scheme: dark; }
* { margin: 0; padding: 0; box-sizing: border-box; }
html { overflow: hidden; }
body { container-type: inline-size; user-select: none; overflow: hidden; font-family: ui-monospace, 'Cascadia Mono', Consolas, Menlo, 'DejaVu Sans Mono', 'Liberation Mono', monospace; }
i { position: fixed; }
p { block-size: 72px; padding-block: 12px; text-align: center; font-weight: 700; font-size: min(26px, calc(100cqi / 16)); line-height: 48px; }
`;
