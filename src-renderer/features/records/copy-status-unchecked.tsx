import { useState } from 'react';
import { hasDetail } from '../../../src-shared/contract/details.ts';
import type { StartView } from '../../../src-shared/contract/schemas.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { meIn, useStaff } from '../../base/stores/staff-store.ts';
import { useCopyStatusCheck } from '../../entities/records/copy-status-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Ltr } from '../../ui/ltr.tsx';

type Unchecked = NonNullable<StartView['unchecked']>;

/** What the last check could not read, how it goes on, and the way to accept the rest. */
export function CopyStatusUnchecked({ unchecked }: { unchecked: Unchecked }) {
  const text = useText();
  const [asks, setAsks] = useState(false);
  return (
    <div className="copy-status__cards">
      <h3>{text('copyStatus.unchecked')}</h3>
      <UncheckedList items={unchecked.items} />
      <p>{text('copyStatus.unchecked.again')}</p>
      {unchecked.acceptable ? (
        <div>
          <Button onPress={() => setAsks(true)}>{text('copyStatus.accept.open')}</Button>
        </div>
      ) : null}
      {asks ? <AcceptDialog items={unchecked.items} onBack={() => setAsks(false)} /> : null}
    </div>
  );
}

function UncheckedList({ items }: { items: Unchecked['items'] }) {
  const text = useText();
  return (
    <ul>
      {items.map(({ walletId, ...failure }) => (
        <li key={walletId ?? ''}>
          {walletId === undefined ? <strong>{text('copyStatus.unchecked.wallets')}</strong> : null}
          {walletId === undefined ? null : <Ltr select>{walletId}</Ltr>}{' '}
          {text(
            hasDetail(failure, 'answer_unreadable', 'too_many_pages')
              ? 'copyStatus.unchecked.tooMany'
              : `failure.${failure.code}.says`,
          )}
        </li>
      ))}
    </ul>
  );
}

/** The risk, and who takes it: the person at the counter, or a name where the shop has no people. */
function AcceptDialog({ items, onBack }: { items: Unchecked['items']; onBack: () => void }) {
  const text = useText();
  const me = useStaff(meIn);
  const [typed, setName] = useState('');
  const name = me?.name ?? typed;
  const [isMissing, setMissing] = useState(false);
  const checking = useCopyStatusCheck((check) => check.checking);
  const accept = async (): Promise<void> => {
    setMissing(name.trim() === '');
    if (name.trim() === '') return;
    await useCopyStatusCheck.getState().check(name.trim());
    onBack();
  };
  return (
    <ConfirmDialog
      title={text('copyStatus.accept.ask')}
      confirm={text('copyStatus.accept.confirm')}
      back={text('copyStatus.accept.back')}
      isPending={checking}
      onConfirm={() => void accept()}
      onBack={onBack}
    >
      <UncheckedList items={items} />
      <Callout tone="wait" icon="alert">
        <p>{text('copyStatus.unchecked.risk')}</p>
      </Callout>
      {me === null ? (
        <Field
          label={text('copyStatus.accept.name')}
          hint={text('copyStatus.accept.nameHint')}
          value={typed}
          onChange={setName}
          maxLength={80}
          error={isMissing && name.trim() === '' ? text('copyStatus.accept.nameMissing') : undefined}
        />
      ) : null}
    </ConfirmDialog>
  );
}
