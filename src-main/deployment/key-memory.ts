import { z } from 'zod';
import type { Failure } from '../../src-shared/contract/codes.ts';
import { ok, type Result } from '../core/result.ts';
import type { StoredEvent } from '../journal/event.ts';
import type { Journal } from '../journal/journal.ts';
import { asJsonObject } from '../journal/json.ts';
import { parsePublicJwk, verifyingKey, type VerifyingKey } from '../signatures/keys.ts';

/** The keys that were trusted from `fromMs` on, until the next set. */
export interface KeySet {
  readonly fromMs: number;
  readonly keys: readonly VerifyingKey[];
}

/**
 * Which service keys were trusted when. A retired one still proves what came while it was in force, and nothing later.
 */
export interface KeyMemory {
  /** Oldest first. */
  sets(): readonly KeySet[];
  keep(keys: readonly VerifyingKey[]): void;
  /** Whether a person confirmed the key of this thumbprint. */
  isConfirmed(thumbprint: string): boolean;
  confirm(key: ConfirmedKey): Result<void, Failure>;
  /** Takes a confirmation back. */
  withdraw(thumbprint: string): Result<void, Failure>;
  /** Whether a person's confirmation was taken back and not given again: such a key proves nothing, and never did. */
  isWithdrawn(thumbprint: string): boolean;
}

export interface ConfirmedKey {
  readonly kid: string;
  /** RFC 7638. */
  readonly thumbprint: string;
}

export const noKeyMemory: KeyMemory = {
  sets: () => [],
  keep: () => undefined,
  isConfirmed: () => false,
  confirm: () => ok(undefined),
  withdraw: () => ok(undefined),
  isWithdrawn: () => false,
};

const serviceKeysKind = 'service-keys-seen';
const confirmedKind = 'service-key-confirmed';
const withdrawnKind = 'service-key-withdrawn';

const coordinate = z.string().max(64);
const seen = z.object({
  deployment: z.string(),
  keys: z.array(z.object({ kid: z.string(), x: coordinate, y: coordinate })),
});

const wordBody = z.object({ deployment: z.string(), thumbprint: z.string() });

/** What each kind of event holds. */
interface KeyEvents {
  readonly [serviceKeysKind]: z.infer<typeof seen>;
  readonly [confirmedKind]: z.infer<typeof wordBody> & Pick<ConfirmedKey, 'kid'>;
  readonly [withdrawnKind]: z.infer<typeof wordBody>;
}

/**
 * Keeps the sets of one deployment, and what a person confirmed, as events of the journal. A set that cannot be written
 * is remembered by the next run that can.
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
  /** The last word on each key. */
  const words = new Map<string, WordKind>();
  for (const { kind, thumbprint } of wordsIn(journal, deployment)) words.set(thumbprint, kind);
  const say = <K extends WordKind>(kind: K, body: KeyEvents[K]): Result<void, Failure> => {
    const appended = append(journal, kind, body);
    if (!appended.ok) return appended;
    words.set(body.thumbprint, kind);
    return ok(undefined);
  };
  return {
    sets: () => sets,
    isConfirmed: (thumbprint) => words.get(thumbprint) === confirmedKind,
    isWithdrawn: (thumbprint) => words.get(thumbprint) === withdrawnKind,
    confirm: ({ kid, thumbprint }) => say(confirmedKind, { deployment, kid, thumbprint }),
    withdraw: (thumbprint) => say(withdrawnKind, { deployment, thumbprint }),
    keep: (keys) => {
      const body = { deployment, keys: keys.map(({ kid, jwk: { x, y } }) => ({ kid, x, y })) };
      const appended = append(journal, serviceKeysKind, body);
      if (appended.ok) sets.push(...appended.value.flatMap(({ atMs }) => setOf(atMs, body)));
    },
  };
}

type WordKind = typeof confirmedKind | typeof withdrawnKind;

function append<K extends keyof KeyEvents>(
  journal: Pick<Journal, 'append'>,
  kind: K,
  body: KeyEvents[K],
): Result<readonly StoredEvent[], Failure> {
  return journal.append({ subject: '', kind, body: asJsonObject(body) });
}

function wordsIn(
  journal: Pick<Journal, 'events'>,
  deployment: string,
): readonly { readonly kind: WordKind; readonly thumbprint: string }[] {
  const words = ([confirmedKind, withdrawnKind] as const).flatMap((kind) =>
    journal.events({ kind }).flatMap(({ seq, body }) => {
      const parsed = wordBody.safeParse(body);
      return parsed.success && parsed.data.deployment === deployment
        ? [{ seq, kind, thumbprint: parsed.data.thumbprint }]
        : [];
    }),
  );
  return words.toSorted((a, b) => a.seq - b.seq);
}

/** The keys that were not yet retired at `atMs`, those first that were in force earlier. */
export function keysInForce(sets: readonly KeySet[], atMs: number): readonly VerifyingKey[] {
  return sets
    .filter((_, index) => (sets[index + 1]?.fromMs ?? Number.POSITIVE_INFINITY) > atMs)
    .flatMap(({ keys }) => keys);
}

export function sameKeys(some: readonly VerifyingKey[], others: readonly VerifyingKey[]): boolean {
  const names = (keys: readonly VerifyingKey[]): string =>
    JSON.stringify(keys.map(({ kid, jwk: { x, y } }) => [kid, x, y].join(' ')).sort());
  return names(some) === names(others);
}
