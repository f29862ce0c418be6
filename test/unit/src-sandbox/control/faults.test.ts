import { describe, expect, it } from 'vitest';
import { Faults } from '../../../../src-sandbox/control/faults.ts';

describe('planted faults', () => {
  it('are taken oldest first, each as often as it counts', () => {
    const faults = new Faults();
    faults.add('rate_limited', undefined, 2);
    faults.add('price_changed', undefined, 1);
    const taken = Array.from({ length: 4 }, () => faults.take('decision', 'getPartnerProfile')?.refusal.code);
    expect(taken).toEqual(['rate_limited', 'rate_limited', 'price_changed', undefined]);
    expect(faults.pending()).toEqual([]);
  });

  it('wait for their operation and their point of a call', () => {
    const faults = new Faults();
    faults.add('accept-202', 'createPartnerOrder', 1);
    faults.add('drop-after-commit', undefined, 1);
    expect(faults.take('outcome', 'getPartnerOrder')).toBeUndefined();
    expect(faults.take('answer', 'createPartnerOrder')).toMatchObject({ alteration: 'drop' });
    expect(faults.take('outcome', 'createPartnerOrder')).toMatchObject({ outcome: { status: 'processing' } });
    expect(faults.take('arrival', 'createPartnerOrder')).toBeUndefined();
  });

  it('are not planted under an unknown name', () => {
    const faults = new Faults();
    expect([faults.add('nonsense', undefined, 1), faults.pending()]).toEqual([false, []]);
  });
});
