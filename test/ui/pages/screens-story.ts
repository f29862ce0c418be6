import { languages, type ServiceLanguage } from '../../../src-shared/words/languages.ts';
import type { CounterWindow } from './counter-window.ts';
import { wanted } from './first-sale-story.ts';
import { LessonsPage } from './lessons-page.ts';
import type { TrainingService } from './training-service.ts';

/** Takes the pictures of what is on the screen now, under a name of its own. */
export type Take = (state: string) => Promise<void>;

const game: Record<ServiceLanguage, string> = { en: 'Mobile games', ar: 'ألعاب الجوال' };

export async function firstSteps(counter: CounterWindow, take: Take): Promise<void> {
  await take('first-run');
  await counter.firstRun.startTraining();
  await counter.enrolment.waitForForm();
  await take('enrol-form');
  await counter.enrolment.submit();
  await counter.enrolment.thumbprints();
  await take('enrol-under-way');
  await counter.enrolment.waitUntilActive();
  await take('enrol-active');
  await counter.go('orders');
  await counter.text('journal.none').waitFor();
  await take('orders-none');
  await counter.go('owned');
  await counter.text('owned.none').waitFor();
  await take('owned-none');
}

export async function oneSale(counter: CounterWindow, take: Take): Promise<void> {
  const { sell, codes, language, page } = counter;
  await counter.go('sell');
  await sell.waitForCards();
  await take('catalogue');
  await page.keyboard.press('F1');
  await counter.button('keys.close').waitFor();
  await take('keys');
  await counter.button('keys.close').click();
  await page.getByRole('option', { name: game[languages[language].service], exact: true }).click();
  await take('category');
  await sell.search('zzz');
  await counter.text('catalogue.noMatch').waitFor();
  await take('search-none');
  await sell.search(wanted[languages[language].service].query.split(' ')[0] ?? '');
  await take('search');
  await sell.pick(wanted[languages[language].service].card);
  await sell.oneMore();
  await take('checkout');
  await sell.buy();
  await codes.waitFor();
  await take('codes-masked');
  await codes.reveal();
  await take('codes-revealed');
  await counter.button('receipt.print').click();
  await counter.button('receipt.send').waitFor();
  await take('receipt');
  await counter.button('receipt.back').click();
  await codes.done();
}

export async function afterTheSale(counter: CounterWindow, take: Take): Promise<void> {
  await counter.go('orders');
  await counter.orders.open();
  await take('order');
  await counter.page.keyboard.press('F3');
  await counter.page.keyboard.type('zzz');
  await counter.text('journal.noneFound').waitFor();
  await take('orders-none-found');
  await counter.button('journal.find.all').click();
  await counter.go('owned');
  await counter.button('owned.reveal').first().or(counter.page.locator('.owned__list li').first()).first().waitFor();
  await take('owned');
  await counter.go('counter');
  await counter.enrolment.waitUntilActive();
  await take('this-counter');
}

/** The lessons as they are offered, one under way and its end. */
export async function lessonSteps(counter: CounterWindow, take: Take): Promise<void> {
  const lessons = new LessonsPage(counter);
  await counter.go('sell');
  await lessons.begin('refused');
  await lessons.isAt('lesson.refused.buy');
  await take('lesson');
  await counter.sell.pick();
  await counter.sell.buy();
  await lessons.isAt('lesson.refused.again');
  await take('lesson-refused');
  await counter.button('sale.watch.again').click();
  await lessons.isAt('lesson.refused.learned');
  await take('lesson-done');
  await lessons.close();
}

/** Sales that do not go as they should: what the service answers is decided beforehand. */
export async function troubledSales(counter: CounterWindow, take: Take, service: TrainingService): Promise<void> {
  const { sell } = counter;
  await counter.go('sell');
  await sell.search('');
  for (const [fault, state] of [
    ['insufficient_balance', 'sale-refused'],
    ['price_changed', 'price-changed'],
    ['allowed_debt_consent_required', 'debt-consent'],
  ] as const) {
    await service.fault(fault, 'createPartnerOrder');
    await sell.pick();
    await sell.buy();
    await counter.text(`failure.${fault}.says`).waitFor();
    await take(state);
    await counter.button(fault === 'insufficient_balance' ? 'sale.watch.again' : 'sale.clear').click();
  }
  await service.fault('drop-before', 'createPartnerOrder', 1000);
  await sell.pick();
  await sell.buy();
  await counter.text('state.unknown.says').waitFor();
  await take('sale-unknown');
  await counter.button('sale.watch.timeline').click();
  await counter.orders.entries.first().waitFor();
  await take('order-unknown');
  await counter.go('sell');
  await sell.nextCustomer();
  await sell.pick();
  await sell.buy();
  await counter.text('sale.same.title').waitFor();
  await take('same-sale');
  await counter.button('sale.clear').click();
  await service.clearFaults();
}

/**
 * How the service sees the calls; a key that staff suspended, with the cause that the counter finds; a clock that is
 * off.
 */
export async function refusedCalls(counter: CounterWindow, take: Take, service: TrainingService): Promise<void> {
  await counter.go('counter');
  await counter.button('diagnosis.open').click();
  await counter.text('diagnosis.allAgree').waitFor();
  await take('diagnosis');
  await service.suspendKeys(true);
  await counter.button('diagnosis.again').click();
  await counter.text('diagnosis.searching').first().waitFor();
  await take('diagnosis-searching');
  await counter.text('cause.key_not_accepted.says').waitFor();
  await take('diagnosis-cause');
  await service.suspendKeys(false);
  await service.shiftClock(5 * 3600 + 12 * 60);
  await counter.button('diagnosis.again').click();
  await counter.text('diagnosis.allAgree').waitFor();
  await take('clock-off');
  await service.shiftClock(0);
}

/** A real refusal explained: the deployment file says another form than the service takes. */
export async function explainedRefusal(counter: CounterWindow, take: Take): Promise<void> {
  await counter.diagnosis.openFromRefusal();
  await counter.diagnosis.waitForCause('profile');
  await take('refusal-explained');
  await counter.button('diagnosis.apply').click();
  await counter.page.getByRole('alertdialog').waitFor();
  await take('refusal-confirm');
}

export async function goneOffline(counter: CounterWindow, take: Take, service: TrainingService): Promise<void> {
  service.kill();
  await counter.go('sell');
  await counter.button('catalogue.refresh').click();
  await counter.text('app.offline').waitFor();
  await counter.sell.pick();
  await take('offline-sell');
  await counter.go('orders');
  await counter.orders.open();
  await take('offline-orders');
  await counter.go('owned');
  await counter.text('owned.offline').waitFor();
  await take('offline-owned');
}

/** An order that only a person can end: what is known, the confirmation, and what it is afterwards. */
export async function decisions(counter: CounterWindow, take: Take, service: TrainingService): Promise<void> {
  const { sell, orders } = counter;
  await counter.go('sell');
  await sell.search(wanted[languages[counter.language].service].query);
  await service.fault('another-orders-answer', 'createPartnerOrder', 1, { operationId: crypto.randomUUID() });
  await sell.pick();
  await sell.buy();
  await counter.button('decision.open').waitFor();
  await take('sale-attention');
  await counter.button('decision.open').click();
  await counter.button('decision.resend.do').waitFor();
  await take('decision');
  await counter.button('decision.accept-as-bought.do').scrollIntoViewIfNeeded();
  await take('decision-choices');
  for (const choice of ['resend', 'accept-not-bought', 'accept-as-bought'] as const) {
    await counter.button(`decision.${choice}.do`).click();
    await counter.inQuestion(`decision.${choice}.confirm`).waitFor();
    await take(`decision-confirm-${choice}`);
    await counter.button('decision.back').click();
  }
  await orders.decide('accept-as-bought');
  await counter.page.locator('.timeline__entry[data-kind="decided"]').waitFor();
  await take('decided-as-bought');
  await service.fault('idempotency_conflict', 'createPartnerOrder');
  await counter.go('sell');
  await sell.pick();
  await sell.buy();
  await counter.button('decision.open').click();
  await orders.decide('accept-not-bought');
  await counter.page.locator('.timeline__entry[data-kind="decided"]').waitFor();
  await take('decided-not-bought');
}

/** The end of a training, with the recovery phrase that it offers to make. */
export async function thisCounter(counter: CounterWindow, take: Take): Promise<void> {
  await counter.go('counter');
  await counter.button('recovery.make').click();
  await counter.button('recovery.confirm').click();
  await counter.button('recovery.done').waitFor();
  await take('recovery-phrase');
  await counter.button('recovery.done').click();
  await counter.button('leave.training').scrollIntoViewIfNeeded();
  await take('leave-training');
}
