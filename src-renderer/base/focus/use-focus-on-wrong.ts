import { useEffect, useRef, type RefObject } from 'react';
import type { Failure } from '../../../src-shared/contract/codes.ts';

/** Goes to the first wrong field of a form after each press that was refused, wherever the form was scrolled to. */
export function useFocusOnWrong<T extends HTMLElement = HTMLFormElement>(failure: Failure | null): RefObject<T | null> {
  const form = useRef<T>(null);
  useEffect(() => {
    if (failure === null) return;
    const input = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (input !== null && input !== undefined) input.focus();
    else form.current?.querySelector('.field__error')?.scrollIntoView({ block: 'center' });
  }, [failure]);
  return form;
}
