import { type Dictionary, type InnerList, type Item, serializeInnerList } from 'structured-headers';
import { type BaseOptions, signatureBase } from './base.ts';
import { type ComponentId, componentOfItem, covers, serializeComponent } from './component.ts';
import { readDictionary } from './dictionary.ts';
import { fromDer, SIGNATURE_BYTES } from './ecdsa.ts';
import { type SignatureResult, refuse, succeed } from './fault.ts';
import type { Verifier } from './keys.ts';
import { fieldValue, type Message } from './message.ts';
import { ALGORITHM } from './sign.ts';

export interface VerifyInput extends BaseOptions {
  readonly message: Message;
  readonly keys: (kid: string) => Verifier | undefined;
  /** Considers this signature only. */
  readonly label?: string;
  /** Considers signatures with this tag only (RFC 9421 section 7.2.7). */
  readonly tag?: string;
  /** How signatures are written: r||s by the RFC, DER where a deployment says so. */
  readonly encoding?: 'p1363' | 'der';
  /** Components that must be covered, `req` flag included. */
  readonly required: readonly ComponentId[];
}

export interface VerifiedSignature {
  readonly label: string;
  readonly keyId: string;
  readonly created: number | null;
  readonly expires: number | null;
  readonly nonce?: string;
  readonly tag?: string;
  readonly covered: readonly ComponentId[];
  readonly signature: Uint8Array;
  readonly base: string;
}

/** A signature as received, before its key is known. */
interface Received extends Omit<VerifiedSignature, 'base' | 'keyId'> {
  readonly keyId: string | null;
  readonly algorithm: string | null;
  readonly signatureParams: string;
}

/** One that a known key is said to have made over all that is required: it must verify. */
interface Candidate {
  readonly received: Received;
  readonly key: Verifier;
}

/**
 * Verifies a message (RFC 9421 section 3.2). Of several signatures those count whose key is known and which cover what
 * is required; all of them must verify, so that nobody can put a signature of their own beside a broken one (section
 * 7.2.6). The digest of the body and the age of the signature are for the caller to judge.
 */
export function verifyMessage(input: VerifyInput): SignatureResult<VerifiedSignature> {
  const fields = readFields(input.message);
  if (!fields.ok) return fields;
  const { inputs, written, signatures } = fields.value;
  const wanted = [...inputs].filter(([label]) => input.label === undefined || label === input.label);
  const readings = wanted.map(([label, member]) =>
    candidateOf({ label, member, ...(written === undefined ? {} : { written }) }, signatures.get(label), input),
  );
  const candidates = readings.flatMap((reading) => (reading.ok ? [reading.value] : []));
  if (candidates.length === 0) return missingCandidate(readings);
  const outcomes = candidates.map((candidate) => verifyCandidate(candidate, input));
  return outcomes.find((outcome) => !outcome.ok) ?? outcomes[0] ?? refuse('signature_missing');
}

function readFields(
  message: Message,
): SignatureResult<{ readonly inputs: Dictionary; readonly written?: string; readonly signatures: Dictionary }> {
  const inputText = fieldValue(message.headers, 'signature-input') ?? '';
  const signatureText = fieldValue(message.headers, 'signature') ?? '';
  if (inputText === '' || signatureText === '') return refuse('signature_missing');
  const inputs = readDictionary(inputText);
  if (!inputs.ok) return unread(inputs.reason);
  const signatures = readDictionary(signatureText);
  if (!signatures.ok) return unread(signatures.reason);
  const { members, written } = inputs;
  return succeed({ inputs: members, ...(written === undefined ? {} : { written }), signatures: signatures.members });
}

function unread(reason: 'malformed' | 'duplicate'): ReturnType<typeof refuse> {
  return refuse(reason === 'duplicate' ? 'label_duplicate' : 'signature_malformed');
}

/** Says why none counts: a fault of a known key's signature explains more than a key we do not know. */
function missingCandidate(readings: readonly SignatureResult<Candidate>[]): SignatureResult<VerifiedSignature> {
  const faults = readings.flatMap((reading) => (reading.ok ? [] : [reading.error]));
  const fault = faults.find(({ code }) => code !== 'unknown_key') ?? faults[0];
  return fault === undefined ? refuse('signature_missing') : { ok: false, error: fault };
}

/** A member of `Signature-Input`. */
interface Described {
  readonly label: string;
  readonly member: Item | InnerList;
  /** It stands as a serialiser would write it. */
  readonly written?: string;
}

function candidateOf(
  described: Described,
  signatureMember: Item | InnerList | undefined,
  { keys, required, tag }: VerifyInput,
): SignatureResult<Candidate> {
  if (signatureMember === undefined) return refuse('label_unpaired');
  const received = readSignature(described, signatureMember);
  if (!received.ok) return received;
  if (tag !== undefined && received.value.tag !== tag) return refuse('signature_missing');
  const key = received.value.keyId === null ? undefined : keys(received.value.keyId);
  if (key === undefined) return refuse('unknown_key');
  const uncovered = required.find((component) => !covers(received.value.covered, component));
  if (uncovered !== undefined) return refuse('component_not_covered', serializeComponent(uncovered));
  return succeed({ received: received.value, key });
}

function readSignature(
  { label, member, written }: Described,
  signatureMember: Item | InnerList,
): SignatureResult<Received> {
  const [items, parameters] = member;
  const [bytes] = signatureMember;
  if (!Array.isArray(items) || !(bytes instanceof ArrayBuffer)) return refuse('signature_malformed');
  const covered: ComponentId[] = [];
  for (const item of items) {
    const component = componentOfItem(item);
    if (!component.ok) return component;
    covered.push(component.value);
  }
  const named: ReadonlyMap<string, unknown> = parameters;
  const [created, expires] = [timeOf(named.get('created')), integerOf(named.get('expires'))];
  const texts = ['keyid', 'alg', 'nonce', 'tag'].map((name) => textOf(named.get(name)));
  if (created === undefined || expires === undefined || texts.includes(undefined)) return refuse('signature_malformed');
  // Expired before it was made: whatever the time is, and whatever clock is asked.
  if (created !== null && expires !== null && expires < created) return refuse('parameters_malformed');
  const [keyId = null, algorithm = null, nonce = null, tag = null] = texts;
  return succeed({
    label,
    keyId,
    algorithm,
    created,
    expires,
    ...(nonce === null ? {} : { nonce }),
    ...(tag === null ? {} : { tag }),
    covered,
    signature: new Uint8Array(bytes),
    // The order of parameters is the signer's, so what was received is written again, not rebuilt (section 3.2).
    signatureParams: written ?? serializeInnerList([items, parameters]),
  });
}

function verifyCandidate({ received, key }: Candidate, input: VerifyInput): SignatureResult<VerifiedSignature> {
  const { algorithm, signatureParams, ...rest } = received;
  if (algorithm !== null && algorithm !== ALGORITHM) return refuse('algorithm_mismatch');
  const base = signatureBase(input.message, received.covered, signatureParams, input);
  if (!base.ok) return base;
  const signature = input.encoding === 'der' ? fromDer(received.signature) : received.signature;
  if (signature?.length !== SIGNATURE_BYTES) return refuse('signature_encoding');
  if (!key.verify(base.value, signature)) return refuse('signature_invalid');
  return succeed({ ...rest, signature, keyId: key.kid, base: base.value });
}

/** The integer, null when the parameter is absent, undefined when it is something else. */
function integerOf(value: unknown): number | null | undefined {
  if (value === undefined) return null;
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

/** No `Date` is farther from 1970 than 8.64e12 s (ECMAScript, "Time Values"), and requests are dated after it. */
const farthestSeconds = 8_000_000_000_000;

/** As `integerOf`, of a time that a date can be: the service's time is learned from it, and requests are dated. */
function timeOf(value: unknown): number | null | undefined {
  const seconds = integerOf(value);
  return typeof seconds === 'number' && Math.abs(seconds) > farthestSeconds ? undefined : seconds;
}

function textOf(value: unknown): string | null | undefined {
  if (value === undefined) return null;
  return typeof value === 'string' ? value : undefined;
}
