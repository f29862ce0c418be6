/** A field as it was before a scanner typed into it. */
export interface TypedField {
  readonly restore: () => void;
}

const textTypes: readonly string[] = ['text', 'search', 'tel', 'url', 'password'];

/** Null where keys type nothing, such as on a button. */
export function fieldWithFocus(): TypedField | null {
  const field = document.activeElement;
  const isText =
    field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && textTypes.includes(field.type));
  if (!isText) return null;
  const { value, selectionStart, selectionEnd } = field;
  return {
    restore: () => {
      if (!field.isConnected || field.value === value) return;
      // The prototype's own setter: React keeps track of what is set on the element itself and would not hear of it.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.setSelectionRange(selectionStart, selectionEnd);
    },
  };
}
