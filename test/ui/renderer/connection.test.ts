import { describe, expect, it } from 'vitest';
import type { ConnectionView } from '../../../src-shared/contract/schemas.ts';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import type { CounterPage } from './counter-page.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();
const silent: ConnectionView = { online: true, trouble: 'silent' };
const refused: ConnectionView = { online: true, trouble: 'refused' };
const answering: ConnectionView = { online: true };

const header = (counter: CounterPage) => counter.page.locator('.header__connection');

describe.each(languageCodes)('the connection, in %s,', (language) => {
  it('is not called there before a call was answered', async () => {
    await withCounter({ language, double: { start: { trouble: 'untried' } } }, async (counter) => {
      await counter.cards().first().waitFor();
      await header(counter).getByText(counter.words('app.untried'), { exact: true }).waitFor();
      expect(await counter.text('app.online').count()).toBe(0);
      await counter.notify('connectionChanged', answering);
      await header(counter).getByText(counter.words('app.online'), { exact: true }).waitFor();
    });
  });

  it('without an answer is said on every area and in the sale, which can still be made, until an answer comes', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.cards().first().click();
      await counter.notify('connectionChanged', silent);
      await counter.text('sale.silent').waitFor();
      await header(counter).getByText(counter.words('app.silentShort'), { exact: true }).waitFor();
      expect(await counter.button('sale.buy').isEnabled()).toBe(true);
      for (const area of ['nav.orders', 'nav.day', 'nav.owned', 'nav.counter', 'nav.sell'] as const) {
        await counter.area(area).click();
        await counter.text('app.silent').waitFor();
      }
      await counter.notify('connectionChanged', answering);
      await counter.text('app.silent').waitFor({ state: 'detached' });
      await header(counter).getByText(counter.words('app.online'), { exact: true }).waitFor();
    });
  });

  it.each([
    ['silent', silent, 'app.silent.setup', 'app.silent'],
    ['gone', { online: false }, 'app.offline.setup', 'app.offline'],
  ] as const)('that is %s before the setup is said without a word of sales', async (_, connection, says, ofSales) => {
    const start = { mode: 'deployment', enrolment: { state: 'none' } } as const;
    await withCounter({ language, double: { start } }, async (counter) => {
      await counter.button('enrol.submit').waitFor();
      await counter.notify('connectionChanged', connection);
      await counter.text(says).waitFor();
      expect(await counter.text(ofSales).count()).toBe(0);
    });
  });

  it.each([
    ['a signature that was refused', 'invalid_credentials', refused],
    ['a call that got no answer', 'answer_timeout', silent],
  ] as const)('leaves no alarm about %s once a later call has an answer', async (_, code, trouble) => {
    await withCounter({ language, double: { failing: { 'catalogue.sync': code } } }, async (counter) => {
      await counter.text(`failure.${code}.says`).waitFor();
      await counter.notify('connectionChanged', trouble);
      await counter.set({ failing: {} });
      await counter.notify('connectionChanged', answering);
      await counter.text(`failure.${code}.says`).waitFor({ state: 'detached' });
    });
  });

  it('is not called there once the last answer is old, and the time of that answer is said', async () => {
    await withCounter({ language, isLast: true }, async (counter) => {
      await counter.cards().first().waitFor();
      const answer = async (minutesAgo: number): Promise<void> =>
        counter.notify('serviceAnswered', { at: new Date(Date.now() - minutesAgo * 60_000).toISOString() });
      const [connected, old] = [
        header(counter).getByText(counter.words('app.online'), { exact: true }),
        header(counter).getByText(counter.words('app.lastAnswer')),
      ];
      await answer(10);
      await old.waitFor();
      expect(await counter.text('app.online').count()).toBe(0);
      expect(await counter.axe()).toEqual([]);
      await answer(0);
      await connected.waitFor();
      await counter.holdClock();
      await counter.page.clock.fastForward(120_000);
      await expect.poll(() => old.count()).toBe(1);
    });
  });

  it('is asked for while it is away, and not while it is there', async () => {
    await withCounter({ language, isLast: true }, async (counter) => {
      const asked = async (): Promise<number> => (await counter.made('wallets.list')).length;
      await counter.cards().first().waitFor();
      await counter.holdClock();
      const before = await asked();
      await counter.page.clock.runFor(60_000);
      expect(await asked()).toBe(before);
      await counter.notify('connectionChanged', { online: false });
      await counter.text('app.offline').waitFor();
      const away = await asked();
      await counter.page.clock.runFor(16_000);
      await expect.poll(asked).toBe(away + 1);
    });
  });
});
