import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
import { paymentMeans, type PaymentMeans, type TotalledMeans } from '../../../src-shared/contract/payment-words.ts';
import { useText } from '../../base/i18n/use-text.ts';
import '../../ui/pill.css';
import './payments.css';

interface MeansChoiceProps {
  readonly label: string;
  readonly means: TotalledMeans;
  readonly onChange: (means: PaymentMeans) => void;
  readonly isDisabled?: boolean;
  /** A key that chooses the next one. */
  readonly shortcut?: string;
}

/** Cash, card or other, at one touch. */
export function MeansChoice({ label, means, onChange, isDisabled = false, shortcut }: MeansChoiceProps) {
  const text = useText();
  return (
    <div className="means-choice">
      <span className="means-choice__label" aria-hidden="true">
        {label}
      </span>
      <ToggleButtonGroup
        className="means-choice__pills"
        aria-label={label}
        isDisabled={isDisabled}
        disallowEmptySelection
        selectedKeys={means === 'notNoted' ? [] : [means]}
        onSelectionChange={(keys) => {
          const chosen = paymentMeans.find((each) => keys.has(each));
          if (chosen !== undefined) onChange(chosen);
        }}
      >
        {paymentMeans.map((each) => (
          <ToggleButton
            key={each}
            className="pill"
            id={each}
            {...(shortcut === undefined ? {} : { 'aria-keyshortcuts': shortcut })}
          >
            {text(`payment.means.${each}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </div>
  );
}
