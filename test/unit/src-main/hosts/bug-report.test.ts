import { describe, expect, it } from 'vitest';
import { ContractBreach } from '../../../../src-main/app/calls/contract-breach.ts';
import { describeBug } from '../../../../src-main/hosts/bug-report.ts';

describe('a bug report', () => {
  it('says where it happened and none of the values in its message', () => {
    const report = describeBug(new RangeError('voucher 1234-5678 is odd\n    at secret 9876'));
    expect(report).toContain('RangeError');
    expect(report).toContain('bug-report.test.ts');
    expect(report).not.toMatch(/1234|9876/);
  });

  it('names what broke the contract, since that message carries names alone', () => {
    expect(describeBug(new ContractBreach('orders.read is outside the contract at order.total'))).toContain(
      'order.total',
    );
  });

  it('does not print what was thrown when it is no error', () => {
    expect(describeBug('voucher 1234')).not.toContain('1234');
  });
});
