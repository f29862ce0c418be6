import { describe, expect, it } from 'vitest';
import { Faults } from '../../../../../src-sandbox/control/faults/faults.ts';
import { readPlantings } from '../../../../../src-sandbox/control/faults/planting.ts';

function planted(...bodies: unknown[]): Faults {
  const faults = new Faults();
  for (const body of bodies) faults.plant(readPlantings(body));
  return faults;
}

const refusedBy = (faults: Faults, operation = 'getPartnerProfile') =>
  faults.begin(operation).take('decision')?.refusal.code;

describe('planted faults', () => {
  it('are taken oldest first, each as often as it counts', () => {
    const faults = planted({ name: 'rate_limited', count: 2 }, { name: 'price_changed' });
    expect(Array.from({ length: 4 }, () => refusedBy(faults))).toEqual([
      'rate_limited',
      'rate_limited',
      'price_changed',
      undefined,
    ]);
    expect([faults.pending(), faults.struck()]).toEqual([[], { rate_limited: 2, price_changed: 1 }]);
  });

  it('wait for their operation and their point of a call', () => {
    const faults = planted([{ name: 'accept-202', operation: 'createPartnerOrder' }, { name: 'drop-after-commit' }]);
    expect(faults.begin('getPartnerOrder').take('outcome')).toBeUndefined();
    const call = faults.begin('createPartnerOrder');
    expect(call.take('answer')).toMatchObject({ alteration: { transmission: 'drop' } });
    expect(call.take('outcome')).toMatchObject({ outcome: { status: 'processing' } });
    expect(call.take('arrival')).toBeUndefined();
  });

  it('of a script fall on call after call, whether the call reaches them or not, and null on none', () => {
    const faults = planted(
      { name: 'price_changed' },
      {
        operation: 'getPartnerProfile',
        sequence: ['rate_limited', null, { name: 'slow', ms: 5 }, ['internal_error', 'drop-after-commit']],
      },
    );
    expect(refusedBy(faults, 'getPartnerWallets')).toBe('price_changed');
    expect([refusedBy(faults), refusedBy(faults), refusedBy(faults)]).toEqual(['rate_limited', undefined, undefined]);
    expect(faults.pending()).toMatchObject([
      { sequence: [[{ name: 'internal_error' }, { name: 'drop-after-commit' }]] },
    ]);
    const last = faults.begin('getPartnerProfile');
    expect([
      last.take('decision')?.refusal.code,
      last.take('decision'),
      last.take('answer')?.alteration.transmission,
    ]).toEqual(['internal_error', undefined, 'drop']);
    expect(faults.pending()).toEqual([]);
  });

  it('keep the faults without a script for the calls after the script', () => {
    const faults = planted({ sequence: [null] }, { name: 'price_changed' });
    expect([refusedBy(faults), refusedBy(faults)]).toEqual([undefined, 'price_changed']);
  });

  it('are read as a whole before any is planted', () => {
    for (const body of [
      { name: 'nonsense' },
      [{ name: 'slow' }, { name: 'slow', count: 0 }],
      { sequence: [] },
      { sequence: ['slow'], count: 2 },
      { name: 'slow', ms: -1 },
      null,
    ]) {
      expect(() => planted(body), JSON.stringify(body)).toThrow();
    }
  });
});
