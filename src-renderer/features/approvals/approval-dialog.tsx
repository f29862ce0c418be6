import { useEffect, useId, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { useApproval, type Subject } from '../../base/stores/approval-store.ts';
import { useStaff, type Person } from '../../base/stores/staff-store.ts';
import { PinEntry } from '../../entities/staff/pin-entry.tsx';
import { Button } from '../../ui/button.tsx';
import '../../ui/confirm-dialog.css';
import { Money } from '../../ui/money.tsx';
import '../../ui/scrim.css';
import { Times } from '../../ui/times.tsx';
import './approval-dialog.css';

type Question = NonNullable<ReturnType<typeof useApproval.getState>['question']>;

/** Asks a manager for the PIN that a cashier's call waits for. Leaving it changes nothing. */
export function ApprovalDialog() {
  const question = useApproval((approval) => approval.question);
  // The counter is locked, or another page is there: nobody answers any more.
  useEffect(() => () => useApproval.getState().question?.leave(), []);
  return question === null ? null : <Asked question={question} />;
}

function Asked({ question }: { question: Question }) {
  const text = useText();
  const people = useStaff((staff) => staff.people);
  const saysId = useId();
  const managers = people.filter(({ role }) => role === 'manager');
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const manager = managers.length === 1 ? managers[0] : managers.find(({ id }) => id === chosen);
  return (
    <ModalOverlay
      className="scrim"
      isOpen
      isKeyboardDismissDisabled={busy}
      onOpenChange={(open) => {
        if (!open) question.leave();
      }}
    >
      <Modal className="confirm">
        <Dialog className="confirm__dialog" aria-describedby={saysId}>
          <Heading slot="title" level={2}>
            {text('approval.title')}
          </Heading>
          <div className="confirm__says" id={saysId}>
            {question.subject === null ? null : <About subject={question.subject} />}
            <ul className="approval__reasons">
              {question.kinds.map((kind) => (
                <li key={kind}>{text(`approval.${kind}`)}</li>
              ))}
            </ul>
          </div>
          {manager === undefined ? (
            <Managers managers={managers} onChoose={setChosen} onLeave={question.leave} />
          ) : (
            <ManagerPin
              key={manager.id}
              manager={manager}
              question={question}
              onBusy={setBusy}
              onOther={managers.length === 1 ? null : () => setChosen(null)}
            />
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function About({ subject }: { subject: NonNullable<Question['subject']> }) {
  const text = useText();
  if (!('lines' in subject)) return <SubjectLine subject={subject} />;
  return (
    <div className="approval__sale">
      {subject.lines.map((line, index) => (
        <SubjectLine key={index} subject={line} />
      ))}
      {subject.totals.map((total) => (
        <p key={total.currency} className="approval__subject approval__total">
          <span>{text('sale.total')}</span> <Money {...total} strong />
        </p>
      ))}
    </div>
  );
}

function SubjectLine({ subject: { cardName, quantity, total } }: { subject: Subject }) {
  const text = useText();
  const name = useName();
  return (
    <p className="approval__subject">
      <span>
        <bdi>{name(cardName) ?? text('catalogue.unnamedCard')}</bdi> <Times quantity={quantity} />
      </span>{' '}
      <Money {...total} strong />
    </p>
  );
}

interface ManagersProps {
  readonly managers: readonly Person[];
  readonly onChoose: (id: string) => void;
  readonly onLeave: () => void;
}

/** Whoever came last is first. */
function Managers({ managers, onChoose, onLeave }: ManagersProps) {
  const text = useText();
  const whoId = useId();
  return (
    <>
      <p className="approval__who" id={whoId}>
        {text('approval.who')}
      </p>
      <div className="approval__managers" role="group" aria-labelledby={whoId}>
        {managers.map(({ id, name }, index) => (
          <AriaButton key={id} className="approval__manager" autoFocus={index === 0} onPress={() => onChoose(id)}>
            <bdi>{name}</bdi>
          </AriaButton>
        ))}
      </div>
      <div className="confirm__actions">
        <Button size="l" onPress={onLeave}>
          {text('approval.back')}
        </Button>
      </div>
    </>
  );
}

interface ManagerPinProps {
  readonly manager: Person;
  readonly question: Question;
  /** While a PIN is tried, the question stays. */
  readonly onBusy: (busy: boolean) => void;
  readonly onOther: (() => void) | null;
}

function ManagerPin({ manager, question, onBusy, onOther }: ManagerPinProps) {
  const text = useText();
  const answer = async (pin: string): ReturnType<Question['answer']> => {
    onBusy(true);
    const refused = await question.answer(manager.id, pin);
    onBusy(false);
    return refused;
  };
  return (
    <PinEntry person={manager} className="approval__form" onPin={answer}>
      {(busy) => (
        <>
          <p className="approval__once">{text('approval.once')}</p>
          <div className="confirm__actions">
            <Button type="submit" tone="primary" size="l" isPending={busy}>
              {text('approval.allow')}
            </Button>
            <Button size="l" isDisabled={busy} onPress={question.leave}>
              {text('approval.back')}
            </Button>
            {onOther === null ? null : (
              <Button tone="quiet" isDisabled={busy} onPress={onOther}>
                {text('approval.other')}
              </Button>
            )}
          </div>
        </>
      )}
    </PinEntry>
  );
}
