import type { Transport } from '../../../src-main/core/ports.ts';
import { createServiceKeys } from '../../../src-main/deployment/service-keys.ts';
import { jwkThumbprint } from '../../../src-main/signatures/keys.ts';
import { flips, type Effort } from './mutants/bytes.ts';
import { changedBodies } from './mutants/json.ts';
import type { Random } from './random.ts';
import { profileWith, type ServiceKey } from './service.ts';
import type { Tally } from './tally.ts';

/** Why a changed key set may still bring a key in: it is accepted for its pin, never for what stands beside it. */
export const keySetClasses: Readonly<Record<string, string>> = {
  'the same keys': 'members that name no key, or name it the same',
  'a pinned key under another name': 'an answer names its key by that name, and the pin decides which key it is',
  'fewer of the pinned keys': 'answers by the missing one stay unverified',
};

/**
 * The published key set is accepted for its pins alone. Every byte and member of it is changed: what comes out may hold
 * fewer keys, or a pinned key under another name, but never a key that is not pinned.
 */
export async function proveKeySet(
  tally: Tally,
  trusted: readonly ServiceKey[],
  strangers: readonly ServiceKey[],
  effort: Effort,
  random: Random,
): Promise<void> {
  const document = (keys: readonly ServiceKey[]): string =>
    JSON.stringify({ keys: keys.map(({ kid, jwk }) => ({ ...jwk, kid, use: 'sig', alg: 'ES256' })) });
  const text = document(trusted);
  const pins = trusted.map(({ jwk }) => jwkThumbprint(jwk));
  const attempt = async (
    group: 'status' | 'body bytes' | 'JSON members',
    label: string,
    body: string | Uint8Array,
    status = 200,
  ): Promise<void> => {
    const found = await keysFrom(typeof body === 'string' ? new TextEncoder().encode(body) : body, status, pins, [
      ...trusted,
      ...strangers,
    ]);
    const meaning = meaningOf(found, trusted, pins);
    const outcome = meaning === 'refused' || meaning === 'wrong' ? meaning : 'untouched';
    tally.count(
      'key set',
      group,
      outcome === 'untouched' ? `key set: ${meaning}` : `key set: ${label}`,
      outcome,
      outcome === 'wrong' ? 'a key that is not pinned is trusted' : undefined,
    );
  };
  for (let status = 100; status < 600; status += 1)
    if (status !== 200) await attempt('status', 'other status', text, status);
  for (const changed of flips(text, effort, random))
    await attempt('body bytes', 'byte flipped', Buffer.from(changed, 'latin1'));
  for (let length = 0; length < text.length; length += effort.stride)
    await attempt('body bytes', 'cut short', text.slice(0, length));
  for (const [what, changed] of changedBodies({ body: new TextEncoder().encode(text) }))
    await attempt('JSON members', `member ${what}`, changed);
  const renamed = strangers.map((stranger, index) => ({ ...stranger, kid: trusted[index]?.kid ?? stranger.kid }));
  await attempt('JSON members', 'another key under the name of a pinned one', document(renamed));
  await attempt('JSON members', 'another key under the name of a pinned one', document([...trusted, ...renamed]));
  await attempt('JSON members', 'another key under the name of a pinned one', document([...renamed, ...trusted]));
}

/** The keys that a counter knows after reading this key set: kid and thumbprint of each. */
async function keysFrom(
  body: Uint8Array,
  status: number,
  pins: readonly string[],
  candidates: readonly ServiceKey[],
): Promise<ReadonlyMap<string, string>> {
  const transport: Transport = { exchange: () => Promise.resolve({ ok: true, value: { status, headers: [], body } }) };
  const profile = { ...profileWith(), serviceKeys: { url: '/v1/keys', pins: [...pins] } };
  const keys = createServiceKeys(profile, transport, {
    nowMs: () => 0,
    monotonicMs: () => 0,
    sleep: () => Promise.resolve(),
  });
  await keys.refresh();
  const names = [...candidates.map(({ kid }) => kid), ...kidsIn(body)];
  return new Map(
    names.flatMap((kid) => {
      const key = keys.lookup(kid);
      return key === undefined ? [] : [[kid, jwkThumbprint(key.jwk)] as const];
    }),
  );
}

function kidsIn(body: Uint8Array): string[] {
  return [...new TextDecoder().decode(body).matchAll(/"kid":"([^"]*)"/g)].map(([, kid]) => kid ?? '');
}

function meaningOf(
  found: ReadonlyMap<string, string>,
  trusted: readonly ServiceKey[],
  pins: readonly string[],
): string {
  if (found.size === 0) return 'refused';
  if ([...found.values()].some((thumbprint) => !pins.includes(thumbprint))) return 'wrong';
  const same = trusted.filter(({ kid, jwk }) => found.get(kid) === jwkThumbprint(jwk)).length;
  if (same === trusted.length) return 'the same keys';
  return [...found.keys()].some((kid) => !trusted.some((key) => key.kid === kid))
    ? 'a pinned key under another name'
    : 'fewer of the pinned keys';
}
