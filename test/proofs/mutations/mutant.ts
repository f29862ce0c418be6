import type { RawAnswer } from '../../../src-main/core/ports.ts';
import type { DeploymentProfile } from '../../../src-main/deployment/profile.ts';
import type { RequestMessage } from '../../../src-main/signatures/message.ts';
import type { Truth } from './service.ts';

/** The columns of the table. */
export const groups = [
  'status',
  'header bytes',
  'header fields',
  'body bytes',
  'JSON members',
  'signature fields',
  'signed anew',
  'request',
  'other answers',
  'time',
  'wire',
] as const;
export type Group = (typeof groups)[number];

/**
 * One change to a genuine exchange. Without `expected` it was made without the service's key and may be refused, or
 * accepted as the genuine answer where `label` is a class that leaves the meaning alone. With it the service itself
 * signed what came, and it must be accepted as exactly that (`Truth`) or refused (`null`).
 */
export interface Mutant {
  readonly group: Group;
  readonly label: string;
  readonly raw?: RawAnswer;
  readonly request?: RequestMessage;
  readonly profile?: DeploymentProfile;
  readonly atSeconds?: number;
  /** Another operation that the journal says has used this signature. */
  readonly usedBy?: string;
  readonly expected?: Truth | null;
}

/**
 * The classes of unsigned change that a verified answer may have gone through, each with the reason why it means the
 * same. The proof fails when any other class is accepted, and when one of these never is.
 */
export const untouchedClasses: Readonly<Record<string, string>> = {
  'header name in other letter case': 'field names have no case (RFC 9110, 5.1)',
  'header lines in another order': 'lines of different names have no order (RFC 9110, 5.3)',
  'white space around a header value': 'stripped before signing and before judging (RFC 9421, 2.1)',
  'header value folded over two lines': 'an obsolete fold is one space (RFC 9421, 2.1)',
  'uncovered header: byte flipped': 'decides nothing: it reads as absent',
  'uncovered header: renamed': 'decides nothing: it reads as absent',
  'uncovered header: dropped': 'decides nothing: it reads as absent',
  'uncovered header: doubled': 'decides nothing: it reads as absent',
  'uncovered header: added': 'decides nothing: it reads as absent',
  'content-encoding: identity added': 'the body is as it was; any other coding is refused',
  'signature: bits that base64 does not use': 'the octets are the same (RFC 4648, 3.5)',
  'signature: the twin with the other s': 'ECDSA is malleable: both count as one signature, by its low-S form',
  'signature: parameter of its own added': 'a parameter on the Signature member has no meaning (RFC 9421, 4.2)',
  'signature fields: other spacing': 'the value is written again canonically before it is verified (RFC 9421, 2.5)',
  'signature fields: label renamed in both': 'a label is no part of what is signed (RFC 9421, 4.1)',
  'signature fields: second signature by an unknown key': 'whose key is unknown counts for nothing, for or against',
  'signature fields: second label without a signature': 'a label in one field only counts for nothing, for or against',
  'request: uncovered header changed': 'the answer is not bound to it',
  'request: header name in other letter case': 'field names have no case',
  'request: other scheme': 'not among what binds an answer; the address of an order is pinned besides',
  'bound answer judged at another time': 'bound to the nonce of a request, it cannot be older than that request',
  'judged within the tolerated skew': 'fresh as the profile says',
  'wire: reason phrase': 'has no meaning (RFC 9112, 4)',
  'wire: protocol version': 'is no part of the answer',
  'wire: header name in other letter case': 'field names have no case',
  'wire: white space around a header value': 'stripped by the parser',
  'wire: uncovered header': 'decides nothing: it reads as absent',
  'wire: framing': 'the same bytes arrived in other pieces',
  'wire: other chunks': 'the same bytes arrived in other pieces',
};
