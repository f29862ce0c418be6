import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { Enrolment } from './enrolment.ts';

/** Something to be done for an enrolment; what comes of it is decided upon in turn. */
export type Step =
  | { readonly kind: 'makeKey' }
  /** An answer to the submission lies sealed: it may be the one that holds the challenge. */
  | { readonly kind: 'judgeAnswer'; readonly record: string }
  /** `learnTime`: once more, with the service's time. */
  | { readonly kind: 'readInvitation'; readonly learnTime: boolean }
  | { readonly kind: 'postKey' }
  | { readonly kind: 'signProof' }
  | { readonly kind: 'sendProof' }
  /** Asks the service with the key itself. */
  | { readonly kind: 'tryKey' };

export type Next =
  | Step
  /** Whatever the enrolment as it is now calls for. */
  | { readonly kind: 'goOn' }
  /** Only time or a person can move it. */
  | { readonly kind: 'rest' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** What counts beside the enrolment when something is decided about it. */
export interface Circumstances {
  /** The service's time. */
  readonly serviceNowMs: number;
  /** The name of the form in which this deployment takes a proof. */
  readonly proofForm: string;
  /** Whether the invitation is read too where only the activation is awaited. */
  readonly readsInvitation: boolean;
}

type StepOrRest = Step | { readonly kind: 'rest' };

/** What an enrolment calls for as it is. */
export function nextStep(enrolment: Enrolment, { proofForm }: Pick<Circumstances, 'proofForm'>): StepOrRest {
  switch (enrolment.state) {
    case 'draft':
      return { kind: 'makeKey' };
    case 'keyMade':
      return submissionStep(enrolment.openAnswers);
    // Where a form was refused the same key is posted again first: an enrolment that staff restarted gives the next
    // challenge, and any other keeps the one in hand, which another form may answer.
    case 'submitted':
      return enrolment.waitsFor === null ? proofStep(enrolment, proofForm) : submissionStep(enrolment.openAnswers);
    case 'proved':
      return { kind: 'sendProof' };
    case 'awaitingActivation':
      return { kind: 'tryKey' };
    // Staff can activate a key whose invitation ran out meanwhile: what the service says of the key counts.
    case 'expired':
      return enrolment.submitted === null ? { kind: 'rest' } : { kind: 'tryKey' };
    case 'active':
    case 'refused':
      return { kind: 'rest' };
  }
}

/** What comes next of the proof alone, over the challenge in hand. */
export function nextProofStep(enrolment: Enrolment, { proofForm }: Pick<Circumstances, 'proofForm'>): StepOrRest {
  if (enrolment.state === 'submitted') return proofStep(enrolment, proofForm);
  return enrolment.state === 'proved' ? { kind: 'sendProof' } : { kind: 'rest' };
}

/**
 * Sealed answers are judged first, and the invitation is read before the one answer that cannot be had again is asked
 * for: a wrong token, an unknown service key or a wrong clock shows there, where it costs nothing.
 */
function submissionStep([record]: readonly string[]): Step {
  return record === undefined ? { kind: 'readInvitation', learnTime: false } : { kind: 'judgeAnswer', record };
}

/** What follows where a sealed answer says nothing that counts: it keeps nobody from asking again. */
export function stepAfterAnswer({ openAnswers }: Enrolment, record: string): Step {
  return submissionStep(openAnswers.slice(openAnswers.indexOf(record) + 1));
}

/** What follows where another posting of the key brought nothing new: the challenge in hand counts. */
export function stepAfterPosting(enrolment: Enrolment, { proofForm }: Pick<Circumstances, 'proofForm'>): StepOrRest {
  return enrolment.state === 'submitted' ? proofStep(enrolment, proofForm) : { kind: 'rest' };
}

/** A form that was refused is not sent again. */
function proofStep({ refusedForms }: Enrolment, proofForm: string): StepOrRest {
  return refusedForms.includes(proofForm) ? { kind: 'rest' } : { kind: 'signProof' };
}
