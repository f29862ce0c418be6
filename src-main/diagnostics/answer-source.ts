import type { RawAnswer } from '../core/ports.ts';
import { readDiagnostic } from '../partner-api/operations/diagnostic.ts';
import { readJson } from '../partner-api/operations/json.ts';
import { isRefusalCode, problemIn } from '../partner-api/problem.ts';
import { checkContentDigest } from '../signatures/digest.ts';
import { fieldValue } from '../signatures/message.ts';

/** Only the service itself writes the digest of what it says, its own codes, and what it saw of a signature. */
export function isOfService({ headers, body }: RawAnswer): boolean {
  const code = problemIn(body)?.code;
  return (
    checkContentDigest(fieldValue(headers, 'content-digest'), body).ok ||
    (code !== undefined && isRefusalCode(code)) ||
    readDiagnostic(readJson(body)) !== null
  );
}

/** How gateways say that they have too much to do, or that nobody behind them answers. 511 asks for a sign-in. */
export function isBusyStatus(status: number): boolean {
  return status !== 511 && (status === 429 || status >= 502);
}
