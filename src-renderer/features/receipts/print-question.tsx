import { useEffect, useRef, useState } from 'react';
import { hasDetail } from '../../../src-shared/contract/details.ts';
import { useText } from '../../base/i18n/use-text.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';

/** A printer says that it has the job, never that paper came out: the person does. */
export function PrintQuestion({
  onAnswer,
  problem,
}: {
  onAnswer: (printed: boolean) => Promise<void>;
  problem: ShownFailure | null;
}) {
  const text = useText();
  const brokeOff = hasDetail(problem, 'print_failed', 'printer_gone');
  const [saying, setSaying] = useState(false);
  const question = useRef<HTMLDivElement>(null);
  // On nothing that the Enter which printed, when it is held, could answer with.
  useEffect(() => question.current?.focus(), []);
  const say = async (printed: boolean): Promise<void> => {
    setSaying(true);
    await onAnswer(printed);
    setSaying(false);
  };
  return (
    <div className="print-question" ref={question} tabIndex={-1}>
      <p className="visually-hidden" role="status">
        {text(brokeOff ? 'receipt.ask' : 'receipt.sent.announce')}
      </p>
      <h3>{text('receipt.ask')}</h3>
      {brokeOff ? null : <p>{text('receipt.ask.says')}</p>}
      {problem === null ? null : (
        <FailureNote failure={problem} {...(brokeOff ? { next: text('receipt.ask.brokeOff') } : {})} />
      )}
      <div className="print__actions">
        <Button tone="primary" size="l" icon="check" isPending={saying} onPress={() => void say(true)}>
          {text('receipt.yes')}
        </Button>
        <Button size="l" isPending={saying} onPress={() => void say(false)}>
          {text('receipt.no')}
        </Button>
      </div>
    </div>
  );
}
