import { z } from 'zod';
import type { Db } from './database.ts';
import { generatePrivateKeyPem } from './keys.ts';
import { randomUuid, type Randomness } from './randomness.ts';

export const allScopes = [
  'profile:read',
  'wallets:read',
  'catalogue:read',
  'orders:create',
  'orders:read',
  'cards:read',
  'cards:reveal',
  'diagnostics:use',
] as const;
export type Scope = (typeof allScopes)[number];

/** The one application that this service knows, and the permissions its support gave it. */
export interface Policy {
  readonly policyVersion: number;
  readonly scopes: readonly Scope[];
}

/** So many calls in so many seconds. */
const limit = z.strictObject({ count: z.int().min(0), seconds: z.int().min(1) });
export type Limit = z.infer<typeof limit>;

/** What support switches on and off for the partner as a whole ("Limits", "Errors"). */
export const staffSchema = z.strictObject({
  accountActive: z.boolean(),
  bindingAuthorized: z.boolean(),
  /** Limit groups: every signed call, and order creation besides. */
  requests: limit.nullable(),
  orders: limit.nullable(),
  /** The status of an answer that repeats an outcome. */
  replayStatus: z.literal([200, 201]),
  /** Whether a refusal says what is wrong with a signature; many services do not, so that nobody learns from it. */
  explains: z.boolean(),
});
export type Staff = z.infer<typeof staffSchema>;

const firstStaff: Staff = {
  accountActive: true,
  bindingAuthorized: true,
  requests: null,
  orders: null,
  replayStatus: 200,
  explains: true,
};

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
  staff: () => JSON.stringify(firstStaff),
};

export type SettingName =
  | 'serviceKeyPem'
  | 'serviceKeyRing'
  | 'cursorSecret'
  | 'catalogueSeed'
  | 'partnerId'
  | 'applicationId'
  | 'starts'
  | 'policyVersion'
  | 'scopes'
  | 'catalogueCards'
  | 'staff';

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
    return {
      policyVersion: Number(this.get('policyVersion')),
      scopes: scopeList.parse(JSON.parse(this.get('scopes'))),
    };
  }

  staff(): Staff {
    return staffSchema.parse({ ...firstStaff, ...staffSchema.partial().parse(JSON.parse(this.get('staff'))) });
  }

  changeStaff(change: { readonly [Name in keyof Staff]?: Staff[Name] | undefined }): Staff {
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    this.set('staff', JSON.stringify({ ...this.staff(), ...given }));
    return this.staff();
  }

  /** Replaces the permissions; the version increases each time ("policyVersion"). */
  changeScopes(scopes: readonly Scope[]): Policy {
    const policyVersion = this.policy().policyVersion + 1;
    this.#db
      .transaction(() => {
        this.set('scopes', JSON.stringify(scopes));
        this.set('policyVersion', String(policyVersion));
      })
      .immediate();
    return { policyVersion, scopes };
  }
}
