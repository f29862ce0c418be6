import type { DecisionChoice } from '../../../src-shared/contract/codes.ts';
import type { Says } from './books.ts';
import type { OrderCall } from './under-proof.ts';
import type { TermsInUse } from './world.ts';

/** What happens to a request at the service: it takes the order, or it does not. */
type Fate = { readonly isTaken: boolean };

/** What the read of another order of ours said, where the machine wants one. */
export type Known = 'found' | 'missing' | 'nothing' | 'none';

/** What a person does. `sellsAgain`: the same sale as a new one; `triesAgain`: as one that replaces this. */
export type Deed = 'cancels' | 'stillWanted' | 'reads' | 'sellsAgain' | 'triesAgain' | DecisionChoice;

/** An answer of which nobody has read the words yet: what it says of the books, and whether it holds codes. */
interface Unopened {
  readonly says: Says;
  readonly hasCodes: boolean;
}

/** One thing that can happen. A path of them can be lived through again by the machine, and by the whole counter. */
export type Step =
  /** The next request is recorded and leaves; `now`: a person says so, though the service asked to wait. */
  | { readonly kind: 'sends'; readonly call: OrderCall; readonly how: 'asAsked' | 'now' }
  /** Its answer comes; `until`: what is durable of it when the process ends, or all of it. */
  | (Fate & {
      readonly kind: 'answered';
      readonly answer: string;
      readonly until: 'judged' | 'over';
      readonly known: Known | null;
    })
  /** Its answer is sealed, and the process ends. */
  | (Fate & Unopened & { readonly kind: 'onlySealed' })
  /** An answer is sealed that cannot be verified for now. */
  | (Fate & Unopened & { readonly kind: 'unverified' })
  | (Fate & { readonly kind: 'unanswered'; readonly reason: 'not_sent' | 'connection_lost' })
  /** The answer, or the request itself, is still on its way when nobody waits any more. */
  | (Fate & Unopened & { readonly kind: 'delayed' })
  | { readonly kind: 'delayedRequest' }
  /** The process ends while it waits for an answer. */
  | (Fate & { readonly kind: 'killed' })
  /** What was delayed arrives, or what was sealed can be verified: this answer, or a request. */
  | { readonly kind: 'arrives'; readonly answer: string | null }
  /** The answer that was sealed when the process ended is judged. */
  | { readonly kind: 'judgesKept'; readonly answer: string; readonly known: Known | null }
  | { readonly kind: 'person'; readonly deed: Deed }
  | { readonly kind: 'backup' | 'restored' | 'copied' | 'sentElsewhere' }
  /** From now on requests leave on these terms. */
  | { readonly kind: 'termsChanged'; readonly terms: Exclude<TermsInUse, 'pinned'> }
  | { readonly kind: 'time'; readonly passes: 'wait' | 'day' }
  /** As much of it as was drawn. */
  | { readonly kind: 'drawnTime'; readonly ms: number }
  /** The clock of this machine is put right, or another call has shown how far it is off. */
  | { readonly kind: 'clockPutRight' | 'timeLearned' }
  /** Of two orders the other one. */
  | { readonly kind: 'ofOther'; readonly step: Step };

/** A step in a few words. */
export function said(step: Step): string {
  switch (step.kind) {
    case 'sends':
      return step.how === 'now'
        ? `a person has a ${verb(step.call)} sent now`
        : `the counter sends a ${verb(step.call)}`;
    case 'answered':
      return [
        step.answer,
        fate(step),
        step.until === 'judged' ? ', judged, and the process ends' : '',
        beside(step.known),
      ].join('');
    case 'onlySealed':
      return `an answer ${about(step)} is sealed, and the process ends`;
    case 'unverified':
      return `an answer ${about(step)}, which cannot be verified for now`;
    case 'unanswered':
      return step.reason === 'not_sent' ? 'no connection' : `the answer is lost${fate(step)}`;
    case 'delayed':
      return `nothing in time: an answer ${about(step)} is on its way`;
    case 'delayedRequest':
      return 'nothing in time: the request is on its way';
    case 'killed':
      return `the process ends${fate(step)}`;
    case 'arrives':
      return step.answer === null ? 'the request arrives' : `it arrives, or can be verified: ${step.answer}`;
    case 'judgesKept':
      return `the kept answer is judged: ${step.answer}${beside(step.known)}`;
    case 'person':
      return `a person: ${step.deed}`;
    case 'backup':
      return 'a backup is made';
    case 'restored':
      return 'the backup is restored';
    case 'copied':
      return 'the records are copied, and the copy goes on';
    case 'sentElsewhere':
      return 'the other copy sends the order';
    case 'termsChanged':
      return step.terms === 'otherForm' ? 'requests have another form from now on' : 'the service has another address';
    case 'time':
      return step.passes === 'wait' ? '11 minutes pass' : 'a day passes';
    case 'drawnTime':
      return `${step.ms / 1000} s pass`;
    case 'clockPutRight':
      return 'the clock is put right';
    case 'timeLearned':
      return 'another call tells the time of the service';
    case 'ofOther':
      return `of the other order: ${said(step.step)}`;
  }
}

function about({ says, hasCodes, isTaken }: Unopened & Fate): string {
  return `(of the books: ${says}${hasCodes ? ', with codes' : ''})${fate({ isTaken })}`;
}

function verb(call: OrderCall): string {
  return call === 'createPartnerOrder' ? 'POST' : 'GET';
}

function fate({ isTaken }: Fate): string {
  return isTaken ? ' (the order was taken)' : '';
}

function beside(known: Known | null): string {
  return known === null ? '' : `; the other order read beside it: ${known}`;
}
