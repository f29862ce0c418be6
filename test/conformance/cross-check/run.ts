import { explain, verdictsOn, type Pair } from './compare.ts';
import { differences, type Difference } from './differences.ts';
import type { Draft } from './draft.ts';
import { draftOf } from './generate.ts';
import { httpMessageSig } from './http-message-sig.ts';
import { httpMessageSignatures } from './http-message-signatures.ts';
import { ours } from './ours.ts';
import type { Party } from './party.ts';

export interface CrossCheckOptions {
  readonly seed: number;
  /** So many messages in each direction for each library. */
  readonly messages: number;
  /** Another signer and verifier in our place, to show that the check notices. */
  readonly inOurPlace?: Party;
}

/** What came of one direction: who signed, and what both said of it. */
export interface Direction {
  readonly signer: string;
  readonly verifier: string;
  messages: number;
  /** Both verify it. */
  verified: number;
  /** Neither verifies it, or neither signs it. */
  refused: number;
  explained: number;
  readonly unexplained: string[];
}

export interface CrossCheck {
  readonly options: CrossCheckOptions;
  readonly directions: readonly Direction[];
  /** How often each difference was needed to explain a disagreement. */
  readonly seen: ReadonlyMap<Difference, number>;
}

/** Every message, signed by each and verified by both, in both directions, for both libraries. */
export async function crossCheck(options: CrossCheckOptions): Promise<CrossCheck> {
  const seen = new Map<Difference, number>(differences.map((difference) => [difference, 0]));
  const we = options.inOurPlace ?? ours;
  const pairs = [httpMessageSig, httpMessageSignatures].flatMap((theirs): Pair[] => [
    { ours: we, theirs, signer: 'ours' },
    { ours: we, theirs, signer: 'theirs' },
  ]);
  const directions = pairs.map(({ theirs, signer }): Direction => {
    const [by, to] = signer === 'ours' ? [we.name, theirs.name] : [theirs.name, we.name];
    return { signer: by, verifier: to, messages: 0, verified: 0, refused: 0, explained: 0, unexplained: [] };
  });
  for (let index = 0; index < options.messages; index += 1) {
    const draft = draftOf(options.seed, index);
    for (const [at, pair] of pairs.entries()) {
      const direction = directions[at];
      if (direction !== undefined) await count(direction, pair, draft, seen, `message ${String(index)}`);
    }
  }
  return { options, directions, seen };
}

async function count(
  direction: Direction,
  pair: Pair,
  draft: Draft,
  seen: Map<Difference, number>,
  name: string,
): Promise<void> {
  const verdicts = await verdictsOn(draft, pair);
  direction.messages += 1;
  if (pair.signer === 'ours' && verdicts.signed && isUntouched(draft) && !verdicts.ours)
    direction.unexplained.push(`${name}: we do not verify our own`);
  if (verdicts.ours === verdicts.theirs) {
    direction[verdicts.ours ? 'verified' : 'refused'] += 1;
    return;
  }
  const explanation = await explain(draft, pair, verdicts, differences);
  if (explanation === null) {
    direction.unexplained.push(`${name}: we ${verdicts.ours ? 'accept' : 'refuse'} it: ${JSON.stringify(draft)}`);
    return;
  }
  direction.explained += 1;
  for (const difference of explanation) seen.set(difference, (seen.get(difference) ?? 0) + 1);
}

function isUntouched({ tampering, required, parameters }: Draft): boolean {
  return tampering === 'none' && required.length === 0 && parameters.some(([name]) => name === 'keyid');
}
