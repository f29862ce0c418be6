import { useState } from 'react';
import {
  moneyBackReasons,
  type MoneyBackKind,
  type MoneyBackReason,
  type PaymentMeans,
} from '../../../src-shared/contract/payment-words.ts';
import type { SalePayment } from '../../../src-shared/contract/payments.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { sumsOf } from '../../base/money/total.ts';
import { typedDecimal } from '../../base/money/typed-decimal.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import type { Subjects } from '../../base/stores/approval-store.ts';
import { usePayments } from '../../entities/payments/payments-store.ts';
import { Callout } from '../../ui/callout.tsx';
import { Choice } from '../../ui/choice.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Field } from '../../ui/field.tsx';
import { Money, moneyText, unitOf } from '../../ui/money.tsx';
import { Times } from '../../ui/times.tsx';
import { MeansChoice } from './means-choice.tsx';
import './payments.css';

interface MoneyBackDialogProps {
  readonly what: MoneyBackKind;
  readonly operationId: string;
  readonly payment: SalePayment;
  readonly onDone: () => void;
}

type Line = SalePayment['lines'][number];
interface AskedLine {
  readonly operationId: string;
  readonly amount: string;
}

/** What a manager looks at before the PIN: what goes back of each card; all of it where the sale is void. */
function subjectOf(lines: readonly Line[], asked: readonly AskedLine[] | null): Subjects {
  const back = lines.flatMap(({ operationId, cardName, cards, kept }) => {
    const amount = asked === null ? kept?.amount : asked.find((line) => line.operationId === operationId)?.amount;
    if (kept === null || amount === undefined) return [];
    return [{ cardName: cardName ?? undefined, quantity: cards, total: { ...kept, amount } }];
  });
  return { lines: back, totals: sumsOf(back.map(({ total }) => total)) };
}

/** As main has it now: what is on the screen may be older than a restored backup. */
async function mayBeBackNow(operationId: string): Promise<boolean> {
  await usePayments.getState().lookAt(operationId);
  return usePayments.getState().ofOrder[operationId]?.mayBeBack === true;
}

/** Asks how much goes back, by which means and why. What was paid for nothing stands there already. */
export function MoneyBackDialog({ what, operationId, payment, onDone }: MoneyBackDialogProps) {
  const text = useText();
  const lines = payment.lines.filter(hasMoney);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() => firstAmounts(lines));
  const [means, setMeans] = useState<PaymentMeans>(payment.means === 'notNoted' ? 'cash' : payment.means);
  const [reason, setReason] = useState<MoneyBackReason>(() => firstReason(what, lines));
  const [failure, setFailure] = useState<ShownFailure | null>(null);
  // What the failure names by its index is a line that was sent, whatever was typed since.
  const [sent, setSent] = useState<readonly AskedLine[]>([]);
  const [busy, setBusy] = useState(false);
  // Whoever goes on after the question has answered it.
  const [isAsked, setIsAsked] = useState(payment.mayBeBack === true);
  const filled = lines.flatMap(({ operationId: id }) => {
    const amount = typedDecimal(typed[id] ?? '');
    return amount === '' ? [] : [{ operationId: id, amount }];
  });
  const run = async (): Promise<void> => {
    if (what === 'refund' && filled.length === 0) {
      setFailure({ code: 'input_invalid', field: 'lines' });
      return;
    }
    setBusy(true);
    // Asked before the PIN: a manager who typed it would have to type it once more.
    if (!isAsked && (await mayBeBackNow(operationId))) {
      setBusy(false);
      setIsAsked(true);
      return;
    }
    setSent(filled);
    const seen = { operationId, revision: payment.revision, means, reason, ...(isAsked ? { afterRestore: true } : {}) };
    const done = await usePayments
      .getState()
      .change(
        operationId,
        (payments, given) =>
          what === 'void'
            ? payments.voidSale({ ...seen, ...given })
            : payments.giveBack({ ...seen, lines: filled, ...given }),
        subjectOf(lines, what === 'void' ? null : filled),
      );
    setBusy(false);
    if (!done.ok && done.error.code === 'money_back_may_exist') setIsAsked(true);
    setFailure(done.ok || done.error.approval !== undefined ? null : done.error);
    if (done.ok) onDone();
  };
  const wrong = failure?.field?.startsWith('lines') === true ? failure.field : undefined;
  const errorAt = (id: string): string | undefined =>
    wrong === `lines.${sent.findIndex((line) => line.operationId === id)}.amount`
      ? text('payment.refund.wrong')
      : undefined;
  return (
    <ConfirmDialog
      title={text(`payment.${what}.title`)}
      confirm={text(isAsked ? `payment.${what}.lost` : `payment.${what}`)}
      back={text('payment.back')}
      isPending={busy}
      onConfirm={() => void run()}
      onBack={onDone}
    >
      <div className="money-back">
        <p>{text(`payment.${what}.says`)}</p>
        {what === 'void' ? <GoesBack lines={lines} /> : null}
        {isAsked ? (
          <Callout tone="wait" icon="alert">
            <p>{text('failure.money_back_may_exist.says')}</p>
            <p>{text('failure.money_back_may_exist.next')}</p>
          </Callout>
        ) : null}
        {what === 'void'
          ? null
          : lines.map((line) => (
              <AmountField
                key={line.operationId}
                line={line}
                value={typed[line.operationId] ?? ''}
                onChange={(value) => setTyped((now) => ({ ...now, [line.operationId]: value }))}
                error={errorAt(line.operationId)}
              />
            ))}
        {wrong === 'lines' ? <p role="alert">{text('payment.refund.nothing')}</p> : null}
        <MeansChoice label={text('payment.returnedBy')} means={means} onChange={setMeans} />
        <Choice
          label={text('payment.reason')}
          value={reason}
          items={moneyBackReasons.map((id) => ({ id, name: text(`payment.reason.${id}`) }))}
          onChange={setReason}
        />
        {failure === null || wrong !== undefined || failure.code === 'money_back_may_exist' ? null : (
          <FailureNote failure={failure} />
        )}
      </div>
    </ConfirmDialog>
  );
}

/** All that a void sale gives back, each card with its own where there are several. */
function GoesBack({ lines }: { lines: readonly Line[] }) {
  const text = useText();
  const name = useName();
  const { lines: cards, totals } = subjectOf(lines, null);
  return (
    <dl className="money-back__all">
      {cards.map(({ cardName, quantity, total }, index) => (
        <div key={index}>
          <dt>
            <bdi>{name(cardName) ?? text('catalogue.unnamedCard')}</bdi> <Times quantity={quantity} />
          </dt>
          <dd>{cards.length === 1 ? null : <Money {...total} />}</dd>
        </div>
      ))}
      <div>
        <dt>{text('payment.void.all')}</dt>
        <dd className="money-back__sums">
          {totals.map((total) => (
            <Money key={total.currency} {...total} strong />
          ))}
        </dd>
      </div>
    </dl>
  );
}

interface AmountFieldProps {
  readonly line: Line;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
}

function AmountField({ line: { cardName, kept }, value, onChange, error }: AmountFieldProps) {
  const text = useText();
  const name = useName();
  const unit = unitOf(kept?.currency ?? '', text);
  const most = `${text('payment.kept')}: ${moneyText(kept?.amount ?? '', kept?.currency ?? '', text)}`;
  return (
    <Field
      label={text('payment.refund.amount', {
        name: name(cardName ?? undefined) ?? text('catalogue.unnamedCard'),
        unit,
      })}
      hint={most}
      value={value}
      onChange={onChange}
      ltr
      maxLength={20}
      // An error takes the place of the hint, and says no more than the shop has.
      error={error === undefined ? undefined : `${error} ${most}`}
    />
  );
}

function hasMoney({ kept }: Line): boolean {
  return kept !== null && /[1-9]/.test(kept.amount);
}

/** All of what was not bought; else all of the only order, since that is what most customers want back. */
function firstAmounts(lines: readonly Line[]): Readonly<Record<string, string>> {
  const owed = lines.filter(({ isOwed }) => isOwed);
  const chosen = owed.length > 0 ? owed : lines.length === 1 ? lines : [];
  return Object.fromEntries(chosen.map(({ operationId, kept }) => [operationId, kept?.amount ?? '']));
}

function firstReason(what: MoneyBackKind, lines: readonly Line[]): MoneyBackReason {
  if (what === 'void') return 'customer_left';
  return lines.some(({ isOwed }) => isOwed) ? 'not_bought' : 'code_failed';
}
