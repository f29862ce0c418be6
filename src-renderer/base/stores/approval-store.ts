import { create } from 'zustand';
import type { ApprovalKind } from '../../../src-shared/contract/approval-kinds.ts';
import type { Approval } from '../../../src-shared/contract/approvals.ts';
import type { Failure, FailureCode } from '../../../src-shared/contract/codes.ts';
import type { CallResult } from '../../../src-shared/contract/schemas.ts';
import { useStaff } from './staff-store.ts';

/** A call that waits for a manager's PIN. */
interface Question {
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
export async function withApproval<T>(make: (given: Given) => Promise<CallResult<T>>): Promise<CallResult<T>> {
  const first = await make({});
  if (first.ok || first.error.approval?.id === undefined) return first;
  return asked(first, first.error.approval.id, make);
}

/** Part of the input of a call that may need a manager's word. */
type Given = { readonly approval?: Approval };

type Refused = Extract<CallResult<never>, { readonly ok: false }>;

function asked<T>(refused: Refused, id: string, make: (given: Given) => Promise<CallResult<T>>) {
  // One question at a time: what was asked before is over.
  useApproval.getState().question?.leave();
  return new Promise<CallResult<T>>((resolve) => {
    const end = (result: CallResult<T>): void => {
      useApproval.setState({ question: null });
      resolve(result);
    };
    const answer = async (by: string, pin: string): Promise<Failure | null> => {
      const result = await make({ approval: { id, by, pin } });
      if (result.ok) {
        end(result);
        return null;
      }
      const again = result.error.approval?.id;
      if (again !== undefined) {
        // It needs a word for more by now.
        end(await asked({ ok: false, error: result.error }, again, make));
        return null;
      }
      if (!aboutPin.includes(result.error.code)) {
        end(result);
        return null;
      }
      await useStaff.getState().load();
      return result.error;
    };
    useApproval.setState({
      question: { kinds: refused.error.approval?.kinds ?? [], answer, leave: () => end(refused) },
    });
  });
}
