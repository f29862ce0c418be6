import { describe, expect, it } from 'vitest';
import type { StepReport } from '../../../../../src-main/enrolment/machine/decide.ts';
import { refusalCodes, type RefusalCode } from '../../../../../src-shared/contract/codes.ts';
import { decided, enrolmentIn, keyAnswered, proofAnswered } from '../samples.ts';

/**
 * What each refusal comes to at each step, written out once more: first where nothing was lost before, then where an
 * answer to the same step was lost.
 */
interface Row {
  readonly invitation: readonly [string, string];
  readonly key: readonly [string, string];
  readonly proof: readonly [string, string];
}

const final: Row = {
  invitation: ['refused, goOn', 'refused, goOn'],
  key: ['attempt-ended no, refused, goOn', 'attempt-ended no, refused, goOn'],
  proof: ['refused, goOn', 'awaiting proof_unconfirmed, goOn'],
};
const usedUp: Row = {
  ...final,
  invitation: ['refused, goOn', 'restart-awaited answer_lost, rest'],
  key: ['attempt-ended no, refused, goOn', 'attempt-ended no, restart-awaited answer_lost, rest'],
};
const ofForm: Row = { ...final, proof: ['proof-refused, rest', 'awaiting proof_unconfirmed, goOn'] };
const stays = (taken: 'no' | 'unknown'): Row => {
  const ended = `attempt-ended ${taken}, failed`;
  return { invitation: ['failed', 'failed'], key: [ended, ended], proof: [ended, ended] };
};

const listed: Partial<Record<RefusalCode, Row>> = {
  invitation_invalid: usedUp,
  resource_not_found: usedUp,
  key_duplicate: usedUp,
  validation_failed: ofForm,
  key_proof_invalid: ofForm,
  rate_limited: stays('no'),
  dependency_unavailable: stays('no'),
};
const rows = refusalCodes.map((code) => [code, listed[code] ?? stays('unknown')] as const);

const invitationRefused = (code: RefusalCode): StepReport => ({
  kind: 'invitationRead',
  reading: { ok: false, error: { code } },
  timeLearned: false,
});

describe.each(rows)('the refusal %s', (code, row) => {
  it('of the invitation, before the key is posted', () => {
    expect([
      decided(enrolmentIn('keyMade'), invitationRefused(code)),
      decided(enrolmentIn('keyMade', 'posting', 'postingLost'), invitationRefused(code)),
    ]).toEqual(row.invitation);
    // Nothing is known of an attempt that was cut off by a crash either.
    expect(decided(enrolmentIn('keyMade', 'posting'), invitationRefused(code))).toBe(row.invitation[1]);
  });

  it('of the key', () => {
    const answer = keyAnswered(code);
    expect([
      decided(enrolmentIn('keyMade', 'posting', 'answered'), answer),
      decided(enrolmentIn('keyMade', 'posting', 'postingLost', 'posting', 'answered'), answer),
    ]).toEqual(row.key);
  });

  it('of the proof', () => {
    const answer = proofAnswered(code);
    expect([
      decided(enrolmentIn('proved', 'proving'), answer),
      decided(enrolmentIn('proved', 'proving', 'proving'), answer),
    ]).toEqual(row.proof);
  });

  it('of the invitation or the key says nothing against a challenge that is in hand', () => {
    const waiting = ['proved', 'proving', 'formRefused'] as const;
    expect(decided(enrolmentIn('submitted', ...waiting), invitationRefused(code))).toBe(
      row === listed[code] && row.invitation[0] !== 'failed' ? 'rest' : 'failed',
    );
    expect(decided(enrolmentIn('submitted', ...waiting, 'posting', 'answered'), keyAnswered(code))).toBe(
      row.key[0].replace('refused, goOn', 'rest'),
    );
  });

  it('of the invitation says nothing once the proof is taken', () => {
    expect(decided(enrolmentIn('awaitingActivation'), invitationRefused(code))).toBe('rest');
  });
});
