import { finalStates } from '../../../src-shared/contract/codes.ts';
import { noteMaximum, openComplaintStates } from '../../../src-shared/contract/complaint-words.ts';
import type { ComplaintView } from '../../../src-shared/contract/complaints.ts';
import type { Text } from '../../base/i18n/use-text.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';

/** Whether nobody has anything to do about it any more. */
export function isOver({ state }: Pick<ComplaintView, 'state'>): boolean {
  return !openComplaintStates.includes(state);
}

/** Whether the order that makes the card good has no result yet. */
export function isReplacementPending({ replacement }: Pick<ComplaintView, 'replacement'>): boolean {
  return replacement !== null && !finalStates.includes(replacement.state);
}

/** What to do next, for who is there. */
export function nextOf(complaint: ComplaintView, isManager: boolean, text: Text): string {
  if (isReplacementPending(complaint)) return text('complaint.next.pending');
  switch (complaint.state) {
    case 'open':
      return text('complaint.next.open');
    case 'sent':
      return text(isManager ? 'complaint.next.sent' : 'complaint.next.manager');
    case 'replaced':
      return text(complaint.isSent ? 'complaint.next.done' : 'complaint.next.replaced');
    case 'rejected':
    case 'closed':
      return text('complaint.next.done');
  }
}

/** What is wrong with a note, at its field; undefined where it is something else. */
export function noteErrorOf(failure: ShownFailure | null, text: Text): string | undefined {
  if (failure?.code === 'note_holds_code')
    return `${text('failure.note_holds_code.says')} ${text('failure.note_holds_code.next')}`;
  if (failure?.code !== 'input_invalid' || failure.field !== 'note') return undefined;
  return text('complaint.note.wrong', { maximum: noteMaximum });
}
