import { createRoot } from 'react-dom/client';
import { refuseSecondPress } from '../base/focus/second-press.ts';
import { App } from './app.tsx';
import { takeFirstLook } from './first-look.ts';
import { takeRemembered } from './remembered-screen.ts';
import '../base/theme/font.css';
import '../base/theme/tokens.css';
import '../base/theme/base.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
takeFirstLook(document.documentElement.dataset);
takeRemembered(document.getElementById('remembered'));
// Before every control: none may take such a press for its own.
refuseSecondPress();
createRoot(root).render(<App />);
