import { useEffect, useRef, type RefObject } from 'react';
import type { Failure } from '../../../src-shared/contract/codes.ts';

/** Goes to the first field of a form that main refused, wherever the form was scrolled to. */
export function useFocusOnWrong(failure: Failure | null): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failure === null) return;
    const input = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (input !== null && input !== undefined) input.focus();
    else form.current?.querySelector('.field__error')?.scrollIntoView({ block: 'center' });
  }, [failure]);
  return form;
}
