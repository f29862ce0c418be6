import type { EnrolmentView } from '../../../src-shared/contract/schemas.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { Icon } from '../../ui/icon.tsx';
import '../../ui/panel.css';
import './enrolment-steps.css';

type State = EnrolmentView['state'];
const steps = ['key', 'submitted', 'proved', 'active'] as const;
const doneSteps: Record<State, number> = {
  none: 0,
  draft: 0,
  keyMade: 1,
  submitted: 2,
  proved: 2,
  awaitingActivation: 3,
  active: 4,
  refused: 0,
  expired: 0,
};

export function EnrolmentSteps({ state, waitsFor }: Pick<EnrolmentView, 'state' | 'waitsFor'>) {
  const text = useText();
  const done = doneSteps[waitsFor === 'activation' ? 'awaitingActivation' : state];
  return (
    <section className="panel">
      <h2>{text('enrol.steps')}</h2>
      <ol className="steps">
        {steps.map((step, index) => {
          const progress = index < done ? 'done' : index === done ? 'now' : 'later';
          return (
            <li
              key={step}
              className="steps__step"
              data-progress={progress}
              {...(progress === 'now' ? { 'aria-current': 'step' as const } : {})}
            >
              <span className="steps__sign" aria-hidden="true">
                {progress === 'done' ? <Icon name="check" size={16} /> : index + 1}
              </span>
              <span>
                {text(`enrol.step.${step}`)}
                <span className="visually-hidden">, {text(`enrol.step.${progress}`)}</span>
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
