import { FieldError } from 'react-aria-components/FieldError';
import './field.css';

/**
 * What is wrong with a field, below it. It is heard also where the keyboard is in the field already: then nothing else
 * would say that a press was refused.
 */
export function FieldFault({ fault }: { fault: string | undefined }) {
  return (
    <div className="field__said" aria-live="polite">
      <FieldError className="field__error">{fault}</FieldError>
    </div>
  );
}
