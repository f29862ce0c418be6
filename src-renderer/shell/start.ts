import { painted } from '../base/painted.ts';

// The frame that came with the page is painted before the screens are read: a megabyte of script holds a paint up.
const frame = document.getElementById('root')?.firstElementChild ?? null;
const shown = frame === null ? undefined : painted();
void Promise.resolve(shown).then(() => import('./main.tsx'));
