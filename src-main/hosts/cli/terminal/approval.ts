import type { Failure } from '../../../../src-shared/contract/codes.ts';
import type { StaffId } from '../../../core/ids.ts';
import { err, ok, type Result } from '../../../core/result.ts';
import { actingAs, approvalFault } from '../../../staff/acting.ts';
import { approvalCheckAtShell, type ApprovalCheck } from '../../../staff/approval-check.ts';
import { invalid } from './arguments.ts';
import type { CliContext } from './context.ts';
import { secretFrom } from './secret.ts';

/** What every command takes that a cashier may need a manager's word for. */
export const approvalOptions = ['approved-by', 'approved-pin-file'] as const;

/**
 * What stands before a cashier's command, open for the manager that `--approved-by` names once their PIN was right;
 * null for a person who needs no approval. Errors: `approval_required`, `person_unknown`, `role_required`,
 * those of a PIN.
 */
export async function approvalCheckFor(
  approval: 'always' | 'asFound' | undefined,
  person: StaffId | null,
  context: CliContext,
): Promise<Result<ApprovalCheck | null, Failure>> {
  const name = context.args.text('approved-by');
  if (approval === undefined) return ok(null);
  if (person === null) return name === null ? ok(null) : err({ code: 'person_unknown', field: 'approved-by' });
  const counter = await context.counter();
  if (!counter.ok) return counter;
  const { staff } = counter.value;
  if (staff.find(person)?.role !== 'cashier') return name === null ? ok(null) : invalid('approved-by');
  const manager = name === null ? null : staff.named(name);
  if (name !== null && manager === null) return err({ code: 'person_unknown', field: 'approved-by' });
  if (manager !== null) {
    const pin = await secretFrom(context, 'approved-pin-file', context.text('cli.pin', { name: manager.name }));
    if (!pin.ok) return pin;
    const approved = await actingAs(person, () => staff.approve(manager.id, pin.value));
    if (!approved.ok) return err({ ...approved.error, field: fieldOf(approved.error) });
  }
  const check = approvalCheckAtShell(manager?.id ?? null);
  const fault = approval === 'always' ? actingAs(person, () => approvalFault([{ kind: 'decision' }]), check) : null;
  return fault === null ? ok(check) : err({ ...fault, field: 'approved-by' });
}

function fieldOf({ code }: Failure): string {
  return code.startsWith('pin_') ? 'approved-pin-file' : 'approved-by';
}
