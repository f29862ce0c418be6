import { type BareItem, serializeInnerList } from 'structured-headers';
import { type BaseOptions, signatureBase } from './base.ts';
import { type ComponentId, componentItem } from './component.ts';
import { derEncoded } from './ecdsa.ts';
import { type SignatureResult, refuse, succeed } from './fault.ts';
import type { SigningKey } from './keys.ts';
import type { Message } from './message.ts';
import { byteSequence, isPlainKey, writePlainList } from './plain-fields.ts';

/** The only algorithm in use (RFC 9421 section 3.3.4). */
export const ALGORITHM = 'ecdsa-p256-sha256';

export type SignatureParameter =
  | readonly [name: 'created' | 'expires', seconds: number]
  | readonly [name: 'keyid' | 'alg' | 'nonce' | 'tag', text: string];

/** In the order in which they are to be written: the order is signed. */
export type SignatureParameters = readonly SignatureParameter[];

export interface SignInput extends BaseOptions {
  readonly message: Message;
  readonly label: string;
  readonly components: readonly ComponentId[];
  readonly parameters: SignatureParameters;
  readonly key: SigningKey;
  /** How the signature is written: r||s by the RFC, DER for deployments that ask for it. */
  readonly encoding?: 'p1363' | 'der';
}

export interface SignedMessage {
  /** Value of the `Signature-Input` header. */
  readonly signatureInput: string;
  /** Value of the `Signature` header. */
  readonly signature: string;
  readonly base: string;
}

/** Signs a message (RFC 9421 section 3.1) and gives the two headers to add to it. */
export function signMessage(input: SignInput): SignatureResult<SignedMessage> {
  const fault = parametersFault(input);
  if (fault !== null) return fault;
  const signatureParams = isPlainKey(input.label) ? writtenParams(input) : null;
  if (signatureParams === null) return refuse('parameters_malformed');
  const base = signatureBase(input.message, input.components, signatureParams, input);
  if (!base.ok) return base;
  const raw = input.key.sign(base.value);
  const bytes = input.encoding === 'der' ? derEncoded(raw) : raw;
  return succeed({
    signatureInput: `${input.label}=${signatureParams}`,
    signature: `${input.label}=${byteSequence(bytes)}`,
    base: base.value,
  });
}

function writtenParams({ components, parameters }: SignInput): string | null {
  const written = writePlainList(components, parameters);
  if (written !== null) return written;
  return serialized(() => serializeInnerList([components.map(componentItem), new Map<string, BareItem>(parameters)]));
}

function parametersFault({ parameters, key }: SignInput): ReturnType<typeof refuse> | null {
  if (new Set(parameters.map(([name]) => name)).size !== parameters.length) return refuse('parameters_malformed');
  for (const [name, value] of parameters) {
    if (typeof value === 'number' && !Number.isSafeInteger(value)) return refuse('parameters_malformed');
    if (name === 'alg' && value !== ALGORITHM) return refuse('algorithm_mismatch');
    if (name === 'keyid' && value !== key.keyId) return refuse('unknown_key');
  }
  return null;
}

/** The serialiser throws on what cannot be written, as a value that is not ASCII. */
function serialized(write: () => string): string | null {
  try {
    return write();
  } catch {
    return null;
  }
}
