import { create } from 'zustand';
import type { Theme } from '../../../src-shared/contract/schemas.ts';
import { ask } from '../bridge.ts';

const after: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };

interface ThemeState {
  readonly theme: Theme;
  /** Whether it was chosen in this page, and stands whatever an answer on its way says. */
  readonly isChosen: boolean;
  /** Shows what main remembers, until one is chosen here. */
  begin: (theme: Theme) => void;
  next: () => void;
}

export const useTheme = create<ThemeState>()((set, get) => {
  /** `data-theme` wins over the system's preference (theme/tokens.css). */
  const show = (theme: Theme): void => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
    set({ theme });
  };
  return {
    theme: 'system',
    isChosen: false,
    begin: (theme) => {
      if (!get().isChosen) show(theme);
    },
    /** The page changes at once; main only has to remember it. */
    next: () => {
      const theme = after[get().theme];
      set({ isChosen: true });
      show(theme);
      void ask((bridge) => bridge.app.setTheme({ theme }));
    },
  };
});
