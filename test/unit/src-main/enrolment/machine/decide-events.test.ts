import { describe, expect, it } from 'vitest';
import { decide, type StepReport } from '../../../../../src-main/enrolment/machine/decide.ts';
import type { Enrolment } from '../../../../../src-main/enrolment/machine/enrolment.ts';
import { circumstances, enrolmentIn, invitationId, keyAnswered, proofAnswered } from '../samples.ts';

const recorded = (enrolment: Enrolment, report: StepReport): unknown => decide(enrolment, report, circumstances).events;
const event = (kind: string, body: object) => ({ invitationId, kind, body });
const refusal = { code: 'invitation_invalid' } as const;
const usedUp = { code: 'key_duplicate', detail: 'answer_lost' };
const unverified = { code: 'answer_unverified', detail: 'unknown_key' } as const;
const invitationIs = (value: object): StepReport => ({
  kind: 'invitationRead',
  reading: { ok: true, value },
  timeLearned: false,
});
const invitationRefused = (code: 'invitation_invalid' | 'key_duplicate'): StepReport => ({
  kind: 'invitationRead',
  reading: { ok: false, error: { code } },
  timeLearned: false,
});

describe('what is recorded', () => {
  it('of a key that was made is its thumbprint, and the enrolment goes on', () => {
    expect(decide(enrolmentIn('draft'), { kind: 'keyMade', thumbprint: 'own' }, circumstances)).toEqual({
      events: [event('enrolment-key-made', { localId: 'local', thumbprint: 'own' })],
      next: { kind: 'goOn' },
    });
  });

  it('of an invitation is until when it is good, or that it has ended', () => {
    const expiresAt = '2027-01-01T00:00:00.000Z';
    expect(recorded(enrolmentIn('keyMade'), invitationIs({ expiresAt }))).toEqual([
      event('enrolment-invitation-read', { expiresAt }),
    ]);
    expect(recorded(enrolmentIn('keyMade'), invitationIs({ state: 'expired', expiresAt }))).toEqual([
      event('enrolment-expired', { expiresAt }),
    ]);
  });

  it('of a refused invitation is why, and nothing while a challenge is in hand', () => {
    const final = invitationRefused('invitation_invalid');
    expect(recorded(enrolmentIn('keyMade'), final)).toEqual([event('enrolment-refused', { failure: refusal })]);
    expect(recorded(enrolmentIn('submitted', 'formRefused'), final)).toEqual([]);
    expect(recorded(enrolmentIn('keyMade', 'posting'), invitationRefused('key_duplicate'))).toEqual([
      event('enrolment-restart-awaited', { failure: usedUp }),
    ]);
  });

  it('of an invitation that only our clock speaks against is nothing', () => {
    const stale = { code: 'answer_unverified', detail: 'stale' } as const;
    const read: StepReport = { kind: 'invitationRead', reading: { ok: false, error: stale }, timeLearned: false };
    expect(recorded(enrolmentIn('keyMade'), read)).toEqual([]);
  });

  it('of a step that got no answer is the failure of that step', () => {
    const failure = { code: 'connection_lost' } as const;
    for (const step of ['submit', 'proof'] as const)
      expect(recorded(enrolmentIn('keyMade', 'posting'), { kind: 'unanswered', step, failure })).toEqual([
        event('enrolment-attempt-ended', { step, taken: 'unknown', failure }),
      ]);
    expect(recorded(enrolmentIn('keyMade', 'posting'), { kind: 'notKept', failure: unverified })).toEqual([
      event('enrolment-attempt-ended', { step: 'submit', taken: 'unknown', failure: unverified }),
    ]);
  });

  it('of an answer to the key that nobody can read is that', () => {
    const posted = enrolmentIn('keyMade', 'posting', 'answered');
    expect(recorded(posted, { ...keyAnswered(null), result: null })).toEqual([
      event('enrolment-attempt-ended', { step: 'submit', taken: 'unknown', failure: { code: 'answer_unreadable' } }),
    ]);
  });

  it('of a refused key is the end of its attempt, and what follows for the enrolment', () => {
    const posted = enrolmentIn('keyMade', 'posting', 'answered');
    const ended = { step: 'submit', taken: 'no', answer: 'answer' };
    expect(recorded(posted, keyAnswered('invitation_invalid'))).toEqual([
      event('enrolment-attempt-ended', { ...ended, failure: refusal }),
      event('enrolment-refused', { failure: refusal }),
    ]);
    const lost = enrolmentIn('keyMade', 'posting', 'postingLost', 'posting', 'answered');
    expect(recorded(lost, keyAnswered('key_duplicate'))).toEqual([
      event('enrolment-attempt-ended', { ...ended, failure: usedUp }),
      event('enrolment-restart-awaited', { failure: usedUp }),
    ]);
    expect(recorded(posted, keyAnswered('rate_limited'))).toEqual([
      event('enrolment-attempt-ended', { ...ended, failure: { code: 'rate_limited' } }),
    ]);
  });

  it('of a proof is why its answer counts, or why it does not', () => {
    const sent = enrolmentIn('proved', 'proving');
    const ended = { step: 'proof', taken: 'unknown' };
    expect(recorded(sent, proofAnswered(null))).toEqual([event('enrolment-awaiting', { trust: 'verified' })]);
    expect(recorded(sent, { kind: 'proofAnswered', answer: { ok: false, error: unverified } })).toEqual([
      event('enrolment-attempt-ended', { ...ended, failure: unverified }),
    ]);
    expect(recorded(sent, proofAnswered('internal_error'))).toEqual([
      event('enrolment-attempt-ended', { ...ended, failure: { code: 'internal_error' } }),
    ]);
    expect(recorded(sent, proofAnswered('invitation_invalid'))).toEqual([
      event('enrolment-refused', { failure: refusal }),
    ]);
  });

  it('of a refused proof is its form, or the doubt that its repetition leaves', () => {
    const failure = { code: 'key_proof_invalid' };
    expect(recorded(enrolmentIn('proved', 'proving'), proofAnswered('key_proof_invalid'))).toEqual([
      event('enrolment-proof-refused', { failure, form: circumstances.proofForm }),
    ]);
    expect(recorded(enrolmentIn('proved', 'proving', 'proving'), proofAnswered('key_proof_invalid'))).toEqual([
      event('enrolment-awaiting', { trust: 'verified', doubt: { ...failure, detail: 'proof_unconfirmed' } }),
    ]);
  });

  it('of a key of another application is the refusal alone', () => {
    const accepted = { accepted: true, evidence: { evidence: 'diagnosed', applicationId: 'a' }, askedAtMs: 1 } as const;
    const tried = {
      kind: 'keyTried',
      keyId: 'k',
      trial: accepted,
      applicationInUse: 'b',
      lastNotActiveMs: null,
    } as const;
    expect(decide(enrolmentIn('awaitingActivation'), tried, circumstances)).toEqual({
      events: [event('enrolment-refused', { failure: { code: 'key_of_another_application' } })],
      next: { kind: 'goOn' },
    });
  });
});
