import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { generatePrivateKeyPem } from '../wire/keys.ts';
import type { Db } from './database.ts';

export const allScopes = [
  'profile:read', 'wallets:read', 'catalogue:read', 'orders:create', 'orders:read', 'cards:read', 'cards:reveal', 'diagnostics:use',
] as const;
export type Scope = (typeof allScopes)[number];

/** The one application that this service knows, and the permissions its staff gave it. */
export interface Policy {
  readonly policyVersion: number;
  readonly scopes: readonly Scope[];
}

const scopeList = z.array(z.enum(allScopes));

const firstValues: Record<string, () => string> = {
  serviceKeyPem: generatePrivateKeyPem,
  cursorSecret: () => randomBytes(32).toString('base64url'),
  catalogueSeed: () => randomBytes(16).toString('base64url'),
  partnerId: randomUUID,
  applicationId: randomUUID,
  policyVersion: () => '1',
  scopes: () => JSON.stringify(allScopes),
};

export type SettingName = 'serviceKeyPem' | 'cursorSecret' | 'catalogueSeed' | 'partnerId' | 'applicationId' | 'policyVersion' | 'scopes';

export class Settings {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
    const insert = db.prepare('INSERT OR IGNORE INTO settings (name, value) VALUES (?, ?)');
    for (const [name, make] of Object.entries(firstValues)) insert.run(name, make());
  }

  get(name: SettingName): string {
    const row = this.#db.prepare<[string], { value: string }>('SELECT value FROM settings WHERE name = ?').get(name);
    if (row === undefined) throw new Error(`no setting ${name}`);
    return row.value;
  }

  policy(): Policy {
    return { policyVersion: Number(this.get('policyVersion')), scopes: scopeList.parse(JSON.parse(this.get('scopes'))) };
  }

  /** Replaces the permissions; the version increases each time ("policyVersion"). */
  changeScopes(scopes: readonly Scope[]): Policy {
    const policyVersion = this.policy().policyVersion + 1;
    const update = this.#db.prepare('UPDATE settings SET value = ? WHERE name = ?');
    this.#db.transaction(() => {
      update.run(JSON.stringify(scopes), 'scopes');
      update.run(String(policyVersion), 'policyVersion');
    }).immediate();
    return { policyVersion, scopes };
  }
}
