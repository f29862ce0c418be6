import { describe, expect, it } from 'vitest';
import { zOf, type ZCircumstances } from '../../../../../src-main/day/machine/z.ts';
import { saleWith } from '../sale-samples.ts';

const circumstances: ZCircumstances = {
  before: null,
  beforeAtMs: null,
  turnedSince: 0,
  shiftId: null,
  remembered: null,
  chain: { path: [], head: { seq: 9, hash: 'hash' }, hashAt: () => null },
  zWith: () => null,
};
const charged = { charge: { amount: '1.500', currency: 'KWD' }, margin: { amount: '0.250', currency: 'KWD' } };
const atNoCharge = {
  charge: { amount: '0.000', currency: 'KWD' },
  margin: { amount: '-1.250', currency: 'KWD' },
  makesGood: true,
};

describe('what a Z says of replacements', () => {
  it('is each card that was sold to make one good, within all that was sold', () => {
    const z = zOf([saleWith(charged), saleWith({ ...atNoCharge, cards: 2 })], circumstances);
    expect(z.replacements).toMatchObject([
      { sales: 1, cards: 2, charge: { amount: '0.000', currency: 'KWD' }, cost: { amount: '1.250', currency: 'KWD' } },
    ]);
    expect(z.running).toMatchObject({ sales: 2, cards: 3, charge: [{ amount: '1.500', currency: 'KWD' }] });
  });

  it('is left out where nothing was made good, or its result is not known yet', () => {
    expect(zOf([saleWith(charged)], circumstances).replacements).toBeUndefined();
    const waiting = saleWith({ ...atNoCharge, state: 'accepted', isPending: true, turns: [] });
    expect(zOf([waiting], circumstances).replacements).toBeUndefined();
  });
});
