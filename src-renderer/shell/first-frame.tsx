import { renderToStaticMarkup } from 'react-dom/server';
import type { Theme } from '../../src-shared/contract/schemas.ts';
import type { Language } from '../../src-shared/words/languages.ts';
import { LanguageProvider } from '../base/i18n/language.tsx';
import { useTheme } from '../base/stores/theme-store.ts';
import { Header } from './header.tsx';
import { Opening } from './opening.tsx';

/**
 * The first thing that the page draws, as HTML: a build writes it, and the window has it before any script is read.
 * `inert`, because nothing of it can be pressed yet; the page draws the same over it.
 */
export function firstFrame(language: Language, theme: Theme): string {
  // Where nothing is mounted, a store is read as it began.
  Object.assign(useTheme.getInitialState(), { theme });
  return renderToStaticMarkup(
    <LanguageProvider language={language}>
      <div className="frame" inert>
        <Header />
        {/* Without the grey shapes, which come later than the page itself does. */}
        <Opening />
      </div>
    </LanguageProvider>,
  );
}
