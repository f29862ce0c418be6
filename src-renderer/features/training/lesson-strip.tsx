import { useEffect } from 'react';
import { lessons, type Lesson } from '../../../src-shared/contract/lessons.ts';
import { useFocusWhenLost } from '../../base/focus/use-focus-when-lost.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { useOrders } from '../../entities/orders/orders-store.ts';
import { useCheckout } from '../../entities/sale/checkout-store.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { stepsDone, stepsOf } from './lesson-steps.ts';
import { useLesson } from './lesson-store.ts';
import './training.css';

/** The lessons of the training, and the step of the one that is under way. Only training has it. */
export function LessonStrip() {
  const text = useText();
  const isTraining = useSession(({ start }) => start?.mode === 'training' && start.enrolment.state === 'active');
  const { lesson, failure } = useLesson();
  const strip = useFocusWhenLost<HTMLElement>(lesson);
  if (!isTraining) return null;
  return (
    <section className="lessons" aria-label={text('lesson.lessons')} ref={strip} tabIndex={-1}>
      {lesson === null ? <Offered /> : <UnderWay key={lesson} lesson={lesson} />}
      {failure === null ? null : <FailureNote failure={failure} />}
    </section>
  );
}

function Offered() {
  const text = useText();
  const finished = useLesson((state) => state.finished);
  return (
    <>
      <p className="lessons__title">{text('lesson.lessons')}</p>
      <ul className="lessons__list">
        {lessons.map((lesson) => (
          <li key={lesson}>
            <Button
              {...(finished.includes(lesson) ? { icon: 'check' as const } : {})}
              onPress={() => void useLesson.getState().begin(lesson)}
            >
              {text(`lesson.${lesson}.title`)}
              {finished.includes(lesson) ? <span className="visually-hidden"> {text('lesson.finished')}</span> : null}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

function UnderWay({ lesson }: { lesson: Lesson }) {
  const text = useText();
  const reached = useLesson((state) => state.reached);
  useProgress(lesson);
  const steps = stepsOf[lesson];
  const step = steps[reached];
  return (
    <>
      <div className="lessons__now" role="status">
        <p className="lessons__title">
          {text(`lesson.${lesson}.title`)} ·{' '}
          {step === undefined ? text('lesson.finished') : text('lesson.step', { step: reached + 1, of: steps.length })}
        </p>
        <p>{text(step?.says ?? `lesson.${lesson}.learned`)}</p>
      </div>
      {step === undefined ? (
        <Afterwards lesson={lesson} />
      ) : (
        <Button onPress={useLesson.getState().leave}>{text('lesson.leave')}</Button>
      )}
    </>
  );
}

function Afterwards({ lesson }: { lesson: Lesson }) {
  const text = useText();
  const { begin, leave } = useLesson.getState();
  const next = lessons[lessons.indexOf(lesson) + 1];
  return (
    <>
      {next === undefined ? null : (
        <Button tone="primary" onPress={() => void begin(next)}>
          {text('lesson.next', { title: text(`lesson.${next}.title`) })}
        </Button>
      )}
      <Button onPress={leave}>{text('lesson.close')}</Button>
    </>
  );
}

/** Watches what the cashier does; a lesson asks nobody to say that a step is done. */
function useProgress(lesson: Lesson): void {
  const stage = useCheckout((checkout) => checkout.stage);
  const operationId = useLesson((state) => state.operationId);
  const order = useOrders(({ byId }) => (operationId === null ? undefined : byId[operationId]));
  useEffect(() => {
    if (stage.kind === 'watch') useLesson.getState().sold(stage.operationId);
  }, [stage]);
  useEffect(() => {
    useLesson.getState().reach(stepsDone(lesson, { stage, order }));
  }, [lesson, stage, order]);
}
