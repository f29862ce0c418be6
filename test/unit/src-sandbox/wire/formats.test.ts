import { describe, expect, it } from 'vitest';
import {
  contentDigest,
  formatRetryAfter,
  isNonce,
  parseIdempotencyKey,
  parseServiceDate,
} from '../../../../src-sandbox/wire/formats.ts';

const id = '8e03978e-40d5-43e8-bc93-6894a57f9324';
const instant = Date.UTC(2026, 10, 21, 6, 33, 32);

describe('the forms of a deployment', () => {
  it.each([
    ['rfc3339-ms', '2026-11-21T06:33:32.000Z'],
    ['rfc3339', '2026-11-21T06:33:32Z'],
    ['imf-fixdate', 'Sat, 21 Nov 2026 06:33:32 GMT'],
    ['unix', '1795242812'],
    ['unix-ms', '1795242812000'],
  ] as const)('read a date as %s and in no other form', (form, text) => {
    expect(parseServiceDate(form, text)).toBe(instant);
    const forms = ['rfc3339-ms', 'rfc3339', 'imf-fixdate', 'unix', 'unix-ms'] as const;
    for (const other of forms.filter((name) => name !== form)) expect(parseServiceDate(other, text)).toBeUndefined();
  });

  it('refuse a date that no calendar has', () => {
    expect(parseServiceDate('rfc3339', '2026-13-01T00:00:00Z')).toBeUndefined();
  });

  it('take a nonce in their own form only', () => {
    const is = (nonce: 'uuid' | 'base64url' | 'hex', text: string, nonceBytes = 16): boolean =>
      isNonce({ nonce, nonceBytes }, text);
    expect([is('uuid', id), is('uuid', id.toUpperCase()), is('uuid', id.replaceAll('-', ''))]).toEqual([
      true,
      false,
      false,
    ]);
    expect([
      is('base64url', 'abcdefghijklmnopqrstug'),
      is('base64url', 'abcdefghijklmnopqrstuv'),
      is('base64url', 'short'),
      is('base64url', 'a'.repeat(32), 24),
    ]).toEqual([true, false, false, true]);
    expect([is('hex', '0af'.padEnd(32, '1')), is('hex', '0AF'.padEnd(32, '1')), is('hex', '0a')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('take an order key bare or quoted, never both', () => {
    expect([parseIdempotencyKey('bare', id), parseIdempotencyKey('bare', `"${id}"`)]).toEqual([id, undefined]);
    expect([
      parseIdempotencyKey('quoted', `"${id}"`),
      parseIdempotencyKey('quoted', id),
      parseIdempotencyKey('bare', 'x'),
    ]).toEqual([id, undefined, undefined]);
  });

  it('digest the bytes as RFC 9530 writes it', () => {
    expect(contentDigest('sha-256', new Uint8Array())).toBe('sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:');
    expect(contentDigest('sha-256', Buffer.from('{}'))).toBe('sha-256=:RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=:');
    expect(contentDigest('sha-512', Buffer.from('{"hello": "world"}'))).toBe(
      'sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:',
    );
  });

  it('tell a wait in seconds or milliseconds, or as a date', () => {
    const [wait, nowMs] = [{ seconds: 2, form: 'seconds' } as const, Date.UTC(2026, 10, 21)];
    expect([formatRetryAfter('seconds', wait, nowMs), formatRetryAfter('milliseconds', wait, nowMs)]).toEqual([
      '2',
      '2000',
    ]);
    expect(formatRetryAfter('milliseconds', { seconds: 90, form: 'http-date' }, nowMs)).toBe(
      'Sat, 21 Nov 2026 00:01:30 GMT',
    );
  });
});
