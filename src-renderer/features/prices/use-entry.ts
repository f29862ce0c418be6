import type { SyntheticEvent } from 'react';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { useFocusOnWrong } from '../../base/focus/use-focus-on-wrong.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useStep } from '../../base/use-step.ts';
import { wrongField } from './wrong-field.ts';

/** A form whose fields main checks: the wrong one is said and has the keyboard, and what was typed stays. */
export function useEntry(take: () => Promise<Failure | null>) {
  const text = useText();
  const { busy, failure, go } = useStep(take);
  const ref = useFocusOnWrong(failure);
  const onSubmit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!busy) void go();
  };
  return {
    busy,
    form: { ref, onSubmit },
    /** Why nothing was taken, where that is no field's fault. */
    refusal: failure?.code === 'input_invalid' ? null : failure,
    errorAt: (...fields: readonly string[]): string | undefined => wrongField(failure, fields, text),
  };
}
