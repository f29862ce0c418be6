import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { jwkThumbprint } from '../../../../src-main/signatures/keys.ts';
import type { Reply, Seen } from '../orders/scripted-service.ts';
import { invitationRead, notActive, proofTaken, type Across } from './scripted.ts';

const postedKey = z.object({
  publicJwk: z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() }),
});
const proof = z.object({ challenge: z.string() });

interface Taken {
  readonly keyId: string;
  readonly thumbprint: string;
  readonly challenge: string;
  state: 'challenged' | 'proved' | 'active';
}

/**
 * A service that takes one key for an invitation, gives its challenge once and accepts the key from its activation on,
 * as the partner's does. It answers whatever the counter asks.
 */
export class EnrollingService {
  readonly #taken = new Map<string, Taken>();
  readonly #thumbprints = new Set<string>();
  readonly #heard: (step: 'submit' | 'proof') => void;

  /** `heard` is called when a key or a proof arrives, before it is answered. */
  constructor({ service }: Across, heard: (step: 'submit' | 'proof') => void) {
    this.#heard = heard;
    service.script(...Array.from({ length: 1_000 }, () => (seen: Seen) => this.#answer(seen)));
  }

  /** How many keys were ever posted. */
  get posted(): number {
    return this.#thumbprints.size;
  }

  /** What staff do with every key that was proved. */
  activate(): void {
    for (const key of this.#taken.values()) if (key.state === 'proved') key.state = 'active';
  }

  /** What staff do where the answer with a challenge was lost: the invitation takes a key again. */
  restart(): void {
    for (const [invitation, { state }] of this.#taken) if (state !== 'active') this.#taken.delete(invitation);
  }

  #answer({ method, target, headers, body }: Seen): Reply {
    const [, , , invitation = '', last] = target.split('/');
    if (method === 'GET') return invitationRead;
    if (last === undefined) return this.#tried(headers['signature-input'] ?? '');
    this.#heard(last === 'keys' ? 'submit' : 'proof');
    const text: unknown = JSON.parse(body.toString());
    return last === 'keys' ? this.#post(invitation, text) : this.#prove(invitation, text);
  }

  #post(invitation: string, body: unknown): Reply {
    const thumbprint = jwkThumbprint(postedKey.parse(body).publicJwk);
    this.#thumbprints.add(thumbprint);
    if (this.#taken.has(invitation)) return { status: 409, body: { code: 'key_duplicate' } };
    const taken = { keyId: randomUUID(), thumbprint, challenge: `challenge-${randomUUID()}` };
    this.#taken.set(invitation, { ...taken, state: 'challenged' });
    return { status: 200, body: taken };
  }

  #prove(invitation: string, body: unknown): Reply {
    const key = this.#taken.get(invitation);
    if (key?.challenge !== proof.parse(body).challenge) return { status: 422, body: { code: 'key_proof_invalid' } };
    if (key.state === 'challenged') key.state = 'proved';
    return proofTaken;
  }

  #tried(signatureInput: string): Reply {
    const key = [...this.#taken.values()].find(({ keyId }) => signatureInput.includes(`keyid="${keyId}"`));
    return key?.state === 'active'
      ? { status: 200, body: { keyId: key.keyId, applicationId: 'application-1' } }
      : notActive;
  }
}
