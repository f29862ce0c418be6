import { create } from 'zustand';
import type { ApprovalKind } from '../../../src-shared/contract/approval-kinds.ts';
import type { Approval } from '../../../src-shared/contract/approvals.ts';
import type { ChargedMoney } from '../../../src-shared/contract/charges.ts';
import type { Failure, FailureCode } from '../../../src-shared/contract/codes.ts';
import type { CallResult, LocalizedText } from '../../../src-shared/contract/schemas.ts';
import { useStaff } from './staff-store.ts';

/** What a manager looks at before the PIN: the sale as the cashier sees it. */
export interface Subject {
  readonly cardName: LocalizedText | undefined;
  readonly quantity: number;
  readonly total: ChargedMoney;
}

/** The same for several cards that are sold at once. */
export interface Subjects {
  readonly lines: readonly Subject[];
  readonly totals: readonly ChargedMoney[];
}

/** A call that waits for a manager's PIN. */
interface Question {
  /** What it is about, where cards are sold or one was. */
  readonly subject: Subject | Subjects | null;
  readonly kinds: readonly ApprovalKind[];
  /** Makes the call again with the word of this manager; null where that ended the question. */
  readonly answer: (by: string, pin: string) => Promise<Failure | null>;
  /** Leaves everything as it was before the call. */
  readonly leave: () => void;
}

/** What main asks a manager about now. No PIN is ever kept here. */
export const useApproval = create<{ readonly question: Question | null }>()(() => ({ question: null }));

/** What is said in the question itself, where the next PIN may be right. */
const aboutPin: readonly FailureCode[] = ['pin_wrong', 'pin_invalid', 'pin_locked', 'role_required', 'person_unknown'];

/**
 * Makes a call; where main wants a manager's word for it, asks for a PIN and makes the same call with it. A question
 * that was left gives the refusal, which has an `approval` then and in no other case.
 */
export async function withApproval<T>(
  make: (given: Given) => Promise<CallResult<T>>,
  subject: Question['subject'] = null,
): Promise<CallResult<T>> {
  const first = await make({});
  if (first.ok || first.error.approval?.id === undefined) return first;
  return asked(first, { id: first.error.approval.id, subject }, make);
}

/** Part of the input of a call that may need a manager's word. */
type Given = { readonly approval?: Approval };

type Refused = Extract<CallResult<never>, { readonly ok: false }>;

function asked<T>(
  refused: Refused,
  { id, subject }: { readonly id: string } & Pick<Question, 'subject'>,
  make: (given: Given) => Promise<CallResult<T>>,
): Promise<CallResult<T>> {
  // One question at a time: what was asked before is over.
  useApproval.getState().question?.leave();
  return new Promise<CallResult<T>>((resolve) => {
    const now = { isOver: false, isAnswering: false };
    const wasLeft = (): boolean => now.isOver;
    const close = (): void => {
      now.isOver = true;
      // Another call may ask by now.
      if (useApproval.getState().question === question) useApproval.setState({ question: null });
    };
    const end = (result: CallResult<T>): void => {
      close();
      resolve(result);
    };
    const answer = async (by: string, pin: string): Promise<Failure | null> => {
      if (now.isOver || now.isAnswering) return null;
      now.isAnswering = true;
      const result = await make({ approval: { id, by, pin } });
      now.isAnswering = false;
      if (result.ok || wasLeft()) {
        // Who left meanwhile asked for nothing more; what had gone through by then did.
        end(result.ok ? result : refused);
        return null;
      }
      const again = result.error.approval?.id;
      if (again !== undefined) {
        // It needs a word for more by now.
        close();
        resolve(await asked({ ok: false, error: result.error }, { id: again, subject }, make));
        return null;
      }
      if (!aboutPin.includes(result.error.code)) {
        end(result);
        return null;
      }
      await useStaff.getState().load();
      return result.error;
    };
    const leave = (): void => {
      if (now.isAnswering) close();
      else end(refused);
    };
    const question: Question = { subject, kinds: refused.error.approval?.kinds ?? [], answer, leave };
    useApproval.setState({ question });
  });
}
