import type { Locator } from 'playwright';
import { describe, expect, it } from 'vitest';
import { languageCodes, languages } from '../../../src-shared/words/languages.ts';
import type { CounterPage } from './counter-page.ts';
import { id } from './double-data.ts';
import { digestOf } from './double-screen.ts';
import { Wedge } from './wedge.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();
const code = '628-abc-100200';
const zain5 = id(4, 2);
const paired = { pairedBarcodes: { [digestOf(code)]: zain5 } };
const names = { en: 'Zain 5', ar: 'زين 5' } as const;

const search = (counter: CounterPage) =>
  counter.page.getByRole('searchbox', { name: counter.words('catalogue.search') });
const panel = (counter: CounterPage) => counter.page.getByRole('complementary', { name: counter.words('sale.title') });
const quantity = (counter: CounterPage) =>
  panel(counter).getByRole('textbox', { name: counter.words('sale.quantity') });
const rows = (counter: CounterPage) => counter.cards();

async function expectChosen(counter: CounterPage): Promise<void> {
  await panel(counter).getByRole('heading', { name: names[languages[counter.language].service] }).waitFor();
  expect(await counter.made('orders.place')).toEqual([]);
}

describe.each(languageCodes)('a scanner under an Arabic layout, in %s', (language) => {
  it.each([5, 12, 20])(
    'every %i ms in the search chooses the paired card and leaves no trace of its keys',
    async (everyMs) => {
      await withCounter({ language, double: { preferences: paired } }, async (counter) => {
        await rows(counter).first().waitFor();
        await search(counter).fill('z');
        await new Wedge(counter).scan(code, everyMs);
        await expectChosen(counter);
        expect(await search(counter).inputValue()).toBe('z');
      });
    },
  );

  it('offers to pair an unknown code with the chosen card, and knows it from then on', async () => {
    await withCounter({ language }, async (counter) => {
      await rows(counter).first().waitFor();
      await new Wedge(counter).scan(code);
      await counter.text('scan.unknown').waitFor();
      await counter.page.getByText('…0200').waitFor();
      expect(await counter.axe()).toEqual([]);
      expect(await counter.page.content()).not.toContain(code);
      await rows(counter).nth(1).click();
      await counter.page.getByRole('button', { name: counter.words('scan.pair') }).click();
      await counter.text('scan.chosen').waitFor();
      expect(await counter.page.content()).not.toContain(code);
      expect(await quantity(counter).evaluate((field) => field === document.activeElement)).toBe(true);
      expect(await counter.made('preferences.change')).toEqual([{ pairedBarcodes: { [digestOf(code)]: zain5 } }]);
      await counter.page.keyboard.press('Escape');
      await counter.text('sale.empty').waitFor();
      await new Wedge(counter).scan(code);
      await expectChosen(counter);
      expect(await counter.axe()).toEqual([]);
      expect(await counter.smallTargets()).toEqual([]);
    });
  });
});

describe.each(languageCodes)('a scan, in %s', (language) => {
  it('at 40 ms is typing: it stays in the field and chooses nothing', async () => {
    await withCounter({ language, double: { preferences: paired } }, async (counter) => {
      await rows(counter).first().waitFor();
      await search(counter).focus();
      await new Wedge(counter).scan(code, 40, null);
      expect(await search(counter).inputValue()).not.toBe('');
      await counter.text('sale.empty').waitFor();
    });
  });

  it('into the quantity of another card takes that card’s place and its number with it', async () => {
    await withCounter({ language, double: { preferences: paired } }, async (counter) => {
      await rows(counter).nth(3).click();
      await quantity(counter).fill('3');
      await new Wedge(counter).scan(code, 5, 'Tab');
      await expectChosen(counter);
      expect(await quantity(counter).inputValue()).toBe('1');
    });
  });

  it('that is not known gives a typed quantity and a reference back', async () => {
    await withCounter({ language }, async (counter) => {
      await rows(counter).nth(3).click();
      await quantity(counter).fill('3');
      await new Wedge(counter).scan(code);
      await counter.text('scan.unknown').waitFor();
      expect(await quantity(counter).inputValue()).toBe('3');
      const reference = panel(counter).getByRole('textbox', { name: counter.words('sale.reference') });
      await reference.fill('TILL 2');
      await new Wedge(counter).scan('999-111-222');
      await counter.page.getByText('…-222').waitFor();
      expect(await reference.inputValue()).toBe('TILL 2');
      expect(await counter.made('orders.place')).toEqual([]);
    });
  });

  it('that is not known says so in sight of a low window, wherever in the sale the keyboard is', async () => {
    await withCounter({ language, viewport: { width: 1024, height: 700 } }, async (counter) => {
      await rows(counter).nth(3).click();
      const reference = panel(counter).getByRole('textbox', { name: counter.words('sale.reference') });
      await reference.focus();
      await new Wedge(counter).scan(code);
      await counter.text('scan.unknown').waitFor();
      const boxOf = async (place: Locator) => {
        const { y = 0, height = 0 } = (await place.boundingBox()) ?? {};
        return { top: y, bottom: y + height };
      };
      const [around, note] = [await boxOf(panel(counter)), await boxOf(counter.page.locator('.sale__scan'))];
      expect(note.top).toBeGreaterThanOrEqual(around.top);
      const [typed, foot] = [await boxOf(reference), await boxOf(counter.page.locator('.sale__stub'))];
      expect(typed.top).toBeGreaterThanOrEqual(note.bottom);
      expect(typed.bottom).toBeLessThanOrEqual(foot.top);
      expect(await reference.evaluate((field) => field === document.activeElement)).toBe(true);
      await counter.button('scan.leave').click();
      await counter.text('scan.unknown').waitFor({ state: 'detached' });
    });
  });

  it.each(['628-abc-100200', '628 100 200', '628?100200'])(
    'of %s presses no button that has the focus, not even Buy, and calls up nothing',
    async (scanned) => {
      await withCounter(
        { language, double: { preferences: { pairedBarcodes: { [digestOf(scanned)]: zain5 } } } },
        async (counter) => {
          await rows(counter).nth(3).click();
          await counter.button('sale.buy').focus();
          await new Wedge(counter).scan(scanned);
          await expectChosen(counter);
          expect(await counter.page.getByRole('dialog').count()).toBe(0);
        },
      );
    },
  );

  it('on another area goes to the sale, from the day of the orders, which it leaves as it is, and with nothing focused', async () => {
    await withCounter({ language, double: { preferences: paired } }, async (counter) => {
      await rows(counter).first().waitFor();
      await counter.area('nav.orders').click();
      const day = counter.page.getByRole('textbox', { name: counter.words('journal.day'), exact: true });
      await day.fill('21/11/2026');
      await new Wedge(counter).scan(code);
      await expectChosen(counter);
      await counter.area('nav.orders').click();
      expect(await day.inputValue()).toBe('21/11/2026');
      await counter.page.evaluate(() =>
        document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined,
      );
      await new Wedge(counter).scan(code);
      await expectChosen(counter);
    });
  });

  it('of a receipt opens its sale from anywhere, and leaves the sale in hand as it is', async () => {
    await withCounter({ language, double: { preferences: paired } }, async (counter) => {
      await rows(counter).nth(3).click();
      await quantity(counter).fill('3');
      await new Wedge(counter).scan('c7-0404');
      const page = counter.page.getByRole('region', { name: counter.words('journal.timeline') });
      await page.getByText('C7-0404', { exact: true }).waitFor();
      expect(await counter.page.getByRole('option').count()).toBe(1);
      await new Wedge(counter).scan('c7-9999');
      await counter.text('journal.noneFound').waitFor();
      expect(await page.getByText('C7-0404', { exact: true }).count()).toBe(0);
      await counter.area('nav.sell').click();
      expect(await quantity(counter).inputValue()).toBe('3');
      expect(await counter.made('preferences.digestOf')).toEqual([]);
    });
  });

  it('over the codes of a sale presses nothing there and chooses nothing behind it', async () => {
    await withCounter({ language, double: { preferences: paired } }, async (counter) => {
      await rows(counter).first().click();
      await counter.button('sale.buy').click();
      await counter.button('codes.reveal').click();
      await counter.button('codes.done').focus();
      await new Wedge(counter).scan('628 100 200');
      expect(await counter.made('reveals.handOver')).toEqual([]);
      expect(await counter.page.getByRole('dialog').count()).toBe(1);
      await counter.button('codes.close').last().click();
      expect(await counter.text('scan.chosen').count()).toBe(0);
    });
  });

  it('of a card that this wallet does not sell now says so', async () => {
    await withCounter(
      { language, double: { preferences: { pairedBarcodes: { [digestOf(code)]: id(4, 7) } } } },
      async (counter) => {
        await rows(counter).first().waitFor();
        await new Wedge(counter).scan(code);
        await counter.page.getByText(counter.words('scan.notSold.next')).waitFor();
        await counter.button('scan.unpair').click();
        await counter.text('scan.unknown').waitFor();
        expect(await counter.made('preferences.change')).toEqual([{ pairedBarcodes: {} }]);
      },
    );
  });

  it('is heard only where something can be sold', async () => {
    await withCounter(
      { language, double: { preferences: paired, start: { enrolment: { state: 'none' } } } },
      async (counter) => {
        await counter.button('enrol.submit').waitFor();
        await new Wedge(counter).scan(code);
        expect(await counter.button('enrol.submit').isVisible()).toBe(true);
      },
    );
  });
});
