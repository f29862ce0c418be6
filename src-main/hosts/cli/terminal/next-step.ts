import type { Failure, FailureCode } from '../../../../src-shared/contract/codes.ts';
import type { MainKey } from '../../../../src-shared/words/main-messages.ts';

/** What a person at a shell can do next, where the code and the field do not say it. */
const steps: Partial<Readonly<Record<FailureCode, MainKey>>> = {
  deployment_required: 'cli.next.deployment',
  passphrase_required: 'cli.next.passphrase',
  passphrase_wrong: 'cli.next.passphraseWrong',
  not_enrolled: 'cli.next.enrol',
  person_required: 'cli.next.person',
  person_unknown: 'cli.next.personUnknown',
  approval_required: 'cli.next.approval',
  journal_in_use: 'cli.next.inUse',
  records_not_reconciled: 'cli.next.reconcile',
  command_stopped: 'cli.next.again',
};

/** The sentence for a failure; null where none is needed. */
export function nextStepFor({ code, field }: Failure): MainKey | null {
  if (code === 'passphrase_wrong' && field === 'phrase-file') return 'cli.next.phraseWrong';
  return steps[code] ?? null;
}
