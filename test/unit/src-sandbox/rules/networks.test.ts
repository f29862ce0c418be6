import { describe, expect, it } from 'vitest';
import { isAllowedFrom, parseNetwork } from '../../../../src-sandbox/rules/networks.ts';

describe('networks', () => {
  it.each(['10.0.0.0/8', '192.0.2.7/32', '::1/128', '2001:db8::/32', '0.0.0.0/0'])('takes %s', (text) => {
    expect(parseNetwork(text)).toBeDefined();
  });

  it.each(['10.0.0.0', '10.0.0.0/33', '10.0.0/8', '2001:db8::/129', 'localhost/8', '/8', '10.0.0.0/-1'])(
    'does not take %s',
    (text) => {
      expect(parseNetwork(text)).toBeUndefined();
    },
  );

  it('allow an address in any of them, and every address where there are none', () => {
    expect(isAllowedFrom([], '203.0.113.9')).toBe(true);
    expect(isAllowedFrom(['192.0.2.0/24', '127.0.0.0/8'], '127.0.0.1')).toBe(true);
    expect(isAllowedFrom(['192.0.2.0/24'], '127.0.0.1')).toBe(false);
    expect(isAllowedFrom(['127.0.0.0/8'], '::ffff:127.0.0.1')).toBe(true);
    expect(isAllowedFrom(['2001:db8::/32'], '2001:db8::1')).toBe(true);
  });
});
