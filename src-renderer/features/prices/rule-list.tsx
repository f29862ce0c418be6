import { useState } from 'react';
import type { PriceListView } from '../../../src-shared/contract/prices.ts';
import { focusArea } from '../../base/focus/focus-area.ts';
import { useFocusWhenLost } from '../../base/focus/use-focus-when-lost.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useMay } from '../../base/stores/staff-store.ts';
import { useStep } from '../../base/use-step.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { usePrices } from './prices-store.ts';
import { RuleForm } from './rule-form.tsx';
import { missingWords, ruleWords } from './rule-words.ts';
import { useTargetName } from './target-name.ts';

type Rule = PriceListView['rules'][number];

/** The rules in force, each with its change. */
export function RuleList({ rules }: { rules: readonly Rule[] }) {
  const text = useText();
  const mayChange = useMay('prices', 'setRule');
  const [open, setOpen] = useState<string | null>(null);
  const [removing, setRemoving] = useState<Rule | null>(null);
  const close = (): void => setOpen(null);
  // A form that closes is longer than the rule it leaves: the page would stand at what comes below.
  const section = useFocusWhenLost<HTMLElement>(open);
  return (
    <section className="panel" aria-labelledby="prices-rules" tabIndex={-1} ref={section}>
      <h2 id="prices-rules">{text('prices.rules')}</h2>
      {rules.length === 0 ? <p>{text('prices.rules.none')}</p> : null}
      <ul className="prices__list">
        {rules.map((rule) => (
          <li key={rule.id}>
            {open === rule.id ? (
              <RuleForm rule={rule} onDone={close} />
            ) : (
              <RuleRow
                rule={rule}
                mayChange={mayChange}
                onChange={() => setOpen(rule.id)}
                onRemove={() => setRemoving(rule)}
              />
            )}
          </li>
        ))}
      </ul>
      {!mayChange ? null : open === 'new' ? (
        <RuleForm rule={null} onDone={close} />
      ) : (
        <div>
          <Button tone={open === null ? 'primary' : 'plain'} icon="plus" onPress={() => setOpen('new')}>
            {text('prices.rule.add')}
          </Button>
        </div>
      )}
      {removing === null ? null : <RemoveRule rule={removing} onBack={() => setRemoving(null)} />}
    </section>
  );
}

interface RuleRowProps {
  readonly rule: Rule;
  readonly mayChange: boolean;
  readonly onChange: () => void;
  readonly onRemove: () => void;
}

function RuleRow({ rule, mayChange, onChange, onRemove }: RuleRowProps) {
  const text = useText();
  const target = useTargetName()(rule.target);
  return (
    <div className="prices__row">
      <div className="prices__words">
        <p className="prices__target">
          <bdi>{target}</bdi>
        </p>
        <p>{ruleWords(rule, text)}</p>
        {rule.missing === undefined ? null : <Badge tone="wait">{missingWords(rule.missing, text)}</Badge>}
      </div>
      {mayChange ? (
        <>
          <Button aria-label={text('prices.rule.change.one', { target })} onPress={onChange}>
            {text('prices.rule.change')}
          </Button>
          <Button tone="danger" aria-label={text('prices.rule.remove.one', { target })} onPress={onRemove}>
            {text('prices.rule.remove')}
          </Button>
        </>
      ) : null}
    </div>
  );
}

function RemoveRule({ rule, onBack }: { rule: Rule; onBack: () => void }) {
  const text = useText();
  const target = useTargetName()(rule.target);
  const { busy, failure, go } = useStep(async () => {
    const refused = await usePrices.getState().change((prices) => prices.removeRule({ id: rule.id }));
    if (refused === null) {
      onBack();
      focusArea();
    }
    return refused;
  });
  return (
    <ConfirmDialog
      title={text('prices.rule.remove.title', { target })}
      confirm={text('prices.rule.remove')}
      back={text('prices.back')}
      isPending={busy}
      onConfirm={() => void go()}
      onBack={onBack}
    >
      <p>{text('prices.rule.remove.says')}</p>
      {failure === null ? null : <FailureNote failure={failure} />}
    </ConfirmDialog>
  );
}
