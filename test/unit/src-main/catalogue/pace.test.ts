import { describe, expect, it, onTestFinished } from 'vitest';
import { openCatalogue, type Catalogue } from '../../../../src-main/catalogue/catalogue.ts';
import { SkippingClock } from '../../../support/skipping-clock.ts';
import { tempFolder } from '../../../support/temp.ts';
import { walletId } from '../orders/order-samples.ts';
import { startScriptedService, type ScriptedAnswer, type Turn } from '../orders/scripted-service.ts';
import { refusal, value } from '../orders/till.ts';
import { sessionOf } from '../partner-api/partner.ts';

/** A catalogue across from a service with one empty category; `pauses` are the waits between its requests. */
async function across(
  ...turns: readonly Turn[]
): Promise<{ catalogue: Catalogue; pauses: number[]; asked: () => number; clock: SkippingClock }> {
  const clock = new SkippingClock();
  const service = await startScriptedService(clock);
  const pauses: number[] = [];
  const sleep = async (ms: number): Promise<void> => {
    pauses.push(Math.round(ms / 1_000));
    await clock.sleep(ms);
  };
  const session = sessionOf({
    profile: service.profile,
    clock: { nowMs: () => clock.nowMs(), monotonicMs: () => clock.monotonicMs(), sleep },
  });
  service.script(...turns);
  const catalogue = openCatalogue({ directory: tempFolder(), session });
  onTestFinished(async () => {
    catalogue.close();
    await service.close();
  });
  return { catalogue, pauses, clock, asked: () => service.seen.length };
}

const categoryId = '0d000000-0000-4000-8000-000000000009';
const categories: ScriptedAnswer = {
  status: 200,
  body: { items: [{ id: categoryId, inStock: true, displayOrder: 1 }] },
};
const nothing: ScriptedAnswer = { status: 200, body: { items: [] } };
const tooMany = (headers: Readonly<Record<string, string>> = {}): ScriptedAnswer => ({
  ...refusal(429, 'rate_limited'),
  headers,
});

describe('a sync that the service asks to go slower', () => {
  it.each<readonly [string, ScriptedAnswer, number]>([
    ['seconds', tooMany({ 'retry-after': '7' }), 7],
    ['no time at all', tooMany(), 2],
    ['seconds, with a 503', { ...refusal(503, 'dependency_unavailable'), headers: { 'retry-after': '4' } }, 4],
  ])('waits as long as it says, and goes on where it was: %s', async (_, refusal, seconds) => {
    const { catalogue, pauses, asked } = await across(categories, refusal, nothing);
    expect(value(await catalogue.sync(walletId)).categories).toHaveLength(1);
    expect([pauses, asked()]).toEqual([[seconds], 3]);
  });

  it('waits also where another call was asked to', async () => {
    const { catalogue, pauses } = await across(tooMany({ 'retry-after': '5' }), categories, nothing);
    expect(await catalogue.wallets()).toMatchObject({ ok: false, error: { code: 'rate_limited' } });
    expect(pauses).toEqual([]);
    value(await catalogue.sync(walletId));
    expect(pauses).toEqual([5]);
  });

  it('gives up where it is asked to again and again, and says why', async () => {
    const { catalogue, asked } = await across(...Array.from({ length: 20 }, () => tooMany({ 'retry-after': '1' })));
    expect(await catalogue.sync(walletId)).toMatchObject({
      ok: false,
      error: { code: 'rate_limited', httpStatus: 429 },
    });
    expect(asked()).toBe(3);
  });

  it('does not wait where the time is not signed, nor for a refusal without one', async () => {
    const { catalogue, pauses } = await across({
      ...refusal(503, 'dependency_unavailable'),
      uncovered: { 'retry-after': '60' },
    });
    expect(await catalogue.sync(walletId)).toMatchObject({ ok: false });
    expect(pauses).toEqual([]);
  });

  it('ends with the catalogue', async () => {
    const { catalogue, asked } = await across(categories, () => {
      catalogue.stop();
      return tooMany({ 'retry-after': '300' });
    });
    expect(await catalogue.sync(walletId)).toMatchObject({ ok: false });
    expect(asked()).toBe(2);
  });
});
