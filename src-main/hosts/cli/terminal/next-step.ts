import type { Failure, FailureCode } from '../../../../src-shared/contract/codes.ts';
import { hasDetail } from '../../../../src-shared/contract/details.ts';
import type { MainKey } from '../../../../src-shared/words/main-messages.ts';
import { writeTroubleOf, type WriteTrouble } from '../../../sqlite/fault.ts';

/** What a person at a shell can do next, where the code and the field do not say it. */
const steps: Partial<Readonly<Record<FailureCode, MainKey>>> = {
  deployment_required: 'cli.next.deployment',
  passphrase_required: 'cli.next.passphrase',
  passphrase_wrong: 'cli.next.passphraseWrong',
  not_enrolled: 'cli.next.enrol',
  invitation_invalid: 'cli.next.invitation',
  enrolment_refused: 'cli.next.invitationOver',
  key_duplicate: 'cli.next.invitationUsed',
  person_required: 'cli.next.person',
  person_unknown: 'cli.next.personUnknown',
  approval_required: 'cli.next.approval',
  journal_in_use: 'cli.next.inUse',
  records_not_reconciled: 'cli.next.reconcile',
  command_stopped: 'cli.next.again',
};

const writeSteps: Readonly<Record<WriteTrouble, MainKey>> = {
  disk_full: 'cli.next.noRoom',
  file_too_large: 'cli.next.noRoom',
  not_permitted: 'cli.next.notPermitted',
  device: 'cli.next.notWritable',
  other: 'cli.next.notWritable',
};

/** The sentence for a failure; null where none is needed. */
export function nextStepFor(failure: Failure): MainKey | null {
  const { code, field } = failure;
  if (code === 'journal_not_writable') return writeStep(failure);
  if (hasDetail(failure, 'vault_unavailable', 'staff_unreadable')) return 'cli.next.peopleUnreadable';
  // Where the answer was lost the key is most likely this counter's own, and another sentence says so.
  if (hasDetail(failure, 'key_duplicate', 'answer_lost') || hasDetail(failure, 'invitation_invalid', 'answer_lost'))
    return null;
  if (code === 'passphrase_wrong' && field === 'phrase-file') return 'cli.next.phraseWrong';
  return steps[code] ?? null;
}

function writeStep(failure: Failure): MainKey | null {
  if (hasDetail(failure, 'journal_not_writable', 'too_many_under_way')) return null;
  if (hasDetail(failure, 'journal_not_writable', 'no_space')) return 'cli.next.noRoom';
  return writeSteps[writeTroubleOf(failure.detail ?? '')];
}
