import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { breakModule, type Breach } from '../../support/break-module.ts';
import { projectRoot } from '../../support/project.ts';
import type { Part } from './spaces.ts';
import type { Left } from './world.ts';

/** A fault in the machine: other text in one of its modules, as it is loaded for the proof. */
export interface Plant {
  readonly says: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** The space in which it is looked for: one order with so much trouble, or two of them. */
  readonly space: Part['of'];
  /** It is looked for among these answers alone; among all where none are named. */
  readonly among?: readonly string[];
  /** Why the whole counter over the practice service does not show it by the same path. */
  readonly whyNot?: string;
}

const plain: Left = { posts: 2, reads: 2, delays: 0, upsets: 0, deeds: 1 };
const late: Left = { posts: 2, reads: 2, delays: 1, upsets: 0, deeds: 0 };
const upset: Left = { posts: 2, reads: 2, delays: 0, upsets: 1, deeds: 0 };

/** The product has no switch for any of them. Where the text is not found any more the proof says so. */
export const plants: Readonly<Record<string, Plant>> = {
  'deadline-of-the-last-attempt': {
    says: 'the not-bought deadline is that of the last attempt only',
    file: 'not-bought.ts',
    from: "progress.stage !== 'notSent');\n}\n\nexport function readsSinceLastPost",
    to: "progress.stage !== 'notSent').slice(-1);\n}\n\nexport function readsSinceLastPost",
    space: late,
    among: ['not verified: signature_missing', '404 resource_not_found'],
  },
  'attention-is-decided': {
    says: 'an attempt that ended in attention counts as decided',
    file: 'order.ts',
    from: "'settling', 'attention', 'nothing'];",
    to: "'settling', 'nothing'];",
    space: plain,
  },
  'kept-answer-forgotten': {
    says: 'an answer that lies kept is not judged before a resend',
    file: 'order.ts',
    from: "if (progress.stage === 'sealed') return",
    to: "if (progress.stage === 'sealed' && call === 'getPartnerOrder') return",
    space: upset,
  },
  'first-report-of-read-only': {
    says: 'records that were restored or copied ask for the first report',
    file: 'next-step.ts',
    from: 'if (readOnly !== null || handedOver',
    to: 'if (handedOver',
    space: upset,
  },
  'not-found-is-refused': {
    says: 'a "not found" counts before the proof is whole',
    file: 'interpret.ts',
    from: "isNotFound ? { outcome: 'notFound', createdAtSeconds }",
    to: "isNotFound ? { outcome: 'refused', code: 'resource_not_found' }",
    space: plain,
  },
  'unbound-refusal': {
    says: 'a refusal that is bound to no request counts for this one',
    file: 'interpret.ts',
    from: "      return isBound\n        ? { outcome: 'refused'",
    to: "      return isBound || code !== null\n        ? { outcome: 'refused'",
    space: plain,
  },
  'unbound-settling-is-decided': {
    says: 'a refusal after an unknown counts as decided, bound or not',
    file: 'order.ts',
    from: "'unverified', 'settling', 'attention'",
    to: "'unverified', 'attention'",
    space: late,
  },
  'copy-refused-first': {
    says: 'a refusal counts for records that were restored or copied',
    file: 'order.ts',
    from: 'everUnknown(others) || order.readOnly !== null ?',
    to: 'everUnknown(others) ?',
    space: { posts: 1, reads: 1, delays: 1, upsets: 1, deeds: 0 },
  },
  'server-error-is-refused': {
    says: 'a server error counts as a refusal',
    file: 'refusal-table.ts',
    from: "row(['internal_error'], [500], ['unknown', 'unknown', 'stays'], []),",
    to: "row(['internal_error'], [500], ['refused', 'settling', 'stays'], []),",
    space: plain,
  },
  'refused-after-unknown': {
    says: 'a refusal after an unknown is final',
    file: 'refusal-table.ts',
    from: "row(['daily_limit_exceeded'], [429], ['refused', 'settling', 'stays'], ['afterAccepted']),",
    to: "row(['daily_limit_exceeded'], [429], ['refused', 'refused', 'stays'], ['afterAccepted']),",
    space: plain,
  },
  'cancelled-after-unknown': {
    says: 'an order can be cancelled whatever became of its attempts',
    file: 'order.ts',
    from: "(state === 'intended' || state === 'blocked' || state === 'waiting') && !everUnknown(order)",
    to: "state === 'intended' || state === 'blocked' || state === 'waiting' || state === 'unknown'",
    space: plain,
  },
  'never-forgotten': {
    says: 'the service is trusted to remember an id for ever',
    file: 'next-step.ts',
    from: 'if (mayBeForgotten(order, terms, nowMs)) return read;',
    to: '',
    space: plain,
    whyNot: 'the practice service forgets no id, and takes the second POST for a repetition',
  },
  'always-wanted': {
    says: 'an order is sent again that nobody wants any more',
    file: 'next-step.ts',
    from: 'if (!isWanted(order, nowMs)) return null;',
    to: '',
    space: plain,
  },
  'proof-of-restored-records': {
    says: 'records that were restored or copied prove that nothing was bought',
    file: 'not-bought.ts',
    from: "if (restored) return broken('records_restored');",
    to: '',
    space: upset,
  },
  'early-not-found': {
    says: 'a "not found" counts for the proof however early it was signed',
    file: 'not-bought.ts',
    from: '.filter((read) => signedAt(read) > readableSeconds)',
    to: '',
    space: { posts: 1, reads: 2, delays: 1, upsets: 0, deeds: 0 },
  },
  'sent-while-read-only': {
    says: 'an order of restored records is sent before the service showed it',
    file: 'order.ts',
    from: "if (order.refusedAfterUnknown !== null || order.readOnly !== null) return 'settling';",
    to: "if (order.refusedAfterUnknown !== null) return 'settling';",
    space: upset,
  },
  'no-choice-in-a-conflict': {
    says: 'a person is asked and has no choice',
    file: 'choices.ts',
    from: "if (reason === conflictReason) return ['accept-not-bought', 'accept-as-bought'];",
    to: 'if (reason === conflictReason) return [];',
    space: plain,
  },
  'codes-of-another-card-pass': {
    says: 'what was sold is not compared with what was meant',
    file: 'interpret.ts',
    from: "...differs('quantity', order.quantity, intent.quantity),",
    to: '',
    space: plain,
  },
  'codes-left-behind': {
    says: 'the codes of a completed order are not noted',
    file: 'apply.ts',
    from: 'const sealedCodes = withCodes(order, verdict.soldCardIds, sealedId);',
    to: 'const sealedCodes = order.sealedCodes;',
    space: plain,
  },
  'unverified-codes-left-behind': {
    says: 'an answer that cannot be verified for now is not kept for later',
    file: 'order.ts',
    from: "verdict.reason === 'another_answer_reused' ? []",
    to: "verdict.reason !== 'another_answer_reused' ? []",
    space: late,
  },
  'other-answer-by-own-intent': {
    says: "another order's answer is compared with our own intent",
    file: 'interpret.ts',
    from: 'verdict: verdictOfOrder(order, otherIntent, isReplay)',
    to: 'verdict: verdictOfOrder(order, intent, isReplay)',
    space: 'namingOther',
  },
  'other-answer-moves-this-order': {
    says: "another order's answer moves this one",
    file: 'interpret.ts',
    from: 'if (order?.operationId === operationId) {',
    to: 'if (order !== null) {',
    space: 'namingOther',
  },
  'asked-pause-forgotten': {
    says: 'somebody who asks for the next request has it sent though the service asked to wait',
    file: 'next-step.ts',
    from: '? 0 : askedLeftMs(order, circumstances);',
    to: '? 0 : 0;',
    space: plain,
  },
  'due-while-asked-to-wait': {
    says: 'the next request is due though the service asked to wait',
    file: 'next-step.ts',
    from: 'return coming === null || askedMs === 0 ? coming : {',
    to: 'return coming === null || askedMs > 0 ? coming : {',
    space: upset,
  },
  'pause-of-a-wrong-clock': {
    says: 'a pause that a wrong clock wrote down stands for one that came later',
    file: 'apply.ts',
    from: ' || isClockSetBack(saidMs, newerSaidMs) ?',
    to: ' ?',
    space: { posts: 3, reads: 0, delays: 0, upsets: 1, deeds: 1 },
    among: ['503 dependency_unavailable, asks to wait', 'processing, asks to wait'],
    whyNot: 'the practice service refuses what is dated ahead before it would ask to wait',
  },
  'sent-on-other-terms': {
    says: 'an order goes out again in another form, or by another key, though nobody showed it',
    file: 'next-step.ts',
    from: 'if (differs) return everUnknown(order) ? read : null;',
    to: '',
    space: upset,
  },
  'twin-not-asked-about': {
    says: 'the same sale is taken beside one that has no outcome yet',
    file: 'placing.ts',
    from: "if (twins.pending !== null) return { code: 'same_sale_pending', operationId: twins.pending };",
    to: '',
    space: plain,
  },
  'replaced-while-open': {
    says: 'an order is replaced that is not over',
    file: 'placing.ts',
    from: 'if (state === null || !isFinal(state)) return',
    to: 'if (state === null) return',
    space: plain,
  },
  'replaced-though-bought': {
    says: 'an order is replaced that was bought',
    file: 'placing.ts',
    from: "return state === 'completed' ? { code: 'operation_final', field: 'replaces', operationId } : null;",
    to: 'return null;',
    space: plain,
  },
  'resend-of-read-only': {
    says: 'a person can have it sent again from records that were restored or copied',
    file: 'choices.ts',
    from: 'return !isOver && !isReadOnly(order) &&',
    to: 'return !isOver &&',
    space: { ...upset, deeds: 1 },
  },
  'resend-of-what-is-over': {
    says: 'a person can have an order sent again that was cancelled or refused, and stays so',
    file: 'choices.ts',
    from: 'return !isOver && !isReadOnly(order) &&',
    to: 'return !isReadOnly(order) &&',
    space: { ...plain, deeds: 2 },
  },
  'schedule-not-dated': {
    says: 'what a clock wrote down that was wrong is due by the clock that was put right',
    file: 'apply.ts',
    from: '{ ...after, retrySetAtMs: atMs }',
    to: 'after',
    space: { posts: 2, reads: 3, delays: 0, upsets: 0, deeds: 0 },
  },
};

const breachOf = ({ file, from, to }: Plant): Breach => ({ file: `src-main/orders/machine/${file}`, from, to });

/** The same faults as they are planted in other proofs. */
export const machineBreaches: Readonly<Record<string, Breach>> = Object.fromEntries(
  Object.entries(plants).map(([name, one]) => [name, breachOf(one)]),
);

/** From now on the module is loaded with the fault. Throws where it is not known or its text not found exactly once. */
export function plant(name: string): void {
  const found = plants[name];
  if (found === undefined) throw new Error(`no fault is called ${name}; known: ${Object.keys(plants).join(', ')}`);
  breakModule(breachOf(found));
}

/** Whether the text that the fault replaces stands in the machine, once. */
export function standsOnce(one: Plant): boolean {
  const { file, from } = breachOf(one);
  return readFileSync(join(projectRoot, file), 'utf8').split(from).length === 2;
}
