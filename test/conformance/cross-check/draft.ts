import type { ComponentId } from '../../../src-main/signatures/component.ts';
import type { HeaderLine } from '../../../src-main/signatures/message.ts';
import type { SignatureParameters } from '../../../src-main/signatures/sign.ts';
import type { TamperingName } from './tampering.ts';

/**
 * A request, or an answer with the request it belongs to; the address as somebody wrote it, header lines as on the
 * wire.
 */
export interface Exchange {
  readonly method: string;
  readonly address: string;
  readonly headers: readonly HeaderLine[];
  readonly answer: { readonly status: number; readonly headers: readonly HeaderLine[] } | null;
}

/** What is to be signed and how, and what happens to it on its way to the verifiers. */
export interface Draft {
  readonly exchange: Exchange;
  readonly label: string;
  readonly components: readonly ComponentId[];
  readonly parameters: SignatureParameters;
  /** What a verifier is told to insist on. */
  readonly required: readonly ComponentId[];
  readonly tampering: TamperingName;
}

/** The exchange with other headers on the message that is signed. */
export function withSignedHeaders(
  exchange: Exchange,
  change: (headers: readonly HeaderLine[]) => readonly HeaderLine[],
): Exchange {
  const { answer } = exchange;
  return answer === null
    ? { ...exchange, headers: change(exchange.headers) }
    : { ...exchange, answer: { ...answer, headers: change(answer.headers) } };
}
