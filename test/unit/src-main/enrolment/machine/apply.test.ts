import { describe, expect, it } from 'vitest';
import { enrolmentOf } from '../../../../../src-main/enrolment/machine/apply.ts';
import { after, enrolmentIn, happened, invitationId, way } from '../samples.ts';

const { drafted, keyMade, submitted, formRefused, expired } = happened;
const draftedAgain = (changes: object) => ({ ...drafted, body: { ...drafted.body, ...changes } });
const anotherToken = { sealed: { id: 'another token', sha256: 'x' }, validDays: 30, cidrs: [] };

describe('an enrolment that is drafted again', () => {
  it('keeps its challenge while that waits for another form of the proof, and takes what was given now', () => {
    const again = after(...way.submitted, formRefused, draftedAgain(anotherToken));
    expect(again).toEqual({
      ...enrolmentIn('submitted', 'formRefused'),
      tokenRecord: 'another token',
      validDays: 30,
      cidrs: [],
    });
  });

  it('begins anew with another key', () => {
    const again = after(...way.submitted, formRefused, draftedAgain({ localId: 'another key' }));
    expect(again).toMatchObject({ state: 'draft', localId: 'another key', submitted: null, refusedForms: [] });
  });

  it('is where it was as long as it goes on: what was sent is not changed by what is given now', () => {
    const again = draftedAgain(anotherToken);
    for (const state of ['submitted', 'proved', 'awaitingActivation'] as const)
      expect(after(...way[state], again)).toEqual(enrolmentIn(state));
    const unread = [happened.posting, happened.answered] as const;
    expect(after(...way.keyMade, ...unread, again)).toEqual(enrolmentIn('keyMade', 'posting', 'answered'));
  });

  it('is where it was too where its key waited for staff as the invitation ran out', () => {
    expect(after(...way.awaitingActivation, expired, drafted)).toEqual(enrolmentIn('awaitingActivation', 'expired'));
  });

  it('begins anew where it ended, waits for a restart, or was never sent', () => {
    const { posting, postingLost, restartAwaited, refused, active } = happened;
    expect(after(...way.keyMade, drafted)).toMatchObject({ state: 'draft' });
    expect(after(...way.keyMade, posting, postingLost, restartAwaited, drafted)).toMatchObject({ state: 'draft' });
    for (const end of [refused, active])
      expect(after(...way.awaitingActivation, end, drafted)).toMatchObject({ state: 'draft', submitted: null });
    expect(after(...way.submitted, expired, drafted)).toMatchObject({ state: 'draft', submitted: null });
  });

  it('remembers that the service has a key of it, and nothing where it cannot', () => {
    expect(after(...way.submitted, expired, drafted).attempts.submit.lost).toBe(true);
    expect(after(...way.keyMade, drafted).attempts.submit.lost).toBe(false);
  });
});

describe('an enrolment that is drafted', () => {
  it('has nothing to judge, and no form that was refused', () => {
    expect(after(drafted)).toMatchObject({ openAnswers: [], refusedForms: [], submitted: null, waitsFor: null });
  });
});

describe('an attempt that ended', () => {
  const ended = (taken: 'no' | 'unknown', answer?: string) => ({
    kind: 'enrolment-attempt-ended',
    body: { step: 'submit', taken, failure: { code: 'rate_limited' }, ...(answer === undefined ? {} : { answer }) },
  });
  const posted = [...way.keyMade, happened.posting, happened.answered] as const;

  it('is lost only where the service may have acted on it', () => {
    expect(after(...posted, ended('no')).attempts.submit).toEqual({ open: false, lost: false, started: true });
    expect(after(...posted, ended('unknown')).attempts.submit.lost).toBe(true);
    expect(after(...posted, ended('unknown'), ended('no')).attempts.submit.lost).toBe(true);
  });

  it('leaves its answer to be judged, unless that is done with', () => {
    expect(after(...posted, ended('unknown')).openAnswers).toEqual(['answer']);
    expect(after(...posted, ended('no', 'answer')).openAnswers).toEqual([]);
    expect(enrolmentIn('keyMade', 'posting', 'answered', 'restartAwaited').openAnswers).toEqual(['answer']);
  });

  it('has a late answer judged for as long as no challenge came otherwise', () => {
    const { posting, answered, restartAwaited } = happened;
    const lost = [...way.keyMade, posting, ended('unknown')] as const;
    expect(after(...lost, answered).openAnswers).toEqual(['answer']);
    expect(after(...lost, restartAwaited, answered).openAnswers).toEqual(['answer']);
    expect(after(...lost, submitted, answered).openAnswers).toEqual([]);
    expect(after(...lost, submitted, formRefused, answered).openAnswers).toEqual([]);
  });
});

describe('a key that waits for its activation', () => {
  it('has the doubt that a refused repetition of its proof left', () => {
    const doubt = { code: 'key_proof_invalid', detail: 'proof_unconfirmed' };
    const awaiting = { kind: 'enrolment-awaiting', body: { trust: 'verified', doubt } };
    expect(after(...way.proved, awaiting).refusal).toEqual(doubt);
    expect(enrolmentIn('awaitingActivation').refusal).toBeNull();
  });

  it('belongs to whom the service says, and was activated between two times where both are known', () => {
    const active = (body: object) => after(...way.awaitingActivation, { ...happened.active, body });
    const known = { ...happened.active.body, applicationId: 'application-1' };
    expect(active(known)).toMatchObject({
      applicationId: 'application-1',
      activation: { notActiveAtMs: 1, activeAtMs: 2 },
    });
    const { notActiveAtMs, activeAtMs, ...older } = happened.active.body;
    expect(active(older)).toMatchObject({ applicationId: null, activation: null });
    expect(active({ ...older, notActiveAtMs }).activation).toBeNull();
    expect(active({ ...older, activeAtMs }).activation).toBeNull();
  });
});

describe('a refusal that is recorded', () => {
  it('leaves no answer to be judged', () => {
    expect(enrolmentIn('keyMade', 'posting', 'answered', 'refused').openAnswers).toEqual([]);
  });

  it('of a proof is no end only where a proof was made', () => {
    const refused = { kind: 'enrolment-refused', body: { failure: { code: 'key_proof_invalid' } } } as const;
    expect(after(...way.keyMade, refused)).toMatchObject({ state: 'refused', waitsFor: null });
    expect(after(...way.proved, refused)).toMatchObject({ state: 'submitted', waitsFor: 'proofForm' });
  });
});

it('is none before somebody began, whatever else is filed under its invitation', () => {
  const read = after(drafted, keyMade, submitted);
  expect(read.state).toBe('submitted');
  expect(enrolmentOf(invitationId, [{ kind: 'enrolment-expired', body: {} }])).toBeNull();
});
