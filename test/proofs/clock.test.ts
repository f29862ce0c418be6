import { expect, it } from 'vitest';
import { holds, prove, serviceKinds, type ClockResult } from './clock/prove.ts';

/** The edges of what is learned, of what a service takes and of what an answer may differ by, and the ends. */
const offsets = [-600, -30, 0, 1, 2, 3, 30, 63, 600];

it.each(serviceKinds)(
  'a counter sells whatever its clock says, or says that it is off, and never anything else: %j',
  async (kind) => {
    const results = await prove(offsets, () => undefined, [kind]);
    expect(results.filter(({ outcome }) => outcome !== 'sold' && outcome !== 'clock')).toEqual([]);
    expect(holds(results)).toBe(true);
    // Where answers are bound the time is learned, whatever it is.
    expect(results.some(({ outcome }) => outcome === 'clock')).toBe(kind.binding !== 'bound to the nonce');
  },
);

it('fails where the signature is blamed, or a clock that is right', () => {
  const right: ClockResult = { aheadSeconds: 0, tolerance: 0, binding: 'bound to the nonce', outcome: 'sold' };
  expect(holds([right])).toBe(true);
  expect(holds([{ ...right, aheadSeconds: 300, outcome: 'clock' }])).toBe(true);
  expect(holds([{ ...right, aheadSeconds: 30, outcome: 'clock' }])).toBe(false);
  expect(holds([{ ...right, aheadSeconds: 3, outcome: 'wallets: invalid_credentials' }])).toBe(false);
  expect(holds([])).toBe(false);
});
