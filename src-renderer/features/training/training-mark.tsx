import { useEffect } from 'react';
import { ar } from '../../../src-shared/words/ar/page.ts';
import { en } from '../../../src-shared/words/en/page.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useSession } from '../../base/stores/session-store.ts';
import './training.css';

/**
 * Nobody may take training for the real counter: a band with the word in both languages, and a frame around the window,
 * over every area, sheet and question, in a colour that nothing else has.
 */
export function TrainingMark() {
  const text = useText();
  const isTraining = useSession((session) => session.start?.mode === 'training');
  useEffect(() => {
    document.documentElement.toggleAttribute('data-training', isTraining);
  }, [isTraining]);
  if (!isTraining) return null;
  return (
    <p className="training-band">
      <strong>
        <span lang="en">{en['app.training']}</span> · <span lang="ar">{ar['app.training']}</span>
      </strong>
      <span>{text('app.training.says')}</span>
    </p>
  );
}
