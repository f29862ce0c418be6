import { useId, useState } from 'react';
import type { DecisionChoice } from '../../../src-shared/contract/codes.ts';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import { useFormats } from '../../base/i18n/use-formats.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useDayTime } from '../../base/i18n/use-time.ts';
import { useMay } from '../../base/stores/staff-store.ts';
import { CopyForStaff } from '../../entities/orders/copy-for-staff.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Ltr } from '../../ui/ltr.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import './decision-panel.css';
import { codeToName, knownOf, numbersToName, wordsOfChoice } from './decision-words.ts';

interface DecisionPanelProps {
  readonly order: OrderView;
  readonly attention: NonNullable<OrderView['attention']>;
}

/** An order that needs a person: what is known, whom to ask, and what can be decided at what risk. */
export function DecisionPanel({ order, attention }: DecisionPanelProps) {
  const text = useText();
  const formats = useFormats();
  const dayTime = useDayTime();
  const [asked, setAsked] = useState<DecisionChoice | null>(null);
  const known = knownOf(order, attention, text, { list: (items) => formats.list(items), time: dayTime });
  return (
    <section className="decision">
      <h3>{text('decision.known')}</h3>
      <ul className="decision__known">
        {known.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Callout tone="plain" title={text('decision.ask.title')}>
        <p>{text('decision.ask.says')}</p>
        <dl className="decision__numbers">
          <Numbers name={text('order.number')} numbers={[order.operationId]} />
          <Numbers name={text('app.requestId')} numbers={numbersToName(order)} />
          <Numbers name={text('decision.serviceCode')} numbers={codeToName(order)} />
        </dl>
        <CopyForStaff operationId={order.operationId} />
      </Callout>
      <h3>{text('decision.choose')}</h3>
      <ul className="decision__choices">
        {attention.choices.map((choice) => (
          <li key={choice}>
            <Choice choice={choice} order={order} onChoose={() => setAsked(choice)} />
          </li>
        ))}
      </ul>
      {asked === null ? null : <DecisionDialog order={order} choice={asked} onBack={() => setAsked(null)} />}
    </section>
  );
}

function Numbers({ name, numbers }: { name: string; numbers: readonly string[] }) {
  if (numbers.length === 0) return null;
  return (
    <div>
      <dt>{name}</dt>
      {numbers.map((number) => (
        <dd key={number}>
          <Ltr select>{number}</Ltr>
        </dd>
      ))}
    </div>
  );
}

function Choice({ choice, order, onChoose }: { choice: DecisionChoice; order: OrderView; onChoose: () => void }) {
  const text = useText();
  const mayDecide = useMay('orders', 'decide');
  const reason = useId();
  const { says, risk } = wordsOfChoice(choice, order);
  return (
    <div className="decision__choice">
      <h4>{text(`decision.${choice}.name`)}</h4>
      <p>{text(says)}</p>
      <p className="decision__risk">
        <Icon name="alert" size={18} />
        <span>
          <strong>{text('decision.risk')}</strong> {text(risk)}
        </span>
      </p>
      <div>
        <Button isDisabled={!mayDecide} {...(mayDecide ? {} : { 'aria-describedby': reason })} onPress={onChoose}>
          {text(`decision.${choice}.do`)}
        </Button>
      </div>
      {mayDecide ? null : <p id={reason}>{text('people.managerDecides')}</p>}
    </div>
  );
}
