import type { Failure } from '../../../src-preload/contract/codes.ts';
import { describe, expect, it } from 'vitest';

import type { CounterPage, Language } from './counter-page.ts';
import { id } from './double-data.ts';
import type { DoubleOptions } from './double.ts';
import { Wedge } from './wedge.ts';
import { counters } from './with-counter.ts';

interface Screen {
  readonly name: string;
  readonly double?: DoubleOptions;
  /** Goes there and waits for what proves that it is there. */
  readonly reach: (counter: CounterPage) => Promise<void>;
}

const bare: DoubleOptions = { orders: 'none', start: { mode: 'none', enrolment: { state: 'none' } } };
const enrolling = (state: 'none' | 'awaitingActivation' | 'refused' | 'expired'): DoubleOptions => ({
  orders: 'none', start: { mode: 'deployment', deploymentName: 'Example Cards', enrolment: { state, ...(state === 'awaitingActivation' ? { ownThumbprint: 'abcd'.repeat(10), serviceThumbprint: 'abce'.repeat(10), thumbprintsAgree: false } : {}) } },
});
const keyStore = (problem: Failure): DoubleOptions => ({ start: { mode: 'deployment', enrolment: { state: 'none' }, problem } });
const shown = (locator: { waitFor: () => Promise<void> }): Promise<void> => locator.waitFor();

async function chooseCard(counter: CounterPage, index: number): Promise<void> {
  await counter.cards().nth(index).click();
  await shown(counter.button('sale.buy'));
}

const strayCards = { unknownCards: [id(7, 9901), id(7, 9902)], missingCards: [id(7, 200)] };

/** The order that needs a person. */
async function openDoubtful(counter: CounterPage): Promise<void> {
  await counter.area('nav.orders').click();
  await counter.page.getByRole('option').nth(4).click();
  await shown(counter.button('decision.resend.do'));
}

async function buy(counter: CounterPage): Promise<void> {
  await chooseCard(counter, 0);
  await counter.button('sale.buy').click();
}

const screens: readonly Screen[] = [
  { name: 'first run', double: bare, reach: (counter) => shown(counter.button('firstRun.training.start')) },
  { name: 'first run, training refused', double: { ...bare, failing: { 'app.startTraining': 'sandbox_failed' } }, reach: async (counter) => {
    await counter.button('firstRun.training.start').click();
    await shown(counter.text('failure.sandbox_failed.next'));
  } },
  { name: 'start failed', double: { failing: { 'app.start': 'journal_in_use' } }, reach: (counter) => shown(counter.text('failure.journal_in_use.next')) },
  { name: 'enrolment form', double: enrolling('none'), reach: async (counter) => {
    await counter.button('enrol.submit').click();
    await shown(counter.text('enrol.token.missing'));
  } },
  { name: 'enrolment awaiting activation, thumbprints differ', double: enrolling('awaitingActivation'), reach: (counter) => shown(counter.text('enrol.thumbprint.differ')) },
  { name: 'enrolment refused', double: enrolling('refused'), reach: (counter) => shown(counter.text('enrol.state.refused')) },
  { name: 'enrolment expired', double: enrolling('expired'), reach: (counter) => shown(counter.text('enrol.state.expired')) },
  { name: 'counter enrolled, recovery phrase', reach: async (counter) => {
    await counter.area('nav.counter').click();
    await counter.button('recovery.make').click();
    await counter.button('recovery.confirm').click();
    await shown(counter.text('recovery.once'));
  } },
  { name: 'key store changed', double: keyStore({ code: 'vault_unavailable', detail: 'sealer_changed' }), reach: async (counter) => {
    await shown(counter.text('keyStore.changed.title'));
    await counter.button('recover.open').click();
    await shown(counter.page.getByLabel(counter.words('recover.phrase'), { exact: true }));
  } },
  { name: 'key store locked', double: keyStore({ code: 'vault_unavailable', detail: 'sealer_unavailable' }), reach: (counter) => shown(counter.text('keyStore.locked.1')) },
  { name: 'key store missing, training meanwhile refused', double: { ...keyStore({ code: 'sealing_unsafe', detail: 'basic_text' }), failing: { 'app.startTraining': 'sandbox_failed' } }, reach: async (counter) => {
    await shown(counter.text('keyStore.missing.2'));
    await counter.button('keyStore.train').click();
    await shown(counter.text('failure.sandbox_failed.next'));
  } },
  { name: 'locked', double: { locked: true }, reach: (counter) => shown(counter.button('lock.continue')) },
  { name: 'closing with unsettled sales', reach: async (counter) => {
    await shown(counter.cards().first());
    await counter.notify('quitAsked', { pending: 2, codesWaiting: 1 });
    await shown(counter.button('quit.back'));
  } },
  { name: 'profile unreadable', double: { start: { mode: 'deployment', enrolment: { state: 'none' }, problem: { code: 'profile_unreadable' } } }, reach: (counter) => shown(counter.text('failure.profile_unreadable.next')) },
  { name: 'catalogue', reach: (counter) => shown(counter.cards().first()) },
  { name: 'catalogue loading', double: { hanging: ['catalogue.read'] }, reach: (counter) => shown(counter.page.locator('.skeleton--tile')) },
  { name: 'catalogue empty', double: { catalogue: 'empty' }, reach: (counter) => shown(counter.text('catalogue.empty')) },
  { name: 'catalogue never read', double: { catalogue: 'never', failing: { 'catalogue.sync': 'service_unreachable' } }, reach: (counter) => shown(counter.text('catalogue.neverRead')) },
  { name: 'catalogue offline', double: { start: { online: false }, failing: { 'catalogue.sync': 'service_unreachable' } }, reach: async (counter) => {
    await chooseCard(counter, 1);
    await shown(counter.text('sale.offline'));
  } },
  { name: 'search without a match', reach: async (counter) => {
    await counter.page.getByRole('searchbox').fill('zzz');
    await shown(counter.text('catalogue.noMatch'));
  } },
  { name: 'wallets refused', double: { wallets: 'never', failing: { 'wallets.list': 'insufficient_scope' } }, reach: (counter) => shown(counter.text('failure.insufficient_scope.next')) },
  { name: 'checkout', reach: (counter) => chooseCard(counter, 1) },
  { name: 'a lesson under way', reach: async (counter) => {
    await counter.page.getByRole('region', { name: counter.words('lesson.lessons') }).getByRole('button').nth(1).click();
    await shown(counter.text('lesson.slow.buy'));
  } },
  { name: 'a lesson that is done', double: { outcome: 'refused' }, reach: async (counter) => {
    await counter.page.getByRole('region', { name: counter.words('lesson.lessons') }).getByRole('button').nth(3).click();
    await shown(counter.text('lesson.refused.buy'));
    await buy(counter);
    await counter.button('sale.watch.again').click();
    await shown(counter.text('lesson.refused.learned'));
  } },
  { name: 'keys of the counter', reach: async (counter) => {
    await shown(counter.page.getByRole('row').first());
    await counter.page.keyboard.press('F1');
    await shown(counter.button('keys.close'));
  } },
  { name: 'a code that is not paired yet', reach: async (counter) => {
    await chooseCard(counter, 1);
    await new Wedge(counter).scan('628-abc-100200');
    await shown(counter.text('scan.pair.ask'));
  } },
  { name: 'a code of a card that is not sold now', double: { preferences: { pairedBarcodes: { '628-abc-100200': id(4, 7) } } }, reach: async (counter) => {
    await shown(counter.page.getByRole('row').first());
    await new Wedge(counter).scan('628-abc-100200');
    await shown(counter.text('scan.notSold.next'));
  } },
  { name: 'no order found', reach: async (counter) => {
    await counter.area('nav.orders').click();
    await counter.page.getByRole('searchbox').fill('zzz');
    await shown(counter.text('journal.noneFound'));
  } },
  { name: 'order in plain words', reach: async (counter) => {
    await counter.area('nav.orders').click();
    await counter.page.getByRole('option').first().click();
    await counter.button('story.copy').click();
    await shown(counter.text('story.copied'));
  } },
  { name: 'sale unknown', double: { outcome: 'unknown' }, reach: async (counter) => {
    await buy(counter);
    await shown(counter.page.getByRole('complementary').getByText(counter.words('state.unknown.says')));
  } },
  { name: 'sale asks for allowed debt', double: { outcome: 'refused', refusal: 'allowed_debt_consent_required' }, reach: async (counter) => {
    await buy(counter);
    await shown(counter.page.getByRole('checkbox'));
  } },
  { name: 'same sale pending', double: { failing: { 'orders.place': 'same_sale_pending' } }, reach: async (counter) => {
    await buy(counter);
    await shown(counter.button('sale.same.another'));
  } },
  { name: 'codes hidden', reach: async (counter) => {
    await buy(counter);
    await shown(counter.button('codes.reveal'));
  } },
  { name: 'codes shown', reach: async (counter) => {
    await buy(counter);
    await counter.button('codes.reveal').click();
    await shown(counter.button('codes.hide'));
  } },
  { name: 'a receipt', reach: async (counter) => {
    await buy(counter);
    await counter.button('receipt.print').click();
    await counter.page.getByText(counter.words('receipt.withCodes'), { exact: true }).click();
    await shown(counter.receipt.locator('.code').first());
  } },
  { name: 'did it print', reach: async (counter) => {
    await buy(counter);
    await counter.button('receipt.print').click();
    await counter.button('receipt.send').click();
    await shown(counter.button('receipt.yes'));
  } },
  { name: 'a receipt again', double: { failing: { 'receipts.preview': 'journal_not_writable' } }, reach: async (counter) => {
    await buy(counter);
    await counter.button('receipt.print').click();
    await counter.button('receipt.send').click();
    await counter.button('receipt.no').click();
    await shown(counter.button('receipt.send'));
  } },
  { name: 'journal', reach: async (counter) => {
    await counter.area('nav.orders').click();
    await counter.page.getByRole('option').nth(4).click();
    await shown(counter.page.locator('.timeline__entry').first());
  } },
  { name: 'decision', reach: (counter) => openDoubtful(counter) },
  { name: 'decision, its confirmation', reach: async (counter) => {
    await openDoubtful(counter);
    await counter.button('decision.resend.do').click();
    await shown(counter.button('decision.resend.confirm'));
  } },
  { name: 'decided', reach: async (counter) => {
    await openDoubtful(counter);
    await counter.button('decision.accept-as-bought.do').click();
    await counter.button('decision.accept-as-bought.confirm').click();
    await shown(counter.text('decision.noCodes'));
  } },
  ...(['restored', 'copied', 'rolled-back'] as const).map((custody): Screen => ({
    name: `records ${custody}`, double: { start: { custody } }, reach: (counter) => shown(counter.text(`custody.${custody}.title`)),
  })),
  { name: 'records copied, in full, and the check refused', double: { start: { custody: 'copied' }, failing: { 'reveals.reconcile': 'insufficient_scope' } }, reach: async (counter) => {
    await counter.area('nav.counter').click();
    await counter.button('custody.check').click();
    await shown(counter.text('failure.insufficient_scope.next'));
  } },
  { name: 'records restored, codes locked', double: { start: { custody: 'restored' } }, reach: async (counter) => {
    await counter.area('nav.orders').click();
    await counter.page.getByRole('option').nth(1).click();
    await counter.button('journal.openCodes').click();
    await shown(counter.text('custody.codesLocked'));
  } },
  { name: 'records checked', double: { start: { custody: 'restored' }, findings: strayCards }, reach: async (counter) => {
    await counter.button('custody.check').click();
    await shown(counter.button('custody.look'));
  } },
  { name: 'records checked, card by card', double: { start: { custody: 'restored' }, findings: strayCards }, reach: async (counter) => {
    await counter.area('nav.counter').click();
    await counter.button('custody.check').click();
    await shown(counter.button('custody.order'));
  } },
  { name: 'journal empty', double: { orders: 'none' }, reach: async (counter) => {
    await counter.area('nav.orders').click();
    await shown(counter.text('journal.none'));
  } },
  { name: 'journal unreadable', double: { failing: { 'orders.list': 'journal_corrupt' } }, reach: async (counter) => {
    await counter.area('nav.orders').click();
    await shown(counter.text('failure.journal_corrupt.next'));
  } },
  { name: 'owned cards', reach: async (counter) => {
    await counter.area('nav.owned').click();
    await shown(counter.page.locator('.owned__row').first());
  } },
  { name: 'owned cards offline', reach: async (counter) => {
    await counter.area('nav.owned').click();
    await shown(counter.page.locator('.owned__row').first());
    await counter.notify('connectionChanged', { online: false });
    await shown(counter.text('owned.offline.next'));
  } },
  { name: 'owned cards, none', double: { orders: 'none' }, reach: async (counter) => {
    await counter.area('nav.owned').click();
    await shown(counter.text('owned.none'));
  } },
];

/** A file for each language, so that two of them run at a time. */
export function everyScreenIn(language: Language): void {
  describe(`every screen in ${language}`, () => {
    const withCounter = counters();
    it.each(screens)('$name is there, axe finds nothing in light or dark, and it can be zoomed', async ({ double, reach }) => {
      await withCounter({ language, ...(double === undefined ? {} : { double }) }, async (counter) => {
        await reach(counter);
        expect(await counter.page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([language, language === 'ar' ? 'rtl' : 'ltr']);
        expect(await counter.axe()).toEqual([]);
        // A theme changes nothing but colours.
        await counter.page.emulateMedia({ colorScheme: 'dark' });
        expect(await counter.axe(['color-contrast'])).toEqual([]);
        // The smallest window at 200 %: nothing is cut off, and nothing has to be scrolled sideways (WCAG 1.4.10).
        await counter.page.setViewportSize({ width: 512, height: 350 });
        // The grid takes a frame or two to be laid out anew.
        await expect.poll(() => counter.cutOff()).toEqual([]);
      });
    });
  });
}
