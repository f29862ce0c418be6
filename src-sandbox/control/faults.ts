import { randomUUID } from 'node:crypto';
import { refusalStatuses, type Refusal, type RefusalCode } from '../rules/refusals.ts';
import type { Outcome } from '../state/orders.ts';

/** What a fault does, and at which point of a call: each call takes at most one fault at each point. */
export type Behaviour =
  | { readonly point: 'arrival' }
  | { readonly point: 'decision'; readonly refusal: Refusal }
  | { readonly point: 'outcome'; readonly outcome: Outcome }
  | { readonly point: 'delay'; readonly delayMs: number }
  | { readonly point: 'answer'; readonly alteration: Alteration };

export type Alteration = 'drop' | 'unsigned' | 'bad-digest' | 'bad-signature' | 'unknown-key';
type Point = Behaviour['point'];

/** Every fault by its name; a new one is a new line here. */
const behaviours: ReadonlyMap<string, Behaviour> = new Map<string, Behaviour>([
  ...Object.keys(refusalStatuses).filter(isRefusalCode).map((code) => [code, { point: 'decision', refusal: { code } }] as const),
  ['purchase_not_allowed-409', { point: 'decision', refusal: { code: 'purchase_not_allowed', status: 409 } }],
  ['drop-before', { point: 'arrival' }],
  ['accept-202', { point: 'outcome', outcome: { status: 'processing', reported: false } }],
  ['complete-unreported', { point: 'outcome', outcome: { status: 'completed', reported: false } }],
  ['recovery-exhausted', { point: 'outcome', outcome: { status: 'recoveryExhausted', reported: false } }],
  ['fail-order', { point: 'outcome', outcome: { status: 'failed', reported: true } }],
  ['slow', { point: 'delay', delayMs: 3000 }],
  ['drop-after-commit', { point: 'answer', alteration: 'drop' }],
  ['unsigned', { point: 'answer', alteration: 'unsigned' }],
  ['bad-digest', { point: 'answer', alteration: 'bad-digest' }],
  ['bad-signature', { point: 'answer', alteration: 'bad-signature' }],
  ['unknown-key', { point: 'answer', alteration: 'unknown-key' }],
]);

export const faultNames: readonly string[] = [...behaviours.keys()];

export interface PendingFault {
  readonly id: string;
  readonly name: string;
  readonly operation?: string;
  readonly count: number;
}

/** Faults that wait for the calls they match, oldest first. They do not survive a restart. */
export class Faults {
  #pending: PendingFault[] = [];

  /** False when there is no fault of that name. */
  add(name: string, operation: string | undefined, count: number): boolean {
    if (!behaviours.has(name)) return false;
    this.#pending.push({ id: randomUUID(), name, count, ...(operation === undefined ? {} : { operation }) });
    return true;
  }

  pending(): readonly PendingFault[] {
    return this.#pending;
  }

  clear(): void {
    this.#pending = [];
  }

  /** Uses up one count of the oldest fault for this point of a call to this operation. */
  take<P extends Point>(point: P, operation: string): Extract<Behaviour, { point: P }> | undefined {
    for (const fault of this.#pending) {
      const behaviour = behaviours.get(fault.name);
      if (behaviour === undefined || !isAt(behaviour, point)) continue;
      if (fault.operation !== undefined && fault.operation !== operation) continue;
      this.#useUp(fault);
      return behaviour;
    }
    return undefined;
  }

  #useUp(used: PendingFault): void {
    this.#pending = this.#pending.flatMap((fault) => {
      if (fault.id !== used.id) return [fault];
      return fault.count > 1 ? [{ ...fault, count: fault.count - 1 }] : [];
    });
  }
}

function isAt<P extends Point>(behaviour: Behaviour, point: P): behaviour is Extract<Behaviour, { point: P }> {
  return behaviour.point === point;
}

function isRefusalCode(name: string): name is RefusalCode {
  return name in refusalStatuses;
}
