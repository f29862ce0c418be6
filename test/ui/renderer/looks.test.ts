import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { looksFaults } from '../../support/looks.ts';
import { fullDay, mona, openShift, staffWith } from './day-reports.ts';
import { plant } from './plant.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();
const smallWindow = { width: 1024, height: 700 };

describe('what an eye finds wrong', () => {
  const planted: readonly (readonly [fault: string, html: string])[] = [
    [
      'spilled: much too long',
      '<p style="inline-size: 60px; padding: 0 12px; border: 1px solid; white-space: nowrap">much too long</p>',
    ],
    [
      'bar over round corners: planted',
      '<div class="planted" style="block-size: 60px; overflow-y: auto; border-radius: 16px">' +
        '<p style="block-size: 90px"></p></div>',
    ],
    [
      'line cut: too low',
      '<p style="block-size: 12px; overflow: hidden; font-size: 20px; line-height: 30px">too low</p>',
    ],
    ['room for nothing: <b', '<section class="panel"><p>said</p><b></b></section>'],
    ['hint without room: a long hint', '<input placeholder="a long hint" style="inline-size: 60px">'],
    [
      'beginning cut: C7-0412',
      '<p dir="rtl" style="inline-size: 30px; overflow: hidden; white-space: nowrap"><bdi dir="ltr">C7-0412</bdi></p>',
    ],
    [
      'quantity cut: a long name × 2',
      '<p style="inline-size: 60px; overflow: hidden; white-space: nowrap">a long name <b class="times">× 2</b></p>',
    ],
    [
      'at the wrong edge: محمد',
      '<p style="display: grid; inline-size: 300px; text-align: start"><bdi style="text-align: start">محمد</bdi></p>',
    ],
    [
      'ragged column 0',
      '<table style="inline-size: 300px"><tbody><tr><td style="text-align: left"><b class="money">1.000</b></td></tr>' +
        '<tr><td style="text-align: left"><b class="money">1,000.000</b></td></tr></tbody></table>',
    ],
    [
      'beyond its place: <b',
      '<p style="inline-size: 60px"><b style="display: block; inline-size: 90px; border: 1px solid">wide</b></p>',
    ],
    [
      'out of reach: <button',
      '<p style="block-size: 20px; overflow: hidden"><b style="display: block; block-size: 60px"></b>' +
        '<button>below</button></p>',
    ],
    [
      'over what the keyboard comes to',
      '<div style="block-size: 200px; overflow-y: auto"><p style="block-size: 300px"></p>' +
        '<p style="position: sticky; inset-block-end: 0; block-size: 40px">a foot</p></div>',
    ],
  ];

  it('is found, and what is right is left alone', async () => {
    await withCounter({}, async (counter) => {
      await counter.cards().first().waitFor();
      expect(await looksFaults(counter.page)).toEqual([]);
      for (const [fault, html] of planted) {
        const takeAway = await plant(counter.page, html);
        expect(await looksFaults(counter.page)).toEqual([expect.stringContaining(fault)]);
        await takeAway();
      }
      counter.takeViolations();
    });
  });
});

describe.each(languageCodes)('the day in a small window, in %s', (language) => {
  it('shows a manager what is to be done beside the shift, with its button, without scrolling', async () => {
    await withCounter(
      { language, viewport: smallWindow, double: { staff: staffWith(mona.id), day: fullDay, shift: openShift } },
      async (counter) => {
        await counter.area('nav.day').click();
        const tile = counter.page.locator('.today__tile', { hasText: counter.words('today.unsettled') });
        await tile.waitFor();
        const foot = await counter.page.locator('.tray').boundingBox();
        for (const each of [tile, counter.button('day.close.shift')]) {
          const box = await each.boundingBox();
          expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
        }
      },
    );
  });

  it('keeps the choice of its views where it is, whichever of them is shown', async () => {
    await withCounter({ language, viewport: smallWindow, double: { staff: staffWith(mona.id) } }, async (counter) => {
      await counter.area('nav.day').click();
      const choice = (view: 'day' | 'sales' | 'compare') =>
        counter.page.getByRole('radio', { name: counter.words(`report.view.${view}`) });
      const places = async (): Promise<readonly (number | undefined)[]> =>
        Promise.all((['day', 'sales', 'compare'] as const).map(async (view) => (await choice(view).boundingBox())?.y));
      await choice('compare').waitFor();
      const before = await places();
      expect(new Set(before).size).toBe(1);
      for (const view of ['sales', 'compare'] as const) {
        await choice(view).click();
        await expect.poll(places).toEqual(before);
      }
    });
  });
});

describe.each(languageCodes)('what lies over the page in training, in %s', (language) => {
  it('leaves the band and the frame of training free, and ends with a way out in sight', async () => {
    await withCounter({ language, viewport: smallWindow }, async (counter) => {
      await counter.cards().first().waitFor();
      const band = await counter.page.locator('.training-band').boundingBox();
      const below = (band?.y ?? 0) + (band?.height ?? 0);
      const isBetween = async (selector: string): Promise<boolean> => {
        const box = await counter.page.locator(selector).boundingBox();
        return box !== null && box.y >= below && box.y + box.height <= smallWindow.height - 5;
      };
      await counter.page.keyboard.press('F1');
      await counter.button('keys.close').waitFor();
      expect(await isBetween('.keys')).toBe(true);
      expect(await isBetween('.keys__dialog > .button')).toBe(true);
      await counter.button('keys.close').click();
      await counter.cards().first().click();
      await counter.page.locator('.number-input__input').fill('5');
      await counter.button('sale.buy').click();
      await counter.button('codes.reveal').or(counter.button('codes.revealAll')).waitFor();
      expect(await isBetween('.sheet')).toBe(true);
    });
  });
});
