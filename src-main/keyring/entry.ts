import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../journal/json.ts';
import type { PublicJwk } from '../signatures/keys.ts';

/**
 * `made` here, `submitted` to the service under an enrolment, `active` once the service was seen to accept it.
 * `replaced` by another it signs only what is pinned to it and not settled yet; `retired` after that.
 */
const keyStatus = z.enum(['made', 'submitted', 'active', 'replaced', 'retired']);
export type KeyStatus = z.infer<typeof keyStatus>;

/** A signing key of this installation as others may know it: never its private half. */
export interface KeyEntry {
  /** The name of the key here, from before the service gives it one. */
  readonly localId: string;
  readonly createdAt: string;
  readonly publicJwk: PublicJwk;
  /** RFC 7638. */
  readonly thumbprint: string;
  /** The `keyid` of its signatures, given by the service. */
  readonly keyId: string | null;
  /** Identity of the deployment that the key is for; a key is never shown to another. */
  readonly deployment: string;
  readonly status: KeyStatus;
}

const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/);

const publicJwk = z.strictObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: base64url, y: base64url });

const storedKey = z.strictObject({
  localId: z.uuid(),
  createdAt: z.iso.datetime(),
  publicJwk,
  thumbprint: base64url,
  keyId: z.uuid().nullable(),
  deployment: z.string().min(1),
  status: keyStatus,
  sealedPrivateKey: z.strictObject({ ciphertext: base64url, wrappedKey: base64url }),
});

/** What lies in `keyring.json`. */
export const keyringDocument = z.strictObject({
  version: z.literal(1),
  /** The checkpoint: the last head of the journal that was recorded. */
  witness: z.strictObject({ seq: z.int().min(0), hash: z.string() }).nullable(),
  keys: z.array(storedKey),
  /** The last Z of the journal, in the words of `src-main/day`; absent before the first. */
  lastZ: z.custom<JsonObject>(isJsonObject).exactOptional(),
  /** The last epoch of short numbers of sales; absent before the first. */
  saleEpoch: z.int().min(1).exactOptional(),
});

export type StoredKey = z.infer<typeof storedKey>;
export type KeyringDocument = z.infer<typeof keyringDocument>;

/** The entry without its sealed half. */
export function entryOf({ sealedPrivateKey: _, ...entry }: StoredKey): KeyEntry {
  return entry;
}
