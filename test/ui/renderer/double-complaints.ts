import { noteFault, noteOf } from '../../../src-main/complaints/machine/note.ts';
import { openComplaintStates } from '../../../src-shared/contract/complaint-words.ts';
import type { ComplaintView } from '../../../src-shared/contract/complaints.ts';
import type { CallHandlers, CallResult } from '../../../src-shared/contract/schemas.ts';
import { no, ok, soon } from './double-answers.ts';
import * as data from './double-data.ts';
import type { World } from './double-world.ts';

type Step = ComplaintView['steps'][number];

/** Judges notes as main does, and remembers. */
export function complaintCalls(world: World): CallHandlers['complaints'] {
  const kept = (): ComplaintView[] => world.complaints;
  const step = (kind: Step['kind'], note: string | undefined): Step => ({
    kind,
    at: data.ago(0),
    ...(world.staff.me === null ? {} : { by: world.staff.me }),
    ...(noteOf(note) === null ? {} : { note: noteOf(note) ?? '' }),
  });
  const voucher = world.options.voucher ?? 'AB12 CD34 EF56 GH78';
  const faultIn = (note: string | undefined) =>
    noteFault(noteOf(note), { codes: [{ soldCardId: '', serialNumber: null, voucher }], isWhole: true });
  const changed = (
    { id, revision, note }: { readonly id: string; readonly revision: number; readonly note?: string | undefined },
    kind: Step['kind'],
    part: Partial<ComplaintView>,
  ): Promise<CallResult<ComplaintView>> => {
    const before = kept().find((each) => each.id === id);
    const fault = faultIn(note);
    if (before === undefined) return soon(no('input_invalid', { field: 'complaint' }));
    if (fault !== null) return soon<ComplaintView>({ ok: false, error: fault });
    if (before.revision !== revision) return soon(no('complaint_changed'));
    const after = { ...before, ...part, revision: revision + 1, steps: [...before.steps, step(kind, note)] };
    world.complaints = kept().map((each) => (each.id === id ? after : each));
    return soon(ok(after));
  };
  return {
    list: ({ show, operationId }) =>
      soon(
        ok({
          items: kept().filter(
            (each) =>
              (show === 'all' || openComplaintStates.includes(each.state)) &&
              (operationId === undefined || each.operationId === operationId),
          ),
          hasMore: false,
        }),
      ),
    open: ({ operationId, soldCardId, reason, note }) => {
      const fault = faultIn(note);
      if (fault !== null) return soon<ComplaintView>({ ok: false, error: fault });
      const opened: ComplaintView = {
        id: data.id(12, kept().length + 1),
        revision: 1,
        state: 'open',
        operationId,
        soldCardId,
        cardName: world.orders.get(operationId)?.cardName ?? null,
        reason,
        openedAt: data.ago(0),
        isSent: false,
        replacement: null,
        steps: [step('opened', note)],
      };
      world.complaints = [opened, ...kept()];
      return soon(ok(opened));
    },
    copy: () => soon(ok({ copied: true as const })),
    save: () => soon(ok({ saved: 'here' as const, file: null })),
    send: (seen) => changed(seen, 'sent', { state: 'sent', isSent: true }),
    reject: (seen) => changed(seen, 'rejected', { state: 'rejected' }),
    close: (seen) => changed(seen, 'closed', { state: 'closed' }),
    replace: (asked) => {
      const complaint = kept().find(({ id }) => id === asked.id);
      const sold = world.orders.get(complaint?.operationId ?? '');
      if (complaint === undefined || sold === undefined) return soon(no('input_invalid', { field: 'complaint' }));
      world.placed += 1;
      const { price, total } = sold.charge;
      const replacement = data.order(100 + world.placed, {
        state: 'completed',
        quantity: 1,
        codesState: 'sealed',
        codes: [{ soldCardId: data.id(9, 900 + world.placed) }],
        walletId: sold.walletId,
        cardId: sold.cardId,
        ...(sold.cardName === undefined ? {} : { cardName: sold.cardName }),
        charge: { price: { ...price, amount: '0.000' }, total: { ...total, amount: '0.000' }, source: 'makesGood' },
        intendedAt: data.ago(0),
        makesGoodFor: { operationId: sold.operationId, soldCardId: complaint.soldCardId },
      });
      world.control.add(replacement);
      const { operationId, state } = replacement;
      return changed(asked, 'replacementBegun', { state: 'replaced', replacement: { operationId, state } });
    },
  };
}
