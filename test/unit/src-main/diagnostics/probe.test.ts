import { describe, expect, it } from 'vitest';
import type { WireRequest } from '../../../../src-main/core/ports.ts';
import { ok } from '../../../../src-main/core/result.ts';
import { harmlessOnly } from '../../../../src-main/diagnostics/probe.ts';
import { operations } from '../../../../src-main/partner-api/operations/table.ts';

const base = 'https://service.example/partner';
const sent: WireRequest[] = [];
const transport = harmlessOnly(
  {
    exchange: (request) => {
      sent.push(request);
      return Promise.resolve(ok({ status: 200, headers: [], body: new Uint8Array() }));
    },
  },
  null,
);
const bodyOf = (text: string | null): Uint8Array | null => (text === null ? null : new TextEncoder().encode(text));
const exchange = (method: 'GET' | 'POST', path: string, body: string | null) =>
  transport.exchange({ method, url: base + path, headers: [], body: bodyOf(body) }, { waitMs: 1, maxBytes: 1 });

describe('what the search may send', () => {
  it('is the reads of the profile and the wallets, and the diagnostic', async () => {
    await exchange('GET', '/v1/profile', null);
    await exchange('GET', '/v1/wallets', null);
    await exchange('POST', '/v1/diagnostics/signature', '{}');
    expect(sent.map(({ url }) => url)).toEqual([
      `${base}/v1/profile`,
      `${base}/v1/wallets`,
      `${base}/v1/diagnostics/signature`,
    ]);
  });

  it.each(
    Object.values(operations)
      .filter(({ path }) => !['/v1/profile', '/v1/wallets', '/v1/diagnostics/signature'].includes(path))
      .map(({ method, path }) => [method, path] as const),
  )('is never %s %s', (method, path) => {
    const before = sent.length;
    expect(() =>
      exchange(
        method,
        path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000'),
        method === 'POST' ? '{}' : null,
      ),
    ).toThrow('the search may not send this');
    expect(sent).toHaveLength(before);
  });

  it('is none of them with another method or body', () => {
    expect(() => exchange('POST', '/v1/profile', '{}')).toThrow();
    expect(() => exchange('GET', '/v1/diagnostics/signature', null)).toThrow();
    expect(() => exchange('GET', '/v1/profile', '{}')).toThrow();
    expect(() => exchange('POST', '/v1/wallets', null)).toThrow();
    expect(() => exchange('GET', '/v1/wallets?cursor=2', null)).toThrow();
  });
});
