import type { DeploymentProfile } from '../deployment/profile.ts';
import { endCauses, mayTryForms, type CheckContext, type FirstProbes, type Step } from './check-context.ts';
import { thumbprintStep } from './enrolment-step.ts';
import { verdictOf, type Verdict } from './probe.ts';
import { refusalTextOf, speaksOf, speaksOfLock, speaksOfOtherBody } from './refusal-text.ts';
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
    return { cause: bothRefused ? 'key_not_accepted' : 'body_changed' };
  }
  const isAwaiting = bothRefused && 'key' in counter.key && counter.key.state === 'awaiting';
  if (!mayTryForms(counter)) {
    note('wordNeeded');
    return { cause: isAwaiting ? 'key_awaiting' : 'word_needed' };
  }
  const question = questionOf(base, diagnostic, read, first);
  return ofSearch(context, question, await search(probes, base, question), isAwaiting);
}

function ofSearch({ probes, note }: CheckContext, { name }: Question, found: Found, isAwaiting: boolean): Step {
  if (found.kind === 'found') return { changes: found.changes };
  if (found.kind === 'ended') {
    if (found.by === 'locked') note('otherwiseRefused');
    return { cause: endCauses[found.by] };
  }
  note('tried', { calls: probes.calls(), fields: found.fields.length });
  if (!found.isWhole) note('cutShort');
  // In every form of the digest the service says that it is another body's.
  if (name === 'runPartnerSignatureDiagnostic' && speaksOfOtherBody(found.refusalText))
    return { cause: 'body_changed' };
  // What the refusal speaks of is in question before all else that was tried.
  const spoken = found.fields.filter((field) => speaksOf(found.refusalText, field));
  // Nobody can guess the text of a tag.
  const tag = name === 'getPartnerProfile' && found.fields.includes('request.parameters') ? ['request.tag'] : [];
  const fields = [...new Set([...spoken, ...found.fields, ...tag])];
  return { cause: isAwaiting && spoken.length === 0 ? 'key_awaiting' : 'form_unknown', fields };
}

/** Headers that left here and did not arrive. */
export function requestChanged({ note }: CheckContext, lacking: readonly string[]): Step {
  note('takenOut', { component: [...new Set(lacking)].join(' ') });
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
