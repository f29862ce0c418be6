import { describe, expect, it, onTestFinished } from 'vitest';
import { journalRules } from '../../../../src-main/app/counter/journal-rules.ts';
import { journalKeyMemory, noKeyMemory } from '../../../../src-main/deployment/key-memory.ts';
import { createServiceKeys, type ServiceKeys } from '../../../../src-main/deployment/service-keys.ts';
import { createHttpTransport } from '../../../../src-main/hosts/http-transport.ts';
import { systemRandomness } from '../../../../src-main/hosts/system-ports.ts';
import { openJournal } from '../../../../src-main/journal/open-journal.ts';
import { generatePrivateKey, jwkThumbprint, publicHalf, signingKey } from '../../../../src-main/signatures/keys.ts';
import { tempFolder } from '../../../support/temp.ts';
import { value } from '../orders/till.ts';
import { profileOf } from '../partner-api/partner.ts';
import { clockAt, fetchedKeys, named, serveKeys, type MemoryOf } from './key-server.ts';

function inlineKeys(keys: readonly object[]): ServiceKeys {
  return createServiceKeys(
    profileOf({ baseUrl: 'https://service.example', serviceKeys: { jwks: { keys } } }),
    createHttpTransport(),
    clockAt(),
  );
}

/** The memory of one journal, which outlives the runs on it. */
function rememberingOnly(directory: string = tempFolder()): MemoryOf {
  return (nowMs) => {
    const journal = value(
      openJournal({
        rules: journalRules,
        directory,
        clock: { nowMs, monotonicMs: nowMs, sleep: () => Promise.resolve() },
        randomness: systemRandomness,
      }),
    );
    onTestFinished(() => journal.close());
    return journalKeyMemory(journal, 'https://service.example');
  };
}

describe('service keys in the profile', () => {
  it('verify what they signed', () => {
    const jwk = generatePrivateKey();
    const keys = inlineKeys([named(jwk, 'service-1', { use: 'sig', alg: 'ES256' })]);
    expect(keys.lookup('service-1')?.verify('text', signingKey('service-1', jwk).sign('text'))).toBe(true);
    expect(keys.lookup('service-2')).toBeUndefined();
  });

  it('are left out when they cannot be used for it', () => {
    const jwk = generatePrivateKey();
    const keys = inlineKeys([
      { kty: 'RSA', kid: 'rsa' },
      named(jwk, 'enc', { use: 'enc' }),
      publicHalf(jwk),
      named(jwk, 'good'),
    ]);
    expect(['rsa', 'enc', 'good'].map((kid) => keys.lookup(kid) !== undefined)).toEqual([false, false, true]);
  });

  it('are not trusted when two share a name', () => {
    expect(
      inlineKeys([named(generatePrivateKey(), 'twice'), named(generatePrivateKey(), 'twice')]).lookup('twice'),
    ).toBeUndefined();
  });

  it('are never fetched', async () => {
    expect(await inlineKeys([]).refresh()).toBe(false);
  });
});

describe('service keys at an address', () => {
  it('that left the set verify only what came before, and the one that came verifies from then on', async () => {
    const server = await serveKeys();
    const [old, next] = [generatePrivateKey(), generatePrivateKey()];
    const { keys, clock } = fetchedKeys(server, [old, next].map(jwkThumbprint), rememberingOnly());
    const known = (): boolean[] => ['service-1', 'service-2'].map((kid) => keys.lookup(kid) !== undefined);
    server.publish({ keys: [named(old, 'service-1')] });
    await keys.refresh();
    clock.advance(60_000);
    server.publish({ keys: [named(old, 'service-1'), named(next, 'service-2')] });
    await keys.refresh();
    expect(known()).toEqual([true, true]);
    clock.advance(60_000);
    server.publish({ keys: [named(next, 'service-2')] });
    await keys.refresh();
    expect(known()).toEqual([false, true]);
    expect(keys.lookupAt(clock.nowMs() - 1)('service-1')).toBeDefined();
    expect(keys.lookupAt(clock.nowMs() + 1)('service-1')).toBeUndefined();
  });

  it('are trusted where they are pinned, and only there', async () => {
    const server = await serveKeys();
    const [pinned, stranger] = [generatePrivateKey(), generatePrivateKey()];
    server.publish({ keys: [named(pinned, 'service-1'), named(stranger, 'service-2')] });
    const { keys } = fetchedKeys(server, [jwkThumbprint(pinned)]);
    expect(keys.lookup('service-1')).toBeUndefined();
    expect(await keys.refresh()).toBe(true);
    expect([keys.lookup('service-1') !== undefined, keys.lookup('service-2') !== undefined]).toEqual([true, false]);
    expect(server.requests).toEqual(['/v1/keys']);
  });

  it('are read at most once a minute', async () => {
    const server = await serveKeys();
    const jwk = generatePrivateKey();
    const { keys, clock } = fetchedKeys(server, [jwkThumbprint(jwk)]);
    expect(await keys.refresh()).toBe(false);
    server.publish({ keys: [named(jwk, 'service-1')] });
    clock.advance(59_999);
    expect(await keys.refresh()).toBe(false);
    clock.advance(1);
    expect(await keys.refresh()).toBe(true);
    expect(server.requests).toHaveLength(2);
  });

  it('serve everyone who asked while they were under way', async () => {
    const server = await serveKeys();
    const jwk = generatePrivateKey();
    server.publish({ keys: [named(jwk, 'service-1')] });
    const { keys } = fetchedKeys(server, [jwkThumbprint(jwk)]);
    expect(await Promise.all([keys.refresh(), keys.refresh()])).toEqual([true, true]);
    expect(server.requests).toHaveLength(1);
  });

  it('stay known after they were withdrawn', async () => {
    const server = await serveKeys();
    const jwk = generatePrivateKey();
    server.publish({ keys: [named(jwk, 'service-1')] });
    const { keys, clock } = fetchedKeys(server, [jwkThumbprint(jwk)]);
    await keys.refresh();
    server.publish({ keys: [] });
    clock.advance(60_000);
    await keys.refresh();
    expect(keys.lookup('service-1')).toBeDefined();
  });

  it.each([
    ['another status', { keys: [] }, 404],
    ['no JSON', '<html>', 200],
    ['no key set', { keys: 'none' }, 200],
  ])('are none in an answer with %s', async (_, body, status) => {
    const server = await serveKeys();
    server.publish(body, status);
    expect(await fetchedKeys(server, []).keys.refresh()).toBe(false);
  });
});

describe('a key that nobody pinned', () => {
  it('is trusted once a person confirmed its thumbprint, also after a restart', async () => {
    const server = await serveKeys();
    const [first, second] = [generatePrivateKey(), generatePrivateKey()];
    server.publish({ keys: [named(first, 'service-1'), named(second, 'service-2')] });
    const [thumbprint, other] = [first, second].map(jwkThumbprint);
    const directory = tempFolder();
    let nowMs = 0;
    const open = (): { keys: ServiceKeys; close: () => void } => {
      const journal = value(
        openJournal({
          rules: journalRules,
          directory,
          clock: { nowMs: () => nowMs, monotonicMs: () => nowMs, sleep: () => Promise.resolve() },
          randomness: systemRandomness,
        }),
      );
      const profile = profileOf({ baseUrl: server.baseUrl, serviceKeys: { url: '/v1/keys', pins: [] } });
      return {
        keys: createServiceKeys(profile, createHttpTransport(), clockAt(), journalKeyMemory(journal, server.baseUrl)),
        close: () => journal.close(),
      };
    };
    const run = open();
    expect(await run.keys.refresh()).toBe(false);
    expect(run.keys.lookup('service-1')).toBeUndefined();
    expect(run.keys.view()).toEqual({
      believed: [],
      offered: [
        { kid: 'service-1', thumbprint },
        { kid: 'service-2', thumbprint: other },
      ],
    });
    let refreshed = 0;
    run.keys.onRefreshed(() => {
      refreshed += 1;
    });
    const groups = (thumbprint ?? '').replaceAll(/(.{4})/g, '$1 ');
    expect(value(await run.keys.confirm(groups))).toEqual({
      believed: [{ kid: 'service-1', thumbprint, confirmed: true }],
      offered: [{ kid: 'service-2', thumbprint: other }],
    });
    expect([refreshed, run.keys.lookup('service-1') !== undefined, run.keys.lookup('service-2') !== undefined]).toEqual(
      [1, true, false],
    );
    run.close();
    nowMs = 1;
    const again = open();
    expect([again.keys.lookup('service-1') !== undefined, again.keys.lookup('service-2') !== undefined]).toEqual([
      true,
      false,
    ]);
    again.close();
  });

  it('cannot be confirmed where no such key is published, or where the profile holds the keys', async () => {
    const server = await serveKeys();
    const { keys } = fetchedKeys(server, []);
    expect(await keys.confirm(jwkThumbprint(generatePrivateKey()))).toEqual({
      ok: false,
      error: { code: 'input_invalid', field: 'thumbprint' },
    });
    expect(server.requests).toHaveLength(1);
    expect(await inlineKeys([]).confirm('x')).toEqual({
      ok: false,
      error: { code: 'not_allowed', field: 'thumbprint' },
    });
  });

  it('proves nothing any more once the confirmation was withdrawn, also of what came before, until it is confirmed again', async () => {
    const server = await serveKeys();
    const [jwk, pinned] = [generatePrivateKey(), generatePrivateKey()];
    server.publish({ keys: [named(jwk, 'service-1'), named(pinned, 'service-2')] });
    const thumbprint = jwkThumbprint(jwk);
    const directory = tempFolder();
    const { keys, clock } = fetchedKeys(server, [jwkThumbprint(pinned)], rememberingOnly(directory));
    value(await keys.confirm(thumbprint));
    clock.advance(1_000);
    expect(keys.withdraw(jwkThumbprint(pinned))).toEqual({
      ok: false,
      error: { code: 'input_invalid', field: 'thumbprint' },
    });
    const left = {
      believed: [{ kid: 'service-2', thumbprint: jwkThumbprint(pinned), confirmed: false }],
      offered: [{ kid: 'service-1', thumbprint }],
    };
    expect(value(keys.withdraw(thumbprint.replaceAll(/(.{4})/g, '$1 ')))).toEqual(left);
    expect([keys.lookup('service-1'), keys.lookupAt(1_500)('service-1')]).toEqual([undefined, undefined]);
    expect(keys.lookup('service-2')).toBeDefined();
    value(await keys.confirm(thumbprint));
    expect(keys.lookup('service-1')).toBeDefined();
    expect(inlineKeys([]).withdraw('x')).toEqual({ ok: false, error: { code: 'not_allowed', field: 'thumbprint' } });
  });

  it('is not confirmed where that cannot be written down', async () => {
    const server = await serveKeys();
    const jwk = generatePrivateKey();
    server.publish({ keys: [named(jwk, 'service-1')] });
    const { keys } = fetchedKeys(server, [], () => ({
      ...noKeyMemory,
      confirm: () => ({ ok: false, error: { code: 'journal_not_writable' } }),
    }));
    expect(await keys.confirm(jwkThumbprint(jwk))).toMatchObject({
      ok: false,
      error: { code: 'journal_not_writable' },
    });
    expect(keys.lookup('service-1')).toBeUndefined();
  });

  it('is announced where it appears beside keys that are trusted', async () => {
    const server = await serveKeys();
    const [pinned, rotated] = [generatePrivateKey(), generatePrivateKey()];
    const { keys } = fetchedKeys(server, [jwkThumbprint(pinned)]);
    const offered: unknown[] = [];
    keys.onRead((view) => offered.push(view.offered.map(({ kid }) => kid)));
    server.publish({ keys: [named(pinned, 'service-1'), named(rotated, 'service-2')] });
    await keys.refresh();
    expect(offered).toEqual([['service-2']]);
  });
});
