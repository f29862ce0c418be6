import { expect, it } from 'vitest';
import { id } from './double-data.ts';
import { chooseCard } from './screens/screen.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();

it.each(['light', 'dark'] as const)('who asks for more contrast has it in all text, %s', async (colorScheme) => {
  const favourites = [id(4, 3), id(4, 7), id(4, 9), id(4, 8)];
  await withCounter({ double: { catalogue: 'unlike', preferences: { favourites } } }, async (counter) => {
    await chooseCard(counter, 0);
    await counter.page.emulateMedia({ colorScheme, contrast: 'more' });
    expect(await counter.axe({ only: ['color-contrast-enhanced'] })).toEqual([]);
    for (const area of ['nav.orders', 'nav.day', 'nav.counter'] as const) {
      await counter.area(area).click();
      await counter.page.getByRole('main').getByRole('heading').first().waitFor();
      expect(await counter.axe({ only: ['color-contrast-enhanced'] }), area).toEqual([]);
    }
    await counter.page.emulateMedia({ contrast: 'no-preference' });
  });
});
