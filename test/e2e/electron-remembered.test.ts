import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RememberedScreen } from '../../src-shared/contract/remembered-screen.ts';
import type { CounterWindow } from '../ui/pages/counter-window.ts';
import { whyNoElectron } from './electron-runtime.ts';
import { ElectronShop } from './electron-shop.ts';
import { whyNoKeyring } from './keyring-session.ts';

const obstacle = whyNoElectron() ?? whyNoKeyring();
const because = obstacle === null ? '' : ` (${obstacle})`;

describe.skipIf(obstacle !== null)(`the first screen that a counter remembers, in Electron${because}`, () => {
  let shop: ElectronShop;
  beforeAll(async () => {
    shop = await ElectronShop.start('en');
  });
  afterAll(() => shop.stop());

  const file = (): string => join(shop.startOptions.data, 'counter/first-screen.json');
  const kept = (): RememberedScreen =>
    (JSON.parse(readFileSync(file(), 'utf8')) as { readonly screen: RememberedScreen }).screen;

  it('lies on the disk from the end of one run to the next start, which draws it', async () => {
    await shop.sell(await shop.open());
    expect(existsSync(file())).toBe(false);
    await shop.close();
    const screen = kept();
    expect([screen.locked, screen.selling?.catalogue.cards.length === 0]).toEqual([false, false]);

    const counter = await shop.open();
    expect(await pageSize(counter)).toBeGreaterThan(JSON.stringify(screen).length);
    expect(existsSync(file())).toBe(false);
    expect(await counter.page.locator('#remembered').count()).toBe(0);
    await counter.sell.pick();
    await counter.page.reload();
    await counter.go('sell');
    expect(await pageSize(counter)).toBeLessThan(JSON.stringify(screen).length);
  });
});

/** Bytes of what main gave; asked for again, it would be another page. */
function pageSize({ page }: CounterWindow): Promise<number> {
  return page.evaluate(
    () => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).decodedBodySize,
  );
}
