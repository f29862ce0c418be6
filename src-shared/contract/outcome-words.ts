import type { Text } from '../words/text.ts';
import { unverifiedReasons, type UnverifiedReason } from './codes.ts';
import { probeOutcomes, type ProbeOutcome } from './diagnosis-codes.ts';

type OutcomeText = Text<`diagnosis.outcome.${ProbeOutcome}` | `unverified.${UnverifiedReason}`>;

/**
 * How a call of the diagnosis went, with why its answer was unverified, or with the code or the field that the service
 * named; empty where nothing went. `put` is how a name of the protocol goes into the sentence.
 */
export function outcomeWords(
  facts: Readonly<Record<string, string | number>>,
  text: OutcomeText,
  put: (name: string) => string = (name) => name,
): string {
  const outcome = probeOutcomes.find((known) => known === facts['outcome']);
  if (outcome === undefined) return '';
  const says = text(`diagnosis.outcome.${outcome}`);
  const { detail, component } = facts;
  if (detail === undefined) return says;
  const reason = unverifiedReasons.find((known) => known === detail);
  if (reason === undefined) return `${says} (${put(String(detail))})`;
  const named = component === undefined ? '' : `: ${put(String(component))}`;
  return `${says} (${text(`unverified.${reason}`)}${named})`;
}
