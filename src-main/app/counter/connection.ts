import type { ConnectionView } from '../../../src-shared/contract/schemas.ts';
import type { Clock, ExchangeOptions, RawAnswer, Transport, TransportFault, WireRequest } from '../../core/ports.ts';
import type { Result } from '../../core/result.ts';

/** What is known of the way to the service, from the calls that were made. */
export interface Connection {
  readonly transport: Transport;
  view(): ConnectionView;
  /** The minute of the last answer; null before there was one. */
  answeredAt(): string | null;
  /** A verified answer accepted the signature of its call, or refused it. */
  readonly judged: (accepted: boolean) => void;
  /** Another service may be called next, of which nothing is known. */
  readonly forget: () => void;
}

/** So long nothing comes back before the service is called silent. */
const silentAfterMs = 10_000;

/**
 * `onChange` hears of each change, and whether the service is back that could not be reached; `onAnswered` of each
 * minute in which an answer came.
 */
export function watchConnection(
  transport: Transport,
  clock: Clock,
  onChange: (view: ConnectionView, isBack: boolean) => void,
  onAnswered: (at: string) => void = () => undefined,
): Connection {
  return new WatchedConnection(transport, clock, onChange, onAnswered);
}

const minuteMs = 60_000;

type State = 'untried' | 'answering' | 'silent' | 'none';

class WatchedConnection implements Connection {
  readonly transport: Transport = { exchange: (request, options) => this.#exchange(request, options) };
  readonly #wire: Transport;
  readonly #clock: Clock;
  readonly #onChange: (view: ConnectionView, isBack: boolean) => void;
  readonly #onAnswered: (at: string) => void;
  #answeredAt: string | null = null;
  #state: State = 'untried';
  #isRefused = false;
  #open = 0;
  /** Runs from the first call after the last answer, until an answer ends it. */
  #patience: AbortController | null = null;

  constructor(
    wire: Transport,
    clock: Clock,
    onChange: (view: ConnectionView, isBack: boolean) => void,
    onAnswered: (at: string) => void,
  ) {
    this.#wire = wire;
    this.#clock = clock;
    this.#onChange = onChange;
    this.#onAnswered = onAnswered;
  }

  view(): ConnectionView {
    const online = this.#state !== 'none';
    if (this.#state === 'untried' || this.#state === 'silent') return { online, trouble: this.#state };
    return online && this.#isRefused ? { online, trouble: 'refused' } : { online };
  }

  answeredAt(): string | null {
    return this.#answeredAt;
  }

  readonly judged = (accepted: boolean): void => this.#change(this.#state, !accepted);

  readonly forget = (): void => {
    this.#endPatience();
    this.#state = 'untried';
    this.#isRefused = false;
    this.#answeredAt = null;
  };

  async #exchange(
    request: WireRequest,
    { late, ...options }: ExchangeOptions,
  ): Promise<Result<RawAnswer, TransportFault>> {
    this.#open += 1;
    this.#waitPatiently();
    const take =
      late === undefined
        ? {}
        : {
            late: {
              ...late,
              take: (answer: RawAnswer) => {
                this.#heard();
                late.take(answer);
              },
            },
          };
    const answer = await this.#wire.exchange(request, { ...options, ...take });
    this.#open -= 1;
    if (answer.ok || answer.error.code === 'answer_too_large') this.#heard();
    else if (answer.error.code === 'not_sent') this.#change('none');
    return answer;
  }

  #heard(): void {
    this.#endPatience();
    const at = new Date(Math.floor(this.#clock.nowMs() / minuteMs) * minuteMs).toISOString();
    if (at !== this.#answeredAt) this.#onAnswered((this.#answeredAt = at));
    this.#change('answering');
    if (this.#open > 0) this.#waitPatiently();
  }

  #waitPatiently(): void {
    if (this.#patience !== null) return;
    const patience = new AbortController();
    this.#patience = patience;
    void this.#clock.sleep(silentAfterMs, patience.signal).then(() => {
      if (patience.signal.aborted) return;
      this.#patience = null;
      // Where no connection came up, a call that waits for one says nothing new.
      if (this.#state !== 'none') this.#change('silent');
    });
  }

  #endPatience(): void {
    this.#patience?.abort();
    this.#patience = null;
  }

  #change(state: State, isRefused = this.#isRefused): void {
    const before = { state: this.#state, view: JSON.stringify(this.view()) };
    this.#state = state;
    this.#isRefused = isRefused;
    const isBack = state === 'answering' && (before.state === 'none' || before.state === 'silent');
    if (JSON.stringify(this.view()) !== before.view) this.#onChange(this.view(), isBack);
  }
}
