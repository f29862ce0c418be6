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

  it('begins anew where it waited for nothing', () => {
    expect(after(...way.submitted, drafted)).toMatchObject({ state: 'draft', submitted: null });
  });

  it('remembers that the service has a key of it, and nothing where it cannot', () => {
    expect(after(...way.submitted, expired, drafted).attempts.submit.lost).toBe(true);
    expect(after(...way.keyMade, drafted).attempts.submit.lost).toBe(false);
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
