import { describe, expect, it } from 'vitest';
import { mayAskAgain } from '../../../../../src-main/enrolment/machine/refusal-table.ts';

describe('the same request may be sent again', () => {
  it.each(['answer_unverified', 'unknown_refusal', 'rate_limited', 'internal_error', 'insufficient_scope'] as const)(
    'after %s',
    (code) => {
      expect(mayAskAgain({ code })).toBe(true);
    },
  );

  it.each(['invitation_invalid', 'key_proof_invalid', 'seal_failed', 'answer_unreadable'] as const)(
    'but not after %s',
    (code) => {
      expect(mayAskAgain({ code })).toBe(false);
    },
  );
});
