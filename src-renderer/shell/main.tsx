import { createRoot } from 'react-dom/client';
import { refuseSecondPress } from '../base/focus/second-press.ts';
import { within } from '../base/within.ts';
import { App } from './app.tsx';
import { takeFirstLook } from './first-look.ts';
import '../base/theme/font.css';
import '../base/theme/tokens.css';
import '../base/theme/base.css';

/** A window that is not shown paints nothing. */
const paintedWithinMs = 50;

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
takeFirstLook(document.documentElement.dataset);
// Before every control: none may take such a press for its own.
refuseSecondPress();
// The frame that came with the page is painted before anything that takes long is drawn over it.
const shown = root.firstElementChild === null ? undefined : within(paintedWithinMs, painted());
void Promise.resolve(shown).then(() => createRoot(root).render(<App />));

function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
