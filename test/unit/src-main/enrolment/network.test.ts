import { describe, expect, it } from 'vitest';
import { isCanonicalNetwork } from '../../../../src-main/enrolment/network.ts';

describe('a network', () => {
  it.each([
    '0.0.0.0/0',
    '10.0.0.0/8',
    '192.0.2.128/25',
    '192.0.2.7/32',
    '::/0',
    '2001:db8::/32',
    '2001:db8::1/128',
    'fd00:0:0:1::/64',
    '::1/128',
    '1:2:3:4:5:6:7:8/128',
    '2001:db8:0:8000::/49',
  ])('is %s', (text) => {
    expect(isCanonicalNetwork(text)).toBe(true);
  });

  it.each([
    ['has no prefix length', '10.0.0.0'],
    ['has bits set beyond the prefix', '10.0.0.1/8'],
    ['has IPv6 bits set beyond the prefix', '2001:db8:0:c000::/49'],
    ['has a prefix longer than its address', '10.0.0.0/33'],
    ['has a prefix longer than its IPv6 address', '2001:db8::/129'],
    ['has a prefix with a leading zero', '10.0.0.0/08'],
    ['has an octet with a leading zero', '10.0.0.010/32'],
    ['has too few octets', '10.0/16'],
    ['is written in upper case', '2001:DB8::/32'],
    ['is not compressed', '2001:db8:0:0:0:0:0:0/32'],
    ['has a dotted tail', '::ffff:192.0.2.0/120'],
    ['has white space', ' 10.0.0.0/8'],
    ['goes on after its prefix', '10.0.0.0/8/8'],
    ['has the last bit set beyond the prefix', '2001:db8::1/127'],
    ['is a name', 'localhost/8'],
    ['is empty', ''],
  ])('is refused where it %s', (_, text) => {
    expect(isCanonicalNetwork(text)).toBe(false);
  });
});
