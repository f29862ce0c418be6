import { Fragment, useEffect } from 'react';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { pageMessages } from '../../../src-shared/words/page-messages.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useSession } from '../../base/stores/session-store.ts';
import './training.css';

/**
 * Nobody may take training for the real counter: a band with the word in every language, and a frame around the window,
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
        {languageCodes.map((language, index) => (
          <Fragment key={language}>
            {index === 0 ? '' : ' · '}
            <span lang={language}>{pageMessages[language]['app.training']}</span>
          </Fragment>
        ))}
      </strong>
      <span>{text('app.training.says')}</span>
    </p>
  );
}
