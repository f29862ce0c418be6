import { useState } from 'react';
import type { DecisionChoice, Failure } from '../../../src-shared/contract/codes.ts';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { useOrders } from '../../entities/orders/orders-store.ts';
import { Callout } from '../../ui/callout.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Money } from '../../ui/money.tsx';
import { Times } from '../../ui/times.tsx';
import { wordsOfChoice } from './decision-words.ts';

interface DecisionDialogProps {
  readonly order: OrderView;
  readonly choice: DecisionChoice;
  readonly onBack: () => void;
}

/** The risk once more, beside what it is about; only then the decision is written down. */
export function DecisionDialog({ order, choice, onBack }: DecisionDialogProps) {
  const text = useText();
  const name = useName();
  const [problem, setProblem] = useState<Failure | null>(null);
  const isPending = useOrders(({ acting }) => acting[order.operationId] === 'decide');
  const decide = async (): Promise<void> => {
    setProblem(null);
    setProblem(await useOrders.getState().decide(choice, order.operationId));
  };
  const { says, risk } = wordsOfChoice(choice, order);
  return (
    <ConfirmDialog
      title={text(`decision.${choice}.ask`)}
      confirm={text(`decision.${choice}.confirm`)}
      back={text('decision.back')}
      isPending={isPending}
      onConfirm={() => void decide()}
      onBack={onBack}
    >
      <p className="decision__sale">
        <span>
          <bdi>{name(order.cardName) ?? text('catalogue.unnamedCard')}</bdi> <Times quantity={order.quantity} />
        </span>{' '}
        <Money {...order.charge.total} strong />
      </p>
      <p>{text(says)}</p>
      <Callout tone="wait" icon="alert">
        <p>
          <strong>{text('decision.risk')}</strong> {text(risk)}
        </p>
      </Callout>
      <p className="decision__final">{text('decision.final')}</p>
      {problem === null ? null : <Problem problem={problem} />}
    </ConfirmDialog>
  );
}

/** An order that is being asked about, or has moved on, is not to be decided now. */
function Problem({ problem }: { problem: Failure }) {
  const text = useText();
  if (problem.code === 'not_allowed')
    return (
      <Callout tone="wait" role="alert">
        <p>{text('decision.overtaken')}</p>
      </Callout>
    );
  return <FailureNote failure={problem} />;
}
