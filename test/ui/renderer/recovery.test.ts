import { expect, it } from 'vitest';

import { traces } from './codes-traces.ts';
import { recoveryPhrase } from './double-data.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();

it('a recovery phrase is made only when it is asked for twice, and hidden when the window is left', async () => {
  await withCounter({ double: { start: { mode: 'deployment' } } }, async (counter) => {
    await counter.area('nav.counter').click();
    await counter.button('recovery.make').click();
    await counter.button('recovery.confirm').waitFor();
    expect(await counter.axe()).toEqual([]);
    await counter.page.keyboard.press('Enter');
    await counter.page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(await counter.made('app.recoveryPhrase')).toEqual([]);
    await counter.button('recovery.make').click();
    await counter.button('recovery.confirm').click();
    const groups = counter.page.locator('.phrase li');
    await groups.last().waitFor();
    expect((await groups.allTextContents()).join('-')).toBe(recoveryPhrase);
    await counter.page.evaluate(() => window.dispatchEvent(new Event('blur')));
    await counter.button('recovery.show').waitFor();
    expect(await traces(counter)).not.toContain(recoveryPhrase.slice(0, 4));
    await counter.button('recovery.show').click();
    await groups.last().waitFor();
    await counter.button('recovery.done').click();
    await counter.text('recovery.kept').waitFor();
  });
});
