import { z } from 'zod';
import { randomUuid, type Randomness } from '../randomness.ts';
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

const firstValues: Record<SettingName, (randomness: Randomness) => string> = {
  serviceKeyPem: generatePrivateKeyPem,
  serviceKeyRing: () => '',
  cursorSecret: (randomness) => randomness.bytes(32).toString('base64url'),
  catalogueSeed: (randomness) => randomness.bytes(16).toString('base64url'),
  partnerId: randomUuid,
  applicationId: randomUuid,
  starts: () => '0',
  policyVersion: () => '1',
  scopes: () => JSON.stringify(allScopes),
  catalogueCards: () => '0',
};

export type SettingName = 'serviceKeyPem' | 'serviceKeyRing' | 'cursorSecret' | 'catalogueSeed' | 'partnerId' | 'applicationId' | 'starts' | 'policyVersion' | 'scopes' | 'catalogueCards';

export class Settings {
  readonly #db: Db;

  constructor(db: Db, randomness: Randomness) {
    this.#db = db;
    const insert = db.prepare('INSERT OR IGNORE INTO settings (name, value) VALUES (?, ?)');
    for (const [name, make] of Object.entries(firstValues)) insert.run(name, make(randomness));
  }

  get(name: SettingName): string {
    const row = this.#db.prepare<[string], { value: string }>('SELECT value FROM settings WHERE name = ?').get(name);
    if (row === undefined) throw new Error(`no setting ${name}`);
    return row.value;
  }

  set(name: SettingName, value: string): void {
    this.#db.prepare('UPDATE settings SET value = ? WHERE name = ?').run(value, name);
  }

  policy(): Policy {
    return { policyVersion: Number(this.get('policyVersion')), scopes: scopeList.parse(JSON.parse(this.get('scopes'))) };
  }

  /** Replaces the permissions; the version increases each time ("policyVersion"). */
  changeScopes(scopes: readonly Scope[]): Policy {
    const policyVersion = this.policy().policyVersion + 1;
    this.#db.transaction(() => {
      this.set('scopes', JSON.stringify(scopes));
      this.set('policyVersion', String(policyVersion));
    }).immediate();
    return { policyVersion, scopes };
  }
}
