import type { Result } from './result.ts';

/** Wall time in milliseconds since the epoch, and a monotonic reading that no clock change moves. */
export interface Clock {
  nowMs(): number;
  monotonicMs(): number;
  /** Resolves after `ms`; the returned promise also resolves early when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Randomness {
  uuid(): string;
  bytes(length: number): Uint8Array;
}

/**
 * Exactly what goes on the wire. `url` is absolute; headers are sent in this order and nothing is added but Host,
 * Connection and the Content-Length of the body.
 */
export interface WireRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array | null;
}

/** The bytes that came back, unparsed, with the header lines as received. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/**
 * Why no whole answer came back. `not_sent` is proof that no byte of the request left (the connection never
 * came up); every other code leaves open whether the service acted on it.
 */
export interface TransportFault {
  readonly code: 'not_sent' | 'connection_lost' | 'answer_timeout' | 'answer_too_large';
  /** Why the connection never came up, where the system said it; it decides nothing, and tells people where to look. */
  readonly why?: ConnectFault;
}

export type ConnectFault =
  | 'name_unknown'
  | 'connection_refused'
  | 'no_tls'
  | 'certificate_expired'
  | 'certificate_of_another'
  | 'certificate_untrusted';

export interface ExchangeOptions {
  /** From the first byte sent to the last received. */
  readonly waitMs: number;
  readonly maxBytes: number;
  /** Called when the whole request has been handed to the system; what comes of it is open from here on. */
  readonly onWritten?: () => void;
  readonly late?: LateAnswers;
}

/** What still comes after the wait is taken here, until `waitMs` more have passed or `signal` ends it. */
export interface LateAnswers {
  readonly waitMs: number;
  readonly signal: AbortSignal;
  readonly take: (answer: RawAnswer) => void;
}

/** One HTTP exchange: no redirects followed, nothing retried, nothing decoded. */
export interface Transport {
  exchange(request: WireRequest, options: ExchangeOptions): Promise<Result<RawAnswer, TransportFault>>;
}

/**
 * Wraps the data key of this installation for rest; each host supplies its own. `name` is kept beside the wrapped key.
 */
export interface Sealer {
  readonly name: string;
  wrap(dataKey: Uint8Array): Promise<Result<Uint8Array, SealerFault>>;
  /** `onStale` is called where the data key should be wrapped anew, since what wraps it has changed. */
  unwrap(wrapped: Uint8Array, onStale?: () => void): Promise<Result<Uint8Array, SealerFault>>;
}

/**
 * `wrong_secret`: a person may know the right one. `sealer_changed`: the same kind of store, with another key in it.
 */
export interface SealerFault {
  readonly code: 'sealer_refused' | 'sealer_unavailable' | 'wrong_secret' | 'sealer_changed';
}

/** The clipboard of the computer the person sits at. */
export interface Clipboard {
  /** What is secret is marked so, where the system can, that histories of copied things pass over it. */
  write(text: string, how?: { readonly secret: true }): Promise<boolean>;
  /** Empties the clipboard only where it still holds the text of this SHA-256 (base64url). */
  clearIfStill(textSha256: string): Promise<void>;
}

/** The printers of the computer the person sits at. */
export interface Printer {
  names(): Promise<readonly string[]>;
  /**
   * Resolves when the system took the job; whether paper came out nobody knows but the person. Nothing of it is kept.
   */
  print(job: PrintJob): Promise<Result<void, PrinterFault>>;
}

/** A receipt as the documents it is drawn from, each as one image: printers have no Arabic of their own. */
export interface PrintJob {
  readonly documents: readonly string[];
  readonly paper: Paper;
  /** Null: the person chooses in the system's dialog. */
  readonly printerName: string | null;
}

export interface Paper {
  readonly widthMicrons: number;
  /** Null for a roll, which ends where the receipt does. */
  readonly heightMicrons: number | null;
  /** What the head of the printer does not reach, on each side. */
  readonly marginMicrons: number;
  /** The dots over the width that can be printed. */
  readonly dots: number;
}

export interface PrinterFault {
  /** `printer_gone`: the job broke off, and what came out before is not known. After the others there is no paper. */
  readonly code: 'printer_gone' | 'refused' | 'not_drawn';
}

/** Called at each named step of a purchase; tests kill the process there. */
export type StepMark<Step extends string> = (step: Step) => void;
