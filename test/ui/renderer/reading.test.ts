import type { Locator } from 'playwright';
import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();

/** Where each part of an element's text is drawn, in the order of the text. */
function boxesOf(element: Locator, parts: readonly string[]): Promise<{ left: number; top: number; lines: number }[]> {
  return element.evaluate((root, texts) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const nodes: Text[] = [];
    while (walker.nextNode() !== null) if (walker.currentNode instanceof Text) nodes.push(walker.currentNode);
    return texts.map((text) => {
      const node = nodes.find(({ data }) => data.includes(text));
      if (node === undefined) throw new Error(`${text} stands in no single text`);
      const range = document.createRange();
      range.setStart(node, node.data.indexOf(text));
      range.setEnd(node, node.data.indexOf(text) + text.length);
      const { left, top } = range.getBoundingClientRect();
      return { left, top, lines: new Set([...range.getClientRects()].map((rect) => Math.round(rect.top))).size };
    });
  }, parts);
}

describe('a code that is shown', () => {
  it.each([
    ['4417209388516100', ['4417', '2093', '8851', '6100']],
    ['9RTK-77QX-M2LD', ['9RTK-', '77QX-', 'M2LD']],
    ['9RTK 77QX  M2LD', ['9RTK ', '77QX  ', 'M2LD']],
    ['A1b2'.repeat(18), Array.from({ length: 18 }, () => 'A1b2')],
  ])(
    'as %s is grouped the way it is written, in its own place, and a screen reader meets one text with its name',
    async (voucher, groups) => {
      await withCounter({ language: 'ar', double: { voucher } }, async (counter) => {
        const { page, codes } = counter;
        await counter.cards().first().click();
        await counter.button('sale.buy').click();
        await counter.button('codes.reveal').click();
        const value = codes.locator('[data-part="voucher"] bdi');
        await value.waitFor();
        expect(await value.locator('> span').allTextContents()).toEqual(groups);
        const boxes = await boxesOf(
          value,
          [...new Set(groups)].map((group) => group.trim()),
        );
        expect(boxes.map(({ left }) => left)).toEqual(boxes.map(({ left }) => left).toSorted((a, b) => a - b));
        const heard = (await codes.locator('ol').ariaSnapshot()).replaceAll(/\s+/g, ' ');
        for (const said of [`group "${counter.words('codes.voucher')}"`, voucher.replaceAll(/\s+/g, ' ')])
          expect(heard).toContain(said);
        const [drawn, place] = await Promise.all([
          value.boundingBox(),
          page.locator('.code-part[data-part="voucher"]').boundingBox(),
        ]);
        if (drawn === null || place === null) throw new Error('nothing is laid out');
        expect(drawn.y + drawn.height).toBeLessThanOrEqual(place.y + place.height);
        // The journal has every copy: none is made by hand.
        await page.keyboard.press('Control+A');
        expect(
          await value.evaluate((element) => [
            getComputedStyle(element).userSelect,
            String(element.ownerDocument.getSelection()),
          ]),
        ).toEqual(['none', '']);
      });
    },
  );
});

describe('in Arabic', () => {
  it('a sentence of the timeline has the amount before its currency, as everywhere else', async () => {
    await withCounter({ language: 'ar' }, async (counter) => {
      await counter.area('nav.orders').click();
      await counter.page.getByRole('option').first().click();
      const sentence = counter.page.locator('.timeline__entry').getByText('د.ك').first();
      const [amount, currency] = await boxesOf(sentence, ['9.500', 'د.ك']);
      expect(amount?.left).toBeGreaterThan(currency?.left ?? 0);
    });
  });

  it('the symbols that a reference may have stay on one line in their own order, however narrow the place', async () => {
    await withCounter({ language: 'ar' }, async (counter) => {
      await counter.cards().first().click();
      const hint = counter.page.locator('.field__hint');
      await hint.waitFor();
      for (let width = 420; width >= 100; width -= 4) {
        await hint.evaluate((element: HTMLElement, pixels) => {
          element.style.width = `${pixels}px`;
        }, width);
        const symbols = await boxesOf(hint, ['-', '_', '.', ':', '/', '#']);
        expect(new Set(symbols.map(({ lines }) => lines))).toEqual(new Set([1]));
        expect(new Set(symbols.map(({ top }) => Math.round(top))).size).toBe(1);
        const lefts = symbols.map(({ left }) => left);
        expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
      }
    });
  });
});

describe.each(languageCodes)('owned cards without a connection, in %s', (language) => {
  it('have one notice, which says why nothing can be revealed, and read again when the connection comes back', async () => {
    const failing = { 'reveals.ownedCards': 'service_unreachable' } as const;
    await withCounter({ language }, async (counter) => {
      const { page } = counter;
      await counter.area('nav.owned').click();
      const reveal = page.locator('.owned__row').first().getByRole('button').last();
      await reveal.waitFor();
      expect(await reveal.isEnabled()).toBe(true);
      await counter.set({ failing });
      await counter.notify('connectionChanged', { online: false });
      await counter.text('owned.offline').waitFor();
      const asked = (await counter.made('reveals.ownedCards')).length;
      await counter.button('app.again').click();
      await expect.poll(async () => (await counter.made('reveals.ownedCards')).length).toBe(asked + 1);
      expect(await page.locator('.callout, .banner--offline').count()).toBe(1);
      expect(await counter.text('failure.service_unreachable.says').count()).toBe(0);
      expect(await reveal.isDisabled()).toBe(true);
      const reason = await reveal.getAttribute('aria-describedby');
      expect(await page.locator(`[id="${reason ?? ''}"]`).textContent()).toBe(counter.words('owned.offline.next'));
      await counter.set({ failing: {} });
      await counter.notify('connectionChanged', { online: true });
      await counter.text('owned.offline').waitFor({ state: 'detached' });
      expect(await reveal.isEnabled()).toBe(true);
    });
  });

  it('still tell every other failure', async () => {
    await withCounter(
      { language, double: { start: { online: false }, failing: { 'reveals.ownedCards': 'insufficient_scope' } } },
      async (counter) => {
        await counter.area('nav.owned').click();
        await counter.text('failure.insufficient_scope.says').waitFor();
      },
    );
  });
});

it('every area that shows a heading shows it alike', async () => {
  await withCounter({}, async (counter) => {
    const looks: string[] = [];
    for (const area of ['nav.owned', 'nav.counter'] as const) {
      await counter.area(area).click();
      const heading = counter.page.getByRole('heading', { level: 1, name: counter.words(area), exact: true });
      looks.push(
        await heading.evaluate((element) => {
          const { fontSize, fontWeight, lineHeight, letterSpacing, color } = getComputedStyle(element);
          return JSON.stringify({ fontSize, fontWeight, lineHeight, letterSpacing, color });
        }),
      );
    }
    expect(new Set(looks).size).toBe(1);
  });
});
