import { focusArea } from '../../base/focus/focus-area.ts';

/** Where the order was opened from: its row in the list, or the whole area where the list no longer has it. */
export function focusOrder(operationId: string): void {
  const row = document.querySelector<HTMLElement>(`.order-list__item[data-key="${CSS.escape(operationId)}"]`);
  if (row === null) focusArea();
  else row.focus();
}
