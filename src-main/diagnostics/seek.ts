import type { DeploymentProfile } from '../deployment/profile.ts';
import { goesThrough } from './again.ts';
import { endCauses, mayTryForms, type CheckContext, type FirstProbes, type Step } from './check-context.ts';
import { thumbprintStep } from './enrolment-step.ts';
import { verdictOf, type Probe, type Verdict } from './probe.ts';
import { refusalTextOf, speaksOf, speaksOfLock, speaksOfOtherBody, speaksOfWrongSignature } from './refusal-text.ts';
import { search, type Found, type Question } from './search.ts';
import { shapeOf } from './signature-shape.ts';
import { strippedHeaders } from './stripped-headers.ts';
import { diagnosticVariants, fieldVariants, hintedVariants, readVariants, sharedVariants } from './variants.ts';

/**
 * A signature was refused, or a field of a request whose signature was accepted: other forms of that call are tried.
 */
export async function seek(context: CheckContext, base: DeploymentProfile, first: FirstProbes): Promise<Step> {
  const { counter, probes, note } = context;
  const [diagnostic, read] = [verdictOf(first.diagnostic.judged), verdictOf(first.read.judged)];
  const bothRefused = diagnostic.kind === 'refused' && read.kind === 'refused';
  if (bothRefused && 'key' in counter.key && counter.key.hasEnded()) {
    note('keyOver');
    return { cause: 'key_over' };
  }
  const differing = thumbprintStep(context);
  if (differing !== null) return differing;
  if ([first.diagnostic, first.read].some(({ judged }) => speaksOfLock(refusalTextOf(judged))))
    return { cause: 'locked_out' };
  const lacking = [first.diagnostic, first.read].flatMap(strippedHeaders);
  if (lacking.length > 0) return requestChanged(context, lacking);
  // Where these very settings were accepted once, a thing outside of them is the likely cause, and no form need be
  // tried.
  if (counter.acceptedBefore && diagnostic.kind === 'refused') {
    note('acceptedBefore');
    if (bothRefused) return { cause: 'key_not_accepted' };
    const altered = alteredHeaders(base, first.diagnostic);
    return altered.length > 0 ? requestChanged(context, altered, 'changedOnTheWay') : { cause: 'body_changed' };
  }
  const isAwaiting = bothRefused && 'key' in counter.key && counter.key.state === 'awaiting';
  if (!mayTryForms(counter)) {
    note('wordNeeded');
    return { cause: isAwaiting ? 'key_awaiting' : 'word_needed' };
  }
  const question = questionOf(base, diagnostic, read, first);
  const found = await search(probes, base, question);
  const [alone] = bothRefused ? [] : [first.diagnostic, first.read].filter(isRefused);
  // Who has one word for everything says nothing with it.
  const isPrecise = found.kind === 'nothing' && found.hasOtherWords;
  const altered = isPrecise && alone !== undefined ? alteredHeaders(base, alone) : [];
  return altered.length > 0
    ? requestChanged(context, altered, 'changedOnTheWay')
    : ofSearch(context, base, question, found, isAwaiting);
}

function isRefused({ judged }: Probe): boolean {
  return verdictOf(judged).kind === 'refused';
}

async function ofSearch(
  context: CheckContext,
  base: DeploymentProfile,
  { name }: Question,
  found: Found,
  isAwaiting: boolean,
): Promise<Step> {
  const { probes, note } = context;
  if (found.kind === 'found') {
    // A form counts where the one without it is refused still.
    const isChance = await goesThrough(context, base, name, { outcome: 'refused' }, 1);
    return isChance ? { cause: 'unsteady' } : { changes: found.changes };
  }
  if (found.kind === 'ended') {
    if (found.by === 'locked') note('otherwiseRefused');
    return { cause: endCauses[found.by] };
  }
  note('tried', { calls: probes.calls(), fields: found.fields.length });
  if (!found.isWhole) note('cutShort');
  // In every form of the digest the service says that it is another body's.
  if (name === 'runPartnerSignatureDiagnostic' && speaksOfOtherBody(found.refusalText))
    return { cause: 'body_changed' };
  // Nobody can guess the text of a tag.
  const tag = name === 'getPartnerProfile' && found.fields.includes('request.parameters') ? ['request.tag'] : [];
  const asked = [...found.fields, ...tag];
  // What the refusal speaks of is in question before all else.
  const spoken = asked.filter((field) => speaksOf(found.refusalText, field));
  const fields = [...new Set([...spoken, ...asked])];
  return { cause: isAwaiting && spoken.length === 0 ? 'key_awaiting' : 'form_unknown', fields };
}

/**
 * Headers that of the two calls only the refused one covers, where the service finds its signature wrong and nothing
 * else: they are not as they were sent. What the signed answer names did arrive.
 */
function alteredHeaders({ request }: DeploymentProfile, refused: Probe): readonly string[] {
  const { safeRead, diagnostic } = request.components;
  const isRead = refused.name === 'getPartnerProfile';
  const [own, others]: readonly (readonly string[])[] = isRead ? [safeRead, diagnostic] : [diagnostic, safeRead];
  const arrived = refused.judged.kind === 'verified' ? refused.judged.bound : new Set<string>();
  const names = own?.filter((name) => others?.includes(name) === false && !arrived.has(name)) ?? [];
  const isAboutHeaders =
    speaksOfWrongSignature(refusalTextOf(refused.judged)) && !names.some((name) => name.startsWith('@'));
  return isAboutHeaders ? names : [];
}

/** Headers that left here and did not arrive, or not as they were. */
export function requestChanged(
  { note }: CheckContext,
  names: readonly string[],
  how: 'takenOut' | 'changedOnTheWay' = 'takenOut',
): Step {
  note(how, { component: [...new Set(names)].join(', ') });
  return { cause: 'request_changed' };
}

function questionOf(base: DeploymentProfile, diagnostic: Verdict, read: Verdict, first: FirstProbes): Question {
  const [asking, reading] = ['runPartnerSignatureDiagnostic', 'getPartnerProfile'] as const;
  const [ofDiagnostic, ofRead] = [refusalTextOf(first.diagnostic.judged), refusalTextOf(first.read.judged)];
  if (diagnostic.kind === 'form')
    return {
      name: asking,
      variants: (profile) => fieldVariants(profile, diagnostic.field),
      isSigned: true,
      refusalText: ofDiagnostic,
    };
  if (read.kind === 'form')
    return {
      name: reading,
      variants: (profile) => fieldVariants(profile, read.field),
      isSigned: true,
      refusalText: ofRead,
    };
  if (read.kind === 'accepted')
    return { name: asking, variants: diagnosticVariants, inPairs: true, refusalText: ofDiagnostic };
  if (diagnostic.kind === 'accepted')
    return { name: reading, variants: readVariants, inPairs: true, refusalText: ofRead };
  const shape = shapeOf(first.read.raw);
  return {
    name: reading,
    variants: (profile) => sharedVariants(profile, shape),
    hinted: hintedVariants(base, shape),
    inPairs: true,
    refusalText: ofRead,
  };
}
