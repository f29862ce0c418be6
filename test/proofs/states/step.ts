import type { OrderCall } from '../../../src-main/orders/machine/events.ts';
import type { DecisionChoice } from '../../../src-shared/contract/codes.ts';

/** What happens to a request at the service: it takes the order, or it does not. */
type Fate = { readonly isTaken: boolean };

/** What the read of another order of ours said, where the machine wants one. */
export type Known = 'found' | 'missing' | 'nothing' | 'none';

/** What a person does. `sellsAgain`: the same sale as a new one; `triesAgain`: as one that replaces this. */
export type Deed = 'cancels' | 'stillWanted' | 'reads' | 'sellsAgain' | 'triesAgain' | DecisionChoice;

/** One thing that can happen. A path of them can be lived through again by the machine, and by the whole counter. */
export type Step =
  /** The next request is recorded and leaves. */
  | { readonly kind: 'sends'; readonly call: OrderCall }
  /** Its answer comes; `until`: what is durable of it when the process ends, or all of it. */
  | (Fate & {
      readonly kind: 'answered';
      readonly answer: string;
      readonly until: 'sealed' | 'judged' | 'over';
      readonly known: Known | null;
    })
  /** An answer is sealed that nobody can believe for now. */
  | (Fate & { readonly kind: 'disbelieved'; readonly answer: string })
  | (Fate & { readonly kind: 'unanswered'; readonly reason: 'not_sent' | 'connection_lost' })
  /** The answer, or the request itself, is still on its way when nobody waits any more. */
  | (Fate & { readonly kind: 'delayed'; readonly answer: string })
  | { readonly kind: 'delayedRequest' }
  /** The process ends while it waits for an answer. */
  | (Fate & { readonly kind: 'killed' })
  /** What was delayed arrives; an answer that was sealed can be believed. */
  | { readonly kind: 'arrives' }
  /** The answer that was sealed when the process ended is judged. */
  | { readonly kind: 'judgesKept'; readonly known: Known | null }
  | { readonly kind: 'person'; readonly deed: Deed }
  | { readonly kind: 'backup' | 'restored' | 'copied' | 'sentElsewhere' }
  | { readonly kind: 'time'; readonly passes: 'wait' | 'day' }
  /** The clock of this machine is put right, or another call has shown how far it is off. */
  | { readonly kind: 'clockPutRight' | 'timeLearned' };

/** A step in a few words. */
export function said(step: Step): string {
  switch (step.kind) {
    case 'sends':
      return `the counter sends a ${verb(step.call)}`;
    case 'answered':
      return `${step.answer}${fate(step)}${ends[step.until]}${beside(step.known)}`;
    case 'disbelieved':
      return `${step.answer}${fate(step)}, which nobody can believe for now`;
    case 'unanswered':
      return step.reason === 'not_sent' ? 'no connection' : `the answer is lost${fate(step)}`;
    case 'delayed':
      return `nothing in time: ${step.answer}${fate(step)} is on its way`;
    case 'delayedRequest':
      return 'nothing in time: the request is on its way';
    case 'killed':
      return `the process ends${fate(step)}`;
    case 'arrives':
      return 'what was delayed arrives, or can be believed';
    case 'judgesKept':
      return `the kept answer is judged${beside(step.known)}`;
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
    case 'time':
      return step.passes === 'wait' ? '11 minutes pass' : 'a day passes';
    case 'clockPutRight':
      return 'the clock is put right';
    case 'timeLearned':
      return 'another call tells the time of the service';
  }
}

const ends = { sealed: ', sealed, and the process ends', judged: ', judged, and the process ends', over: '' } as const;

function verb(call: OrderCall): string {
  return call === 'createPartnerOrder' ? 'POST' : 'GET';
}

function fate({ isTaken }: Fate): string {
  return isTaken ? ' (the order was taken)' : '';
}

function beside(known: Known | null): string {
  return known === null ? '' : `; the other order read beside it: ${known}`;
}
