import type { Counter } from '../../../src-main/app/counter/counter.ts';
import type { WireRequest } from '../../../src-main/core/ports.ts';
import { isFinal, stateOf } from '../../../src-main/orders/machine/order.ts';
import { purchaseSteps, type PurchaseStep } from '../../../src-main/orders/records/steps.ts';
import type { Coverage } from './coverage.ts';
import type { Observer, Step } from './machine.ts';
import { Readings } from './shop/balance-laws.ts';
import type { Said } from './shop/journal-laws.ts';
import type { Papers } from './shop/papers.ts';
import type { TransportResult } from './wire.ts';

const anyOrderPath = /\/orders(?:\/|\?|$)/;
const orderPath = /\/v1\/wallets\/[^/]+\/orders\?*$/;

interface WatchOptions {
  readonly coverage: Coverage;
  readonly papers: Papers;
  readonly said: Said;
  readonly nowMs: () => number;
  readonly violate: (bar: string, what: string) => void;
}

/** Looks at every request of the counter before a byte of it leaves, and says which law it breaks. */
export class Watch implements Observer {
  readonly #coverage: Coverage;
  readonly #papers: Papers;
  readonly #said: Said;
  readonly #violate: (bar: string, what: string) => void;
  readonly #nowMs: () => number;
  readonly #bodies = new Map<string, string>();
  readonly #nonces = new Set<string>();
  readonly #inFlight = new Set<string>();
  readonly #readings: Readings;
  readonly #ends = new Map<WireRequest, ReturnType<Readings['sending']>>();
  /** Orders of a journal that was restored to an older copy. */
  readonly restored = new Set<string>();
  readonly kills: (PurchaseStep | null)[] = [];

  constructor({ coverage, papers, said, nowMs, violate }: WatchOptions) {
    this.#coverage = coverage;
    this.#papers = papers;
    this.#said = said;
    this.#nowMs = nowMs;
    this.#violate = violate;
    this.#readings = new Readings((name) => coverage.add('events', name), violate);
  }

  step(step: Step): void {
    this.#coverage.add('steps', step);
  }

  sending(request: WireRequest, counter: Counter): void {
    const operationId = placedBy(request);
    this.#coverage.add(
      'requests',
      operationId === null ? (request.method === 'GET' ? 'reads' : 'other posts') : 'order posts',
    );
    if (anyOrderPath.test(request.url)) this.#ends.set(request, this.#readings.sending(headSeq(counter)));
    const nonce = headerOf(request, 'nonce');
    if (nonce !== null && this.#nonces.has(nonce)) this.#violate('nonce sent twice', request.url);
    if (nonce !== null) this.#nonces.add(nonce);
    if (operationId !== null)
      this.#judge(operationId, nonce, new TextDecoder().decode(request.body ?? new Uint8Array()), counter);
  }

  received(request: WireRequest, outcome: TransportResult, counter: Counter | null): void {
    const operationId = placedBy(request);
    const read = this.#ends.get(request);
    if (read !== undefined) read.toSeq = counter === null ? 0 : headSeq(counter);
    this.#ends.delete(request);
    if (operationId !== null) this.#inFlight.delete(operationId);
    this.#coverage.add('answers', outcome.ok ? String(outcome.value.status) : outcome.error.code);
  }

  salvaged(lost: 'something' | 'nothing'): void {
    this.#coverage.add('salvaged', lost === 'something' ? 'with a loss' : 'without a loss');
  }

  failed(error: unknown): void {
    this.#violate('bug', error instanceof Error ? (error.stack ?? error.message) : 'not an error');
  }

  opened(counter: Counter): void {
    this.#papers.opened(counter);
    this.#said.opened();
    this.#ends.clear();
    this.#readings.opened(counter);
  }

  zIssued(counter: Counter): void {
    this.#papers.issued(counter);
  }

  killed(step: Step | null): void {
    this.closed();
    this.#coverage.add('kills', step ?? 'at any other moment');
    const real = purchaseSteps.find((one) => one === step) ?? null;
    if (real !== null || step === null) this.kills.push(real);
  }

  /** What the process had under way is nobody's now. */
  closed(): void {
    this.#inFlight.clear();
  }

  #judge(operationId: string, nonce: string | null, body: string, counter: Counter): void {
    const { records, journal } = counter.localRecords;
    const attempt = journal
      .events({ subject: operationId })
      .find(({ kind, body: { nonce: recorded } }) => kind === 'attempt-started' && recorded === nonce);
    const facts = records.find(operationId);
    if (facts === null || attempt === undefined) {
      this.#violate('sent before it was recorded', operationId);
      return;
    }
    if (facts.intent.body !== body || (this.#bodies.get(operationId) ?? body) !== body)
      this.#violate('one id, two bodies', operationId);
    this.#bodies.set(operationId, body);
    if (this.#inFlight.has(operationId)) this.#violate('two attempts in flight', operationId);
    this.#inFlight.add(operationId);
    if (facts.acknowledged) return;
    if (isFinal(stateOf(facts, this.#nowMs()))) this.#violate('sent after its end', operationId);
    if (this.#nowMs() > facts.wantedUntilMs) this.#violate('sent when nobody wanted it', operationId);
    if (this.restored.has(operationId)) this.#violate('sent from a restored journal', operationId);
  }
}

function headSeq({ localRecords: { journal } }: Counter): number {
  return journal.head().seq;
}

function placedBy(request: WireRequest): string | null {
  return request.method === 'POST' && orderPath.test(request.url) ? headerOf(request, 'idempotency-key') : null;
}

function headerOf({ headers }: WireRequest, name: string): string | null {
  return headers.find(([given]) => given.toLowerCase() === name)?.[1] ?? null;
}
