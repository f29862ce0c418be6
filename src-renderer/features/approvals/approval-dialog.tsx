import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { useClockTime } from '../../base/i18n/use-time.ts';
import { useApproval, type Subject } from '../../base/stores/approval-store.ts';
import { useStaff, type Person } from '../../base/stores/staff-store.ts';
import { Button } from '../../ui/button.tsx';
import '../../ui/confirm-dialog.css';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Field } from '../../ui/field.tsx';
import { Money } from '../../ui/money.tsx';
import '../../ui/scrim.css';
import { Times } from '../../ui/times.tsx';
import './approval-dialog.css';

const longestPin = 8;

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
        <Dialog className="confirm__dialog">
          <Heading slot="title" level={2}>
            {text('approval.title')}
          </Heading>
          {question.subject === null ? null : <About subject={question.subject} />}
          <ul className="approval__reasons">
            {question.kinds.map((kind) => (
              <li key={kind}>{text(`approval.${kind}`)}</li>
            ))}
          </ul>
          {manager === undefined ? (
            <Managers managers={managers} onChoose={setChosen} onLeave={question.leave} />
          ) : (
            <PinEntry
              key={manager.id}
              manager={manager}
              question={question}
              busy={busy}
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
  return (
    <>
      <div className="approval__managers" role="group" aria-label={text('approval.who')}>
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

interface PinEntryProps {
  readonly manager: Person;
  readonly question: Question;
  readonly busy: boolean;
  readonly onBusy: (busy: boolean) => void;
  readonly onOther: (() => void) | null;
}

/** The PIN lives in this form only, and leaves it with the submit. */
function PinEntry({ manager, question, busy, onBusy, onOther }: PinEntryProps) {
  const text = useText();
  const clockTime = useClockTime();
  const [pin, setPin] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (busy || pin === '') return;
    onBusy(true);
    setPin('');
    const refused = await question.answer(manager.id, pin);
    onBusy(false);
    setFailure(refused);
    form.current?.querySelector('input')?.focus();
  };
  const isWrong = failure?.code === 'pin_wrong' || failure?.code === 'pin_invalid';
  const { lockedUntil } = manager;
  return (
    <form className="approval__form" ref={form} onSubmit={(event) => void submit(event)}>
      <Field
        label={text('people.pinOf', { name: manager.name })}
        type="password"
        ltr
        value={pin}
        onChange={setPin}
        maxLength={longestPin}
        autoFocus
        error={
          isWrong && pin === ''
            ? `${text(`failure.${failure.code}.says`)} ${text(`failure.${failure.code}.next`)}`
            : undefined
        }
      />
      {failure === null || isWrong ? null : (
        <FailureNote
          failure={failure}
          {...(lockedUntil === undefined ? {} : { next: text('people.lockedUntil', { time: clockTime(lockedUntil) }) })}
        />
      )}
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
    </form>
  );
}
