import type { Difference } from './differences.ts';
import { withSignedHeaders, type Draft } from './draft.ts';
import type { Party } from './party.ts';
import { tampered } from './tampering.ts';

/** We, and the library we are held against. */
export interface Pair {
  readonly ours: Party;
  readonly theirs: Party;
  readonly signer: 'ours' | 'theirs';
}

/**
 * What both make of one message: whether they verify it or, where the signer refuses to sign it, whether they would.
 */
export interface Verdicts {
  readonly signed: boolean;
  readonly ours: boolean;
  readonly theirs: boolean;
}

export type Explanation = readonly Difference[];

export async function verdictsOn(draft: Draft, { ours, theirs, signer }: Pair): Promise<Verdicts> {
  const fields = await (signer === 'ours' ? ours : theirs).sign(draft);
  if (fields === null) {
    const other = (await (signer === 'ours' ? theirs : ours).sign(draft)) !== null;
    return { signed: false, ours: signer === 'theirs' && other, theirs: signer === 'ours' && other };
  }
  const sent = withSignedHeaders(draft.exchange, (headers) => [
    ...headers,
    ['Signature-Input', fields.signatureInput],
    ['Signature', fields.signature],
  ]);
  const received = tampered(sent, draft.tampering, draft.label);
  return { signed: true, ours: await ours.verify(received, draft), theirs: await theirs.verify(received, draft) };
}

/**
 * The fewest differences that, taken away, let the two agree; null where none do or where we said something else than
 * they say.
 */
export async function explain(
  draft: Draft,
  pair: Pair,
  verdicts: Verdicts,
  table: readonly Difference[],
): Promise<Explanation | null> {
  const candidates = table.filter(({ library, applies }) => library === pair.theirs.name && applies(draft));
  const agreeWithout = async (some: Explanation): Promise<boolean> => {
    const { ours, theirs } = await verdictsOn(
      some.reduce((changed, { without }) => without(changed), draft),
      pair,
    );
    return ours === theirs;
  };
  if (!(await agreeWithout(candidates))) return null;
  let needed: Explanation = candidates;
  for (const candidate of candidates) {
    const fewer = needed.filter((one) => one !== candidate);
    if (await agreeWithout(fewer)) needed = fewer;
  }
  const said = verdicts.ours ? 'accepts' : 'refuses';
  return needed.some(({ ours }) => ours === 'differs' || ours === said) ? needed : null;
}
