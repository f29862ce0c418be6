import { z } from 'zod';

import type { Failure } from '../../src-preload/contract/codes.ts';
import { ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import type { Journal } from '../journal/journal.ts';
import { parsePublicJwk, verifyingKey } from '../signatures/keys.ts';
import type { VerifyingKey } from '../signatures/keys.ts';

/** The keys that were believed from `fromMs` on, until the next set. */
export interface KeySet {
  readonly fromMs: number;
  readonly keys: readonly VerifyingKey[];
}

/** Which service keys were believed when. A retired one still proves what came while it was in force, and nothing later. */
export interface KeyMemory {
  /** Oldest first. */
  sets(): readonly KeySet[];
  keep(keys: readonly VerifyingKey[]): void;
  /** Whether a person confirmed the key of this thumbprint. */
  isConfirmed(thumbprint: string): boolean;
  confirm(key: ConfirmedKey): Result<void, Failure>;
}

export interface ConfirmedKey {
  readonly kid: string;
  /** RFC 7638. */
  readonly thumbprint: string;
}

export const noKeyMemory: KeyMemory = { sets: () => [], keep: () => undefined, isConfirmed: () => false, confirm: () => ok(undefined) };

const serviceKeysKind = 'service-keys-seen';
const confirmedKind = 'service-key-confirmed';

const coordinate = z.string().max(64);
const seen = z.object({ deployment: z.string(), keys: z.array(z.object({ kid: z.string(), x: coordinate, y: coordinate })) });

const confirmedBody = z.object({ deployment: z.string(), thumbprint: z.string() });

/**
 * Keeps the sets of one deployment, and what a person confirmed, as events of the journal. A set that cannot be written is
 * remembered by the next run that can.
 */
export function journalKeyMemory(journal: Pick<Journal, 'events' | 'append'>, deployment: string): KeyMemory {
  const setOf = (fromMs: number, body: unknown): KeySet[] => {
    const parsed = seen.safeParse(body);
    if (!parsed.success || parsed.data.deployment !== deployment) return [];
    const keys = parsed.data.keys.flatMap(({ kid, x, y }) => {
      const jwk = parsePublicJwk({ kty: 'EC', crv: 'P-256', x, y });
      return jwk.ok ? [verifyingKey(kid, jwk.value)] : [];
    });
    return [{ fromMs, keys }];
  };
  const sets = journal.events({ kind: serviceKeysKind }).flatMap(({ atMs, body }) => setOf(atMs, body));
  const confirmed = new Set(journal.events({ kind: confirmedKind }).flatMap(({ body }) => {
    const parsed = confirmedBody.safeParse(body);
    return parsed.success && parsed.data.deployment === deployment ? [parsed.data.thumbprint] : [];
  }));
  return {
    sets: () => sets,
    isConfirmed: (thumbprint) => confirmed.has(thumbprint),
    confirm: ({ kid, thumbprint }) => {
      const appended = journal.append({ subject: '', kind: confirmedKind, body: { deployment, kid, thumbprint } });
      if (!appended.ok) return appended;
      confirmed.add(thumbprint);
      return ok(undefined);
    },
    keep: (keys) => {
      const body = { deployment, keys: keys.map(({ kid, jwk: { x, y } }) => ({ kid, x, y })) };
      const appended = journal.append({ subject: '', kind: serviceKeysKind, body });
      if (appended.ok) sets.push(...appended.value.flatMap(({ atMs }) => setOf(atMs, body)));
    },
  };
}

/** The keys that were not yet retired at `atMs`, those first that were in force earlier. */
export function keysInForce(sets: readonly KeySet[], atMs: number): readonly VerifyingKey[] {
  return sets.filter((_, index) => (sets[index + 1]?.fromMs ?? Number.POSITIVE_INFINITY) > atMs).flatMap(({ keys }) => keys);
}

export function sameKeys(some: readonly VerifyingKey[], others: readonly VerifyingKey[]): boolean {
  const names = (keys: readonly VerifyingKey[]): string => JSON.stringify(keys.map(({ kid, jwk: { x, y } }) => [kid, x, y].join(' ')).sort());
  return names(some) === names(others);
}
