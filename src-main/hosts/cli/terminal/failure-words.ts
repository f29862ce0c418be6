import type { Failure, FailureCode } from '../../../../src-shared/contract/codes.ts';
import { hasDetail } from '../../../../src-shared/contract/details.ts';
import type { MainKey } from '../../../../src-shared/words/main-messages.ts';
import { writeTroubleOf, type WriteTrouble } from '../../../sqlite/fault.ts';

/** What a person at a shell does next, where one at the screens does something else. Null where it was said before. */
const steps: Partial<Readonly<Record<FailureCode, MainKey | null>>> = {
  // The usage of the command follows.
  input_invalid: null,
  not_allowed: null,
  deployment_required: 'cli.next.deployment',
  passphrase_required: 'cli.next.passphrase',
  passphrase_wrong: 'cli.next.passphraseWrong',
  not_enrolled: 'cli.next.enrol',
  invitation_invalid: 'cli.next.invitation',
  enrolment_refused: 'cli.next.invitationOver',
  key_duplicate: 'cli.next.invitationUsed',
  service_keys_unconfirmed: 'cli.next.serviceKeys',
  operation_id_in_use: 'cli.next.operationId',
  operation_not_final: 'cli.next.resume',
  not_cancellable: 'cli.next.resume',
  not_settled: 'cli.next.resume',
  replacement_pending: 'cli.next.resume',
  same_sale_pending: 'cli.next.pending',
  needs_attention: 'cli.next.decide',
  card_unknown: 'cli.next.cards',
  allowed_debt_consent_required: 'cli.next.debt',
  codes_not_shown: 'cli.next.reveal',
  codes_saved_before: 'cli.next.savedBefore',
  invoice_reveal_limit_exceeded: 'cli.next.oneByOne',
  role_required: 'cli.next.role',
  person_required: 'cli.next.person',
  person_unknown: 'cli.next.personUnknown',
  approval_required: 'cli.next.approval',
  approval_void: 'cli.next.approval',
  limit_exceeded: 'cli.next.approval',
  complaint_exists: 'cli.next.complaint',
  card_replaced: 'cli.next.complaint',
  replacement_may_exist: 'cli.next.boughtCards',
  money_back_may_exist: 'cli.next.paper',
  payments_not_noted: 'cli.next.noting',
  vault_unavailable: 'cli.next.keyFiles',
  vault_missing: null,
  vault_damaged: null,
  journal_corrupt: null,
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

/** The sentences for a failure: what happened, then what to do, where that was not said before. */
export function failureWords(failure: Failure): readonly MainKey[] {
  if (hasDetail(failure, 'vault_unavailable', 'staff_unreadable')) return ['cli.next.peopleUnreadable'];
  const next = nextStepFor(failure);
  return [whatHappened(failure), ...(next === null ? [] : [next])];
}

function whatHappened(failure: Failure): MainKey {
  if (isOfBackup(failure)) return 'cli.says.backup';
  return failure.code === 'vault_unavailable' ? 'cli.says.closed' : `failure.${failure.code}.says`;
}

function nextStepFor(failure: Failure): MainKey | null {
  const { code, field } = failure;
  if (isOfBackup(failure)) return 'cli.next.backup';
  if (code === 'journal_not_writable') return writeStep(failure);
  if (hasDetail(failure, 'vault_unavailable', 'sealer_changed')) return 'cli.next.anotherSealer';
  if (saidOfEnrolment.includes(failure.detail)) return null;
  if (code === 'passphrase_wrong' && field === 'phrase-file') return 'cli.next.phraseWrong';
  const step = steps[code];
  return step === undefined ? `failure.${code}.next` : step;
}

/** What an enrolment waits for was said with what to do: a key that seems another's is most likely this counter's. */
const saidOfEnrolment: readonly (string | undefined)[] = ['answer_lost', 'proofForm', 'restart', 'activation'];

/** Where a file is named it is a backup, and the journal is whole. */
function isOfBackup({ code, field }: Failure): boolean {
  return field === 'file' && (code === 'journal_corrupt' || code === 'journal_newer');
}

function writeStep(failure: Failure): MainKey | null {
  if (hasDetail(failure, 'journal_not_writable', 'too_many_under_way')) return null;
  if (hasDetail(failure, 'journal_not_writable', 'no_space')) return 'cli.next.noRoom';
  return writeSteps[writeTroubleOf(failure.detail ?? '')];
}
