import type { Db } from './database.ts';

/** Every nonce ever used with a key: a nonce is good once, also across restarts. */
export class Nonces {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** False when the key used this nonce before. */
  use(keyId: string, nonce: string, nowMs: number): boolean {
    const insert = this.#db.prepare('INSERT OR IGNORE INTO nonces (keyId, nonce, seenAtMs) VALUES (?, ?, ?)');
    return insert.run(keyId, nonce, nowMs).changes === 1;
  }
}
