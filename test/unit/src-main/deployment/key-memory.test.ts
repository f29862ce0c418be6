import { describe, expect, it } from 'vitest';
import { journalRules } from '../../../../src-main/app/counter/journal-rules.ts';
import { journalKeyMemory, keysInForce, sameKeys } from '../../../../src-main/deployment/key-memory.ts';
import { createServiceKeys, type ServiceKeys } from '../../../../src-main/deployment/service-keys.ts';
import { createHttpTransport } from '../../../../src-main/hosts/http-transport.ts';
import { systemRandomness } from '../../../../src-main/hosts/system-ports.ts';
import type { Journal } from '../../../../src-main/journal/journal.ts';
import { openJournal } from '../../../../src-main/journal/open-journal.ts';
import { generatePrivateKey, jwkThumbprint, publicHalf, verifyingKey } from '../../../../src-main/signatures/keys.ts';
import { tempFolder } from '../../../support/temp.ts';
import { value } from '../orders/till.ts';
import { profileOf } from '../partner-api/partner.ts';

const [first, second] = [generatePrivateKey(), generatePrivateKey()].map(publicHalf);
if (first === undefined || second === undefined) throw new Error('no keys');

function journalAt(nowMs: () => number): Journal {
  const journal = value(
    openJournal({
      rules: journalRules,
      directory: tempFolder(),
      clock: { nowMs, monotonicMs: nowMs, sleep: () => Promise.resolve() },
      randomness: systemRandomness,
    }),
  );
  return journal;
}

function keysOver(journal: Journal, serviceKeys: object, baseUrl = 'http://127.0.0.1:9'): ServiceKeys {
  const clock = { nowMs: () => 0, monotonicMs: () => 0, sleep: () => Promise.resolve() };
  return createServiceKeys(
    profileOf({ baseUrl, serviceKeys }),
    createHttpTransport(),
    clock,
    journalKeyMemory(journal, baseUrl),
  );
}

const inline = (jwk: object, kid: string) => ({ jwks: { keys: [{ ...jwk, kid }] } });

describe('the memory of service keys', () => {
  it('keeps the last word on a key over the runs', () => {
    const journal = journalAt(() => 1_000);
    const memory = () => journalKeyMemory(journal, 'https://service.example');
    const key = { kid: 'service-1', thumbprint: jwkThumbprint(first) };
    const marks = () => [memory().isConfirmed(key.thumbprint), memory().isWithdrawn(key.thumbprint)];
    expect(marks()).toEqual([false, false]);
    value(memory().confirm(key));
    expect(marks()).toEqual([true, false]);
    value(memory().withdraw(key.thumbprint));
    expect(marks()).toEqual([false, true]);
    expect(journalKeyMemory(journal, 'https://other.example').isWithdrawn(key.thumbprint)).toBe(false);
    value(memory().confirm(key));
    expect(marks()).toEqual([true, false]);
  });

  it('verifies with a retired key what came while it was in force, and nothing later', () => {
    let nowMs = 1_000;
    const journal = journalAt(() => nowMs);
    keysOver(journal, inline(first, 'service-1'));
    nowMs = 2_000;
    const keys = keysOver(journal, inline(second, 'service-2'));
    expect(keys.lookup('service-1')).toBeUndefined();
    expect(keys.lookupAt(1_999)('service-1')?.jwk).toEqual(first);
    expect(keys.lookupAt(2_000)('service-1')).toBeUndefined();
    expect(keys.lookupAt(1_000)('service-2')?.jwk).toEqual(second);
    journal.close();
  });

  it('writes a set down once, and again only when it changes', () => {
    const journal = journalAt(() => 0);
    for (const kid of ['service-1', 'service-1', 'service-2']) keysOver(journal, inline(first, kid));
    expect(journal.events({ kind: 'service-keys-seen' })).toHaveLength(2);
    journal.close();
  });

  it('knows the pinned keys of the last run before the service is reached, and no key that is not pinned any more', () => {
    const journal = journalAt(() => 0);
    journalKeyMemory(journal, 'http://127.0.0.1:9').keep([
      verifyingKey('service-1', first),
      verifyingKey('service-2', second),
    ]);
    const keys = keysOver(journal, { url: '/v1/keys', pins: [jwkThumbprint(first)] });
    expect([keys.lookup('service-1') !== undefined, keys.lookup('service-2') !== undefined]).toEqual([true, false]);
    journal.close();
  });

  it('is kept for each deployment', () => {
    const journal = journalAt(() => 0);
    keysOver(journal, inline(first, 'service-1'));
    expect(
      keysOver(journal, inline(second, 'service-1'), 'http://127.0.0.1:10').lookupAt(-1)('service-1')?.jwk,
    ).toEqual(second);
    expect(journalKeyMemory(journal, 'http://127.0.0.1:11').sets()).toEqual([]);
    journal.close();
  });
});

describe('sets of keys', () => {
  it('are the same whatever their order', () => {
    const [one, two] = [verifyingKey('service-1', first), verifyingKey('service-2', second)];
    expect([sameKeys([one, two], [two, one]), sameKeys([one], [two]), sameKeys([], [])]).toEqual([true, false, true]);
  });

  it('in force at a time are all that were not retired by then', () => {
    const [one, two] = [verifyingKey('service-1', first), verifyingKey('service-2', second)];
    const sets = [
      { fromMs: 10, keys: [one] },
      { fromMs: 20, keys: [two] },
    ];
    expect([5, 15, 20].map((atMs) => keysInForce(sets, atMs).map(({ kid }) => kid))).toEqual([
      ['service-1', 'service-2'],
      ['service-1', 'service-2'],
      ['service-2'],
    ]);
  });
});
