import { describe, expect, it } from 'vitest';
import { decide, type KeyTried, type StepReport } from '../../../../../src-main/enrolment/machine/decide.ts';
import type { InvitationReading } from '../../../../../src-main/enrolment/machine/invitation.ts';
import {
  after,
  circumstances,
  decided,
  enrolmentIn,
  happened,
  keyAnswered,
  keyId,
  proofAnswered,
  way,
} from '../samples.ts';

const invitation = (value: InvitationReading): StepReport => ({
  kind: 'invitationRead',
  reading: { ok: true, value },
  timeLearned: false,
});
const unverified = (detail: string) => ({ code: 'answer_unverified', detail }) as const;

describe('an invitation that is read', () => {
  it.each(['revoked', 'rejected', 'cancelled', 'canceled', 'declined'])(
    'ends the enrolment where it is %s',
    (state) => {
      for (const at of ['keyMade', 'awaitingActivation'] as const)
        expect(decided(enrolmentIn(at), invitation({ state }))).toBe(`refused ${state}, goOn`);
    },
  );

  it('ends it where it has expired', () => {
    expect(decided(enrolmentIn('keyMade'), invitation({ state: 'expired' }))).toBe('expired, goOn');
    expect(decided(enrolmentIn('awaitingActivation'), invitation({ state: 'expired' }))).toBe('expired, goOn');
  });

  it('lets the key be posted otherwise, and never makes one active; its end is noted once', () => {
    const reading = invitation({ state: 'active', expiresAt: '2027-01-01T00:00:00.000Z' });
    expect(decided(enrolmentIn('keyMade'), reading)).toBe('invitation-read, postKey');
    expect(decided(enrolmentIn('keyMade', 'invitationRead'), reading)).toBe('postKey');
    expect(decided(enrolmentIn('awaitingActivation', 'invitationRead'), reading)).toBe('rest');
  });

  it('is read once more with the time of the service where only our clock speaks against it', () => {
    const stale: StepReport = {
      kind: 'invitationRead',
      reading: { ok: false, error: unverified('stale') },
      timeLearned: false,
    };
    const { next } = decide(enrolmentIn('keyMade'), stale, circumstances);
    expect(next).toEqual({ kind: 'readInvitation', learnTime: true });
    expect(decided(enrolmentIn('keyMade'), { ...stale, timeLearned: true })).toBe('failed');
    expect(decided(enrolmentIn('awaitingActivation'), stale)).toBe('rest');
  });
});

describe('an attempt without an answer', () => {
  it.each([
    ['service_unreachable', 'no'],
    ['connection_lost', 'unknown'],
    ['answer_timeout', 'unknown'],
    ['rate_limited', 'unknown'],
  ] as const)('may have been taken, unless nothing left this machine: %s', (code, taken) => {
    for (const [step, state] of [
      ['submit', 'keyMade'],
      ['proof', 'proved'],
    ] as const)
      expect(decided(enrolmentIn(state), { kind: 'unanswered', step, failure: { code } })).toBe(
        `attempt-ended ${taken}, failed`,
      );
  });

  it('may have been taken where its answer could not be kept, or it cannot be verified', () => {
    const failure = unverified('signature_missing');
    expect(decided(enrolmentIn('keyMade', 'posting'), { kind: 'notKept', failure })).toBe(
      'attempt-ended unknown, failed',
    );
    expect(
      decided(enrolmentIn('proved', 'proving'), { kind: 'proofAnswered', answer: { ok: false, error: failure } }),
    ).toBe('attempt-ended unknown, failed');
  });
});

describe('an answer to the key', () => {
  const posted = enrolmentIn('keyMade', 'posting', 'answered');

  it('brings the challenge: the keyring learns the id first, and that the key is not active yet', () => {
    const decision = decide(posted, keyAnswered(null), circumstances);
    expect(decision).toMatchObject({
      events: [{ kind: 'enrolment-submitted', body: { ...happened.submitted.body } }],
      inKeyring: { kind: 'bind', keyId },
      notActive: { keyId, atMs: circumstances.serviceNowMs },
      next: { kind: 'goOn' },
    });
  });

  it('moves nothing where the key is not there any more, and stays to be judged', () => {
    const answer = { ...keyAnswered(null), thumbprintsAgree: null };
    expect(decide(posted, answer, circumstances)).toEqual({
      events: [],
      next: { kind: 'failed', failure: { code: 'vault_unavailable', detail: 'key_missing' } },
    });
  });

  it('moves nothing where it cannot be read', () => {
    expect(decided(posted, { ...keyAnswered(null), result: null })).toBe('attempt-ended unknown, failed');
  });

  it('that cannot be verified ends its attempt once, however often it is judged', () => {
    const answer = { ...keyAnswered(null), answer: { ok: false, error: unverified('unknown_key') } } as const;
    expect(decided(posted, answer)).toBe('attempt-ended unknown, failed');
    const ended = enrolmentIn('keyMade', 'posting', 'answered', 'postingLost');
    expect(ended.openAnswers).toEqual(['answer']);
    expect(decided(ended, answer)).toBe('failed');
  });
});

describe('an answer that is judged later', () => {
  const late = { isEarlier: true };
  const ended = { ...enrolmentIn('keyMade', 'posting', 'answered', 'postingLost'), openAnswers: ['answer', 'other'] };

  it('still brings the challenge', () => {
    expect(decided(ended, keyAnswered(null, late))).toBe('submitted, goOn');
    const submitted = after(
      ...way.keyMade,
      happened.posting,
      happened.answered,
      happened.postingLost,
      happened.submitted,
    );
    expect(submitted).toMatchObject({ state: 'submitted', openAnswers: [], attempts: { submit: { lost: false } } });
  });

  it.each(['unknown_key', 'signature_missing', 'stale'])('keeps nobody from asking where it is %s', (reason) => {
    const answer = { ...keyAnswered(null, late), answer: { ok: false, error: unverified(reason) } } as const;
    expect(decided(ended, answer)).toBe('judgeAnswer other');
    expect(decided(ended, { ...answer, record: 'other' })).toBe('readInvitation');
  });

  it('keeps nobody from asking where it made no decision, and is done with', () => {
    expect(decided(ended, keyAnswered('rate_limited', late))).toBe('attempt-ended no, judgeAnswer other');
    expect(decided(ended, keyAnswered('internal_error', { ...late, record: 'other' }))).toBe(
      'attempt-ended unknown, readInvitation',
    );
  });

  it('that does not open, or that nobody can read, is asked for by a person', () => {
    const broken = { ...keyAnswered(null, late), answer: { ok: false, error: { code: 'seal_failed' } } } as const;
    expect(decided(ended, broken)).toBe('failed');
    expect(decided(ended, { ...keyAnswered(null, late), result: null })).toBe('failed');
  });

  it('and says that the invitation is used up: the key that it has is most likely ours', () => {
    const lostTwice = enrolmentIn('keyMade', 'posting', 'postingLost', 'posting', 'answered');
    expect(decided(lostTwice, keyAnswered('key_duplicate', late))).toBe(
      'attempt-ended no, restart-awaited answer_lost, rest',
    );
  });
});

describe('an enrolment that staff are to restart', () => {
  const waiting = enrolmentIn('keyMade', 'posting', 'postingLost', 'restartAwaited');

  it('waits with its key, and posts that again', () => {
    expect(waiting).toMatchObject({ state: 'keyMade', waitsFor: 'restart', refusal: { detail: 'answer_lost' } });
    expect(decided(waiting, invitation({}))).toBe('postKey');
  });

  it('goes on with the next challenge', () => {
    expect(decided(waiting, keyAnswered(null))).toBe('submitted, goOn');
    const restarted = after(
      ...way.keyMade,
      happened.posting,
      happened.postingLost,
      happened.restartAwaited,
      happened.posting,
      happened.answered,
      happened.submitted,
    );
    expect(restarted).toMatchObject({ state: 'submitted', waitsFor: null, refusal: null });
    expect(restarted.attempts.submit).toEqual({ open: false, lost: false, started: true });
  });

  it('gives a new challenge, and every form of its proof another chance', () => {
    const restarted = enrolmentIn('submitted', 'proved', 'proving', 'formRefused', 'posting', 'answered', 'submitted');
    expect(restarted).toMatchObject({ refusedForms: [], proofRecord: null, waitsFor: null });
  });

  it('remembers through another beginning that the key may be there', () => {
    const again = after(
      ...way.keyMade,
      happened.posting,
      happened.postingLost,
      happened.restartAwaited,
      happened.drafted,
      happened.keyMade,
    );
    expect(again).toMatchObject({ state: 'keyMade', attempts: { submit: { lost: true, started: false } } });
  });
});

describe('a proof', () => {
  it('that is taken waits for its activation', () => {
    expect(decided(enrolmentIn('proved', 'proving'), proofAnswered(null))).toBe('awaiting, goOn');
  });

  it('that was refused keeps its challenge, and starts anew: also in records from before that was known', () => {
    const before = after(...way.proved, {
      kind: 'enrolment-refused',
      body: { failure: { code: 'key_proof_invalid' } },
    });
    for (const refused of [before, enrolmentIn('proved', 'proving', 'formRefused')])
      expect(refused).toMatchObject({
        state: 'submitted',
        waitsFor: 'proofForm',
        proofRecord: null,
        attempts: { proof: { open: false, lost: false } },
      });
  });
});

describe('a key that is tried', () => {
  const waiting = enrolmentIn('awaitingActivation');
  const refused = { accepted: false, isBound: true, misdated: false, waitMs: 7_000, askedAtMs: 9_000 } as const;
  const accepted = {
    accepted: true,
    evidence: { evidence: 'diagnosed', applicationId: 'a' },
    askedAtMs: 9_000,
  } as const;
  const tried = (trial: KeyTried['trial'], given: Partial<KeyTried> = {}): KeyTried => ({
    kind: 'keyTried',
    keyId,
    trial,
    applicationInUse: null,
    lastNotActiveMs: null,
    ...given,
  });

  it('and is not active is noted where the refusal is of this very call, and left alone as long as was asked', () => {
    expect(decide(waiting, tried(refused), circumstances)).toEqual({
      events: [],
      askedWaitMs: 7_000,
      notActive: { keyId, atMs: 9_000 },
      next: { kind: 'readInvitation', learnTime: false },
    });
    expect(decide(waiting, tried({ ...refused, isBound: false }), circumstances)).not.toHaveProperty('notActive');
  });

  it('has its invitation read only where that is due, and may end it', () => {
    const rest = { kind: 'rest' };
    expect(decide(waiting, tried(refused), { ...circumstances, readsInvitation: false }).next).toEqual(rest);
    expect(decide(enrolmentIn('submitted', 'expired'), tried(refused), circumstances).next).toEqual(rest);
  });

  it('is active from between the last "not active" and now', () => {
    expect(decide(waiting, tried(accepted, { lastNotActiveMs: 8_000 }), circumstances)).toEqual({
      events: [
        {
          invitationId: waiting.invitationId,
          kind: 'enrolment-active',
          body: { keyId, ...accepted.evidence, notActiveAtMs: 8_000, activeAtMs: 9_000 },
        },
      ],
      inKeyring: { kind: 'activate' },
      next: { kind: 'goOn' },
    });
    expect(decide(waiting, tried(accepted), circumstances).events[0]?.body).toMatchObject({ notActiveAtMs: 9_000 });
  });

  it('is refused where it belongs to another application than the key in use', () => {
    expect(decided(waiting, tried(accepted, { applicationInUse: 'b' }))).toBe('refused, goOn');
    expect(decided(waiting, tried(accepted, { applicationInUse: 'a' }))).toBe('active, goOn');
    const unnamed = { ...accepted, evidence: { evidence: 'scope_missing' } } as const;
    expect(decided(waiting, tried(unnamed, { applicationInUse: 'b' }))).toBe('active, goOn');
  });
});
