import { create } from 'zustand';
import type { Theme } from '../../../src-shared/contract/schemas.ts';
import { ask } from '../bridge.ts';

const after: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };

interface ThemeState {
  readonly theme: Theme;
  /** `data-theme` wins over the system's preference (theme/tokens.css). */
  show: (theme: Theme) => void;
  next: () => void;
}

export const useTheme = create<ThemeState>()((set, get) => ({
  theme: 'system',
  show: (theme) => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
    set({ theme });
  },
  /** The page changes at once; main only has to remember it. */
  next: () => {
    const theme = after[get().theme];
    get().show(theme);
    void ask((bridge) => bridge.app.setTheme({ theme }));
  },
}));
