import type { Probe } from './probe.ts';
import { refusalTextOf, speaksOfMissing, speaksOfMissingSignature } from './refusal-text.ts';

/**
 * Headers that the service says it does not have, and that this request carried: something on the way takes them out.
 */
export function strippedHeaders({
  prepared,
  judged,
  isSigned,
}: Pick<Probe, 'prepared' | 'judged' | 'isSigned'>): readonly string[] {
  const refusalText = refusalTextOf(judged);
  const carried = prepared.headers
    .map(([name]) => name.toLowerCase())
    .filter((name) => speaksOfMissing(refusalText, name));
  return [...carried, ...(isSigned && speaksOfMissingSignature(refusalText) ? ['signature', 'signature-input'] : [])];
}
