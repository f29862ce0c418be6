import { describe, expect, it } from 'vitest';
import {
  nextProofStep,
  nextStep,
  stepAfterAnswer,
  stepAfterPosting,
} from '../../../../../src-main/enrolment/machine/next-step.ts';
import { circumstances, enrolmentIn, way } from '../samples.ts';

const otherForm = { proofForm: 'form-2' };

describe('what an enrolment calls for', () => {
  it.each([
    ['draft', { kind: 'makeKey' }],
    ['keyMade', { kind: 'readInvitation', learnTime: false }],
    ['submitted', { kind: 'signProof' }],
    ['proved', { kind: 'sendProof' }],
    ['awaitingActivation', { kind: 'tryKey' }],
  ] as const)('is in the state %s the next step of the straight way', (state, step) => {
    const enrolment = enrolmentIn(state);
    expect(enrolment.state).toBe(state);
    expect(nextStep(enrolment, circumstances)).toEqual(step);
  });

  it.each(Object.keys(way).map((state) => [state as keyof typeof way]))(
    'is nothing once it was refused in the state %s',
    (state) => {
      expect(nextStep(enrolmentIn(state, 'refused'), circumstances)).toEqual({ kind: 'rest' });
    },
  );

  it('is nothing once the key is active', () => {
    expect(nextStep(enrolmentIn('awaitingActivation', 'active'), circumstances)).toEqual({ kind: 'rest' });
  });

  it('is to ask with a key that was submitted before the invitation ran out, and nothing without one', () => {
    expect(nextStep(enrolmentIn('keyMade', 'expired'), circumstances)).toEqual({ kind: 'rest' });
    for (const state of ['submitted', 'proved', 'awaitingActivation'] as const)
      expect(nextStep(enrolmentIn(state, 'expired'), circumstances)).toEqual({ kind: 'tryKey' });
  });

  it('is to judge an answer that lies sealed, before anything is asked', () => {
    const answer = { kind: 'judgeAnswer', record: 'answer' };
    expect(nextStep(enrolmentIn('keyMade', 'posting', 'answered'), circumstances)).toEqual(answer);
    expect(nextStep(enrolmentIn('submitted', 'formRefused', 'posting', 'answered'), circumstances)).toEqual(answer);
  });

  it('is to post the key again where a form of its proof was refused, whatever the form is now', () => {
    const refused = enrolmentIn('submitted', 'proved', 'proving', 'formRefused');
    expect(refused).toMatchObject({ state: 'submitted', waitsFor: 'proofForm', refusedForms: ['form-1'] });
    for (const form of [circumstances, otherForm])
      expect(nextStep(refused, form)).toEqual({ kind: 'readInvitation', learnTime: false });
  });
});

describe('what comes after another posting that brought nothing new', () => {
  it('is the proof in another form, and never in one that was refused', () => {
    const refused = enrolmentIn('submitted', 'proved', 'proving', 'formRefused');
    expect(stepAfterPosting(refused, circumstances)).toEqual({ kind: 'rest' });
    expect(stepAfterPosting(refused, otherForm)).toEqual({ kind: 'signProof' });
    expect(stepAfterPosting(enrolmentIn('keyMade'), otherForm)).toEqual({ kind: 'rest' });
  });
});

describe('what comes of the proof alone', () => {
  it('is to sign it and to send it, and nothing else', () => {
    expect(nextProofStep(enrolmentIn('submitted', 'formRefused'), otherForm)).toEqual({ kind: 'signProof' });
    expect(nextProofStep(enrolmentIn('submitted', 'formRefused'), circumstances)).toEqual({ kind: 'rest' });
    expect(nextProofStep(enrolmentIn('proved'), circumstances)).toEqual({ kind: 'sendProof' });
    for (const state of ['draft', 'keyMade', 'awaitingActivation'] as const)
      expect(nextProofStep(enrolmentIn(state), circumstances)).toEqual({ kind: 'rest' });
  });
});

it('looks at one sealed answer after the other, and then asks', () => {
  const enrolment = { ...enrolmentIn('keyMade'), openAnswers: ['first', 'second'] };
  expect(stepAfterAnswer(enrolment, 'first')).toEqual({ kind: 'judgeAnswer', record: 'second' });
  expect(stepAfterAnswer(enrolment, 'second')).toEqual({ kind: 'readInvitation', learnTime: false });
});
