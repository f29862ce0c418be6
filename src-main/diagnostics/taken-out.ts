import { complaintOf, speaksOfMissing, speaksOfMissingSignature } from './complaint.ts';
import type { Probe } from './probe.ts';

/**
 * Headers that the service says it does not have, and that this request carried: something on the way takes them out.
 */
export function takenOut({
  prepared,
  judged,
  isSigned,
}: Pick<Probe, 'prepared' | 'judged' | 'isSigned'>): readonly string[] {
  const complaint = complaintOf(judged);
  const carried = prepared.headers
    .map(([name]) => name.toLowerCase())
    .filter((name) => speaksOfMissing(complaint, name));
  return [...carried, ...(isSigned && speaksOfMissingSignature(complaint) ? ['signature', 'signature-input'] : [])];
}
