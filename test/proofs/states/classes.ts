import { samplesOf, type Sample } from './answers.ts';
import type { Says } from './books.ts';
import { operationId } from './names.ts';
import {
  type IntendedOrder,
  interpret,
  type Interpretation,
  isGate,
  type OrderAnswer,
  type OrderCall,
  type Position,
  type Verdict,
} from './under-proof.ts';

/** Answers that the machine takes alike wherever an order stands, and that are true of the same books. */
export interface AnswerClass {
  /** That of the first of them. */
  readonly name: string;
  readonly call: OrderCall;
  readonly answer: OrderAnswer;
  readonly says: Says;
  readonly hasCodes: boolean;
  /** The names of all of them. */
  readonly members: readonly string[];
}

const positions: readonly Position[] = ['first', 'afterUnknown', 'afterAccepted'];

/** The answers to a call, merged by what `interpret` makes of each. */
export function classesOf(call: OrderCall, intent: IntendedOrder, otherIntent: IntendedOrder): readonly AnswerClass[] {
  const byEffect = Map.groupBy(samplesOf(call, intent), (sample) => effectOf(sample, call, intent, otherIntent));
  return [...byEffect.values()].flatMap((samples) => {
    const [first] = samples;
    if (first === undefined) return [];
    const { name, answer, says } = first;
    return [{ name, call, answer, says, hasCodes: hasCodes(answer), members: samples.map((sample) => sample.name) }];
  });
}

function effectOf(
  { answer, says }: Sample,
  call: OrderCall,
  intent: IntendedOrder,
  otherIntent: IntendedOrder,
): string {
  const effects = positions.flatMap((position) =>
    [null, otherIntent].flatMap((other) =>
      [false, true].map((isSentSince) =>
        effect(interpret({ answer, call, position, isSentSince, operationId, intent, otherIntent: other })),
      ),
    ),
  );
  const askedMs = answer.kind === 'verified' ? answer.retryAfterMs : null;
  return JSON.stringify([says, hasCodes(answer), askedMs, effects]);
}

function effect({ verdict, about, ...rest }: Interpretation): unknown {
  return {
    ...rest,
    verdict: classOfVerdict(verdict),
    ...(about === undefined ? {} : { about: classOfVerdict(about.verdict) }),
  };
}

/** A verdict without what no rule asks of it: a code counts as a gate, as "not found", or as any other. */
export function classOfVerdict(verdict: Verdict): Verdict {
  if (verdict.outcome === 'unverified')
    return verdict.reason === 'another_answer_reused' ? verdict : { ...verdict, reason: 'unverified' };
  return 'code' in verdict && verdict.code !== null ? { ...verdict, code: classOfCode(verdict.code) } : verdict;
}

function classOfCode(code: string): string {
  if (isGate(code)) return 'gate';
  return code === 'resource_not_found' ? code : 'other';
}

function hasCodes(answer: OrderAnswer): boolean {
  return answer.kind === 'verified' && answer.order !== null && answer.order.soldCardIds.length > 0;
}
