import { createHash, timingSafeEqual } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from './database.ts';
import { randomUuid, type Randomness } from './randomness.ts';

export interface Invitation {
  readonly id: string;
  readonly tokenSha256: string;
  readonly expiresAtMs: number;
  readonly revoked: number;
}

export interface IssuedInvitation {
  readonly invitationId: string;
  readonly enrollmentTokenFile: string;
}

const validForMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Invitations to enrol a key. The token itself is only in its file, for the person who enrols; the state keeps a hash.
 */
export class Invitations {
  readonly #db: Db;
  readonly #randomness: Randomness;
  readonly #dir: string;

  constructor(db: Db, randomness: Randomness, dir: string) {
    this.#db = db;
    this.#randomness = randomness;
    this.#dir = dir;
  }

  /** The first invitation of this state, issued when there is none yet. */
  first(nowMs: number): IssuedInvitation {
    const row = this.#db.prepare<[], { id: string }>('SELECT id FROM invitations ORDER BY rowid LIMIT 1').get();
    const file = join(this.#dir, 'enrollment-token');
    return row === undefined ? this.#issue(file, nowMs) : { invitationId: row.id, enrollmentTokenFile: file };
  }

  issueFurther(nowMs: number, validMs = validForMs): IssuedInvitation {
    return this.#issue(join(this.#dir, `enrollment-token-${randomUuid(this.#randomness)}`), nowMs, validMs);
  }

  /** What support does when a token may be in wrong hands. Says whether there was such an invitation. */
  revoke(id: string): boolean {
    return this.#db.prepare('UPDATE invitations SET revoked = 1 WHERE id = ?').run(id).changes === 1;
  }

  find(id: string): Invitation | undefined {
    return this.#db
      .prepare<[string], Invitation>('SELECT id, tokenSha256, expiresAtMs, revoked FROM invitations WHERE id = ?')
      .get(id);
  }

  #issue(file: string, nowMs: number, validMs = validForMs): IssuedInvitation {
    const token = this.#randomness.bytes(32).toString('base64url');
    const invitationId = randomUuid(this.#randomness);
    writeFileSync(file, `${token}\n`, { mode: 0o600 });
    this.#db
      .prepare('INSERT INTO invitations (id, tokenSha256, issuedAtMs, expiresAtMs) VALUES (?, ?, ?, ?)')
      .run(invitationId, sha256Hex(token), nowMs, nowMs + validMs);
    return { invitationId, enrollmentTokenFile: file };
  }
}

export function tokenMatches(invitation: Invitation, token: string): boolean {
  return timingSafeEqual(Buffer.from(invitation.tokenSha256), Buffer.from(sha256Hex(token)));
}

function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
