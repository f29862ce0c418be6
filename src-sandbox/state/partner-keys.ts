import { z } from 'zod';
import type { Db } from './database.ts';
import type { PublicJwk } from './keys.ts';
import { randomUuid, type Randomness } from './randomness.ts';

export interface PartnerKey {
  readonly id: string;
  readonly invitationId: string;
  readonly jwk: PublicJwk;
  readonly thumbprint: string;
  readonly challenge: string;
  readonly windowMs: number;
  readonly cidrs: readonly string[];
  readonly provedAtMs: number | null;
  readonly activatedAtMs: number | null;
  readonly suspended: number;
  /** Which challenge of its invitation this is. */
  readonly generation: number;
}

export type NewKey = Pick<PartnerKey, 'invitationId' | 'jwk' | 'thumbprint' | 'windowMs' | 'cidrs'>;

type KeyRow = Omit<PartnerKey, 'jwk' | 'cidrs'> & { readonly jwk: string; readonly cidrs: string };

const jwkSchema = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() });
const columns =
  'id, invitationId, jwk, thumbprint, challenge, windowMs, cidrs, provedAtMs, activatedAtMs, suspended, generation';
const activationDelayMs = 1000;

/** The partner's keys: submitted, proved, then activated by support, or here by itself a second after the proof. */
export class PartnerKeys {
  readonly #db: Db;
  readonly #randomness: Randomness;
  readonly #activatesByItself: boolean;

  constructor(db: Db, randomness: Randomness, activatesByItself: boolean, nowMs: number) {
    this.#db = db;
    this.#randomness = randomness;
    this.#activatesByItself = activatesByItself;
    if (activatesByItself) this.#scheduleProved(nowMs);
  }

  /** Undefined when the invitation has its key already, or the key came under another invitation. */
  submit(key: NewKey): PartnerKey | undefined {
    const id = randomUuid(this.#randomness);
    const insert = this.#db.prepare(
      `INSERT OR IGNORE INTO keys (id, invitationId, jwk, thumbprint, challenge, windowMs, cidrs, generation)
       VALUES (?, ?, ?, ?, ?, ?, ?, (SELECT generation FROM invitations WHERE id = ?))`,
    );
    const { invitationId, jwk, thumbprint, windowMs, cidrs } = key;
    const challenge = this.#randomness.bytes(32).toString('base64url');
    const { changes } = insert.run(
      id,
      invitationId,
      JSON.stringify(jwk),
      thumbprint,
      challenge,
      windowMs,
      JSON.stringify(cidrs),
      invitationId,
    );
    return changes === 1 ? this.find(id, 0) : undefined;
  }

  find(id: string, nowMs: number): PartnerKey | undefined {
    return this.#read('id', id, nowMs);
  }

  ofInvitation(invitationId: string, nowMs: number): PartnerKey | undefined {
    return this.#read('invitationId', invitationId, nowMs);
  }

  /** The key if it may sign now: activated, not suspended, and within the window that started with its activation. */
  findActive(id: string, nowMs: number): PartnerKey | undefined {
    const key = this.find(id, nowMs);
    const activatedAtMs = key?.activatedAtMs ?? null;
    return key === undefined || key.suspended === 1 || activatedAtMs === null || nowMs > activatedAtMs + key.windowMs
      ? undefined
      : key;
  }

  recordProof(id: string, nowMs: number): void {
    this.#db.prepare('UPDATE keys SET provedAtMs = ? WHERE id = ? AND provedAtMs IS NULL').run(nowMs, id);
    if (this.#activatesByItself) this.#scheduleProved(nowMs);
  }

  /** What support does: activates every proved key; says how many. */
  activateProved(nowMs: number): number {
    return this.#db
      .prepare('UPDATE keys SET activatedAtMs = ? WHERE provedAtMs IS NOT NULL AND activatedAtMs IS NULL')
      .run(nowMs).changes;
  }

  /**
   * What support does when the answer that held the challenge was lost: the invitation takes a key again. Says whether
   * it could.
   */
  restart(invitationId: string): boolean {
    if (
      this.#db.prepare('DELETE FROM keys WHERE invitationId = ? AND activatedAtMs IS NULL').run(invitationId)
        .changes === 0
    )
      return false;
    this.#db.prepare('UPDATE invitations SET generation = generation + 1 WHERE id = ?').run(invitationId);
    return true;
  }

  /** What support does when a key may be in wrong hands, and undoes: one key or all; says how many. */
  suspend(suspended: boolean, id: string | undefined): number {
    return this.#db
      .prepare('UPDATE keys SET suspended = ? WHERE id = coalesce(?, id)')
      .run(suspended ? 1 : 0, id ?? null).changes;
  }

  #scheduleProved(nowMs: number): void {
    this.#db
      .prepare('UPDATE keys SET activatesAtMs = ? WHERE provedAtMs IS NOT NULL AND activatesAtMs IS NULL')
      .run(nowMs + activationDelayMs);
  }

  #read(column: 'id' | 'invitationId', value: string, nowMs: number): PartnerKey | undefined {
    this.#db
      .prepare('UPDATE keys SET activatedAtMs = activatesAtMs WHERE activatedAtMs IS NULL AND activatesAtMs <= ?')
      .run(nowMs);
    const row = this.#db.prepare<[string], KeyRow>(`SELECT ${columns} FROM keys WHERE ${column} = ?`).get(value);
    if (row === undefined) return undefined;
    return {
      ...row,
      jwk: jwkSchema.parse(JSON.parse(row.jwk)),
      cidrs: z.array(z.string()).parse(JSON.parse(row.cidrs)),
    };
  }
}
