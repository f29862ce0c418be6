import type { DeploymentProfile } from '../deployment/profile.ts';
import { tasteOf } from './answer-taste.ts';
import { endCauses, mayTryForms, type Bedside, type Looks, type Step } from './bedside.ts';
import { complaintOf, speaksOf, speaksOfLock, speaksOfOtherBody } from './complaint.ts';
import { thumbprintStep } from './enrolment-step.ts';
import { verdictOf, type Verdict } from './probe.ts';
import { search, type Found, type Question } from './search.ts';
import { takenOut } from './taken-out.ts';
import { diagnosticVariants, fieldVariants, hintedVariants, readVariants, sharedVariants } from './variants.ts';

/**
 * A signature was refused, or a field of a request whose signature was accepted: other forms of that call are tried.
 */
export async function seek(bedside: Bedside, base: DeploymentProfile, looks: Looks): Promise<Step> {
  const { patient, surgery, note } = bedside;
  const [diagnostic, read] = [verdictOf(looks.diagnostic.judged), verdictOf(looks.read.judged)];
  const bothRefused = diagnostic.kind === 'refused' && read.kind === 'refused';
  if (bothRefused && 'key' in patient.key && patient.key.hasEnded()) {
    note('keyOver');
    return { cause: 'key_over' };
  }
  const differing = thumbprintStep(bedside);
  if (differing !== null) return differing;
  if ([looks.diagnostic, looks.read].some(({ judged }) => speaksOfLock(complaintOf(judged))))
    return { cause: 'locked_out' };
  const lacking = [looks.diagnostic, looks.read].flatMap(takenOut);
  if (lacking.length > 0) return requestChanged(bedside, lacking);
  // Where these very settings were accepted once, a thing outside of them is the likely cause, and no form need be
  // tried.
  if (patient.acceptedBefore && diagnostic.kind === 'refused') {
    note('acceptedBefore');
    return { cause: bothRefused ? 'key_not_accepted' : 'body_changed' };
  }
  const isAwaiting = bothRefused && 'key' in patient.key && patient.key.state === 'awaiting';
  if (!mayTryForms(patient)) {
    note('wordNeeded');
    return { cause: isAwaiting ? 'key_awaiting' : 'word_needed' };
  }
  const question = questionOf(base, diagnostic, read, looks);
  return ofSearch(bedside, question, await search(surgery, base, question), isAwaiting);
}

function ofSearch({ surgery, note }: Bedside, { name }: Question, found: Found, isAwaiting: boolean): Step {
  if (found.kind === 'found') return { changes: found.changes };
  if (found.kind === 'ended') {
    if (found.by === 'locked') note('otherwiseRefused');
    return { cause: endCauses[found.by] };
  }
  note('tried', { calls: surgery.calls(), fields: found.fields.length });
  if (!found.isWhole) note('cutShort');
  // In every form of the digest the service says that it is another body's.
  if (name === 'runPartnerSignatureDiagnostic' && speaksOfOtherBody(found.complaint)) return { cause: 'body_changed' };
  // What the refusal speaks of is in question before all else that was tried.
  const spoken = found.fields.filter((field) => speaksOf(found.complaint, field));
  const fields = [...new Set([...spoken, ...found.fields])];
  return { cause: isAwaiting && spoken.length === 0 ? 'key_awaiting' : 'form_unknown', fields };
}

/** Headers that left here and did not arrive. */
export function requestChanged({ note }: Bedside, lacking: readonly string[]): Step {
  note('takenOut', { component: [...new Set(lacking)].join(' ') });
  return { cause: 'request_changed' };
}

function questionOf(base: DeploymentProfile, diagnostic: Verdict, read: Verdict, looks: Looks): Question {
  const [asking, reading] = ['runPartnerSignatureDiagnostic', 'getPartnerProfile'] as const;
  const [ofDiagnostic, ofRead] = [complaintOf(looks.diagnostic.judged), complaintOf(looks.read.judged)];
  if (diagnostic.kind === 'form')
    return {
      name: asking,
      variants: (profile) => fieldVariants(profile, diagnostic.field),
      isSigned: true,
      complaint: ofDiagnostic,
    };
  if (read.kind === 'form')
    return {
      name: reading,
      variants: (profile) => fieldVariants(profile, read.field),
      isSigned: true,
      complaint: ofRead,
    };
  if (read.kind === 'accepted')
    return { name: asking, variants: diagnosticVariants, inPairs: true, complaint: ofDiagnostic };
  if (diagnostic.kind === 'accepted')
    return { name: reading, variants: readVariants, inPairs: true, complaint: ofRead };
  const taste = tasteOf(looks.read.raw);
  return {
    name: reading,
    variants: (profile) => sharedVariants(profile, taste),
    hinted: hintedVariants(base, taste),
    inPairs: true,
    complaint: ofRead,
  };
}
