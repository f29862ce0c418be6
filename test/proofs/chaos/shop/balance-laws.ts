import type { Counter } from '../../../../src-main/app/counter/counter.ts';
import type { NewEvent } from '../../../../src-main/journal/event.ts';

/** A request of an order, by the numbers of the journal between which it was under way. */
interface OrderRequest {
  readonly fromSeq: number;
  toSeq: number | null;
}

/** Holds each reading of the balances against the requests of orders: none was under way before, during or after it. */
export class Readings {
  #requests: OrderRequest[] = [];
  readonly #coverage: (name: string) => void;
  readonly #violate: (bar: string, what: string) => void;

  constructor(coverage: (name: string) => void, violate: (bar: string, what: string) => void) {
    this.#coverage = coverage;
    this.#violate = violate;
  }

  /** A process began; what the one before had under way is nobody's. */
  opened({ localRecords: { journal } }: Pick<Counter, 'localRecords'>): void {
    this.#requests = [];
    const append = journal.append.bind(journal);
    const watched: typeof append = (...entries) => {
      for (const entry of entries) if (entry.kind === 'balances-read') this.#judge(entry);
      return append(...entries);
    };
    Object.assign(journal, { append: watched });
  }

  /** `seq`: the last event before it leaves. Whoever is given back says when it ended. */
  sending(seq: number): OrderRequest {
    const request = { fromSeq: seq, toSeq: null };
    this.#requests.push(request);
    return request;
  }

  #judge({ body }: NewEvent): void {
    const afterSeq = Number(body['afterSeq']);
    const beside = this.#requests.filter(
      ({ fromSeq, toSeq }) => fromSeq > afterSeq || toSeq === null || toSeq > afterSeq,
    );
    if (beside.length > 0)
      this.#violate('balances read beside a sale', `${String(beside.length)} after ${String(afterSeq)}`);
    this.#requests = beside;
    this.#coverage('balances read');
  }
}
