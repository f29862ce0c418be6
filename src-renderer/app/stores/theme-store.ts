import { create } from 'zustand';

export type Theme = 'system' | 'light' | 'dark';
const after: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };
const storageKey = 'counterfoil.theme';

interface ThemeState {
  readonly theme: Theme;
  next: () => void;
}

export const useTheme = create<ThemeState>()((set, get) => ({
  theme: remembered(),
  next: () => {
    const theme = after[get().theme];
    show(theme);
    remember(theme);
    set({ theme });
  },
}));

/** Applies the remembered theme; `data-theme` wins over the system's wish (theme/tokens.css). */
export function showTheme(): void {
  show(useTheme.getState().theme);
}

function show(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

function remembered(): Theme {
  try {
    const kept = localStorage.getItem(storageKey);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    // Storage may be denied by the host; the system's theme does then.
    return 'system';
  }
}

function remember(theme: Theme): void {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Only this window forgets it.
  }
}
