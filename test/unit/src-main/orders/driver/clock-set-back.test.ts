import { describe, expect, it } from 'vitest';
import { processing, Till, value } from '../till.ts';

const day = 86_400_000;

describe('orders of a counter whose clock is set back by a day', () => {
  it('do not wait a day, and are wanted no longer than they were', async () => {
    const till = await Till.open();
    till.clock.skip(day);
    const [lost, accepted, unsent] = [till.place(), till.place(), till.place()];
    till.service.script('drop', processing(accepted, { 'retry-after': '300' }));
    await till.resume(lost);
    await till.resume(accepted);
    till.clock.skip(-day);
    const { orders } = till.counter;
    expect(till.dueAfter()).toEqual([lost, accepted, unsent]);
    expect([lost, accepted, unsent].map((id) => [till.stateOf(id), orders.next(id)])).toEqual([
      ['settling', { call: 'getPartnerOrder', atMs: 0 }],
      ['accepted', { call: 'createPartnerOrder', atMs: 0 }],
      ['intended', null],
    ]);
    value(orders.keepWanted(unsent));
    expect(orders.next(unsent)).toMatchObject({ call: 'createPartnerOrder' });
  });
});
