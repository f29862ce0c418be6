import { expect } from 'vitest';
import { type Language, languages, type ServiceLanguage } from '../../../src-shared/words/languages.ts';
import { heldInHeap } from '../../support/heap.ts';
import type { CounterWindow } from './counter-window.ts';

/** What a person types in each language, and the one card that it means. */
export const wanted: Record<ServiceLanguage, { readonly query: string; readonly card: string }> = {
  en: { query: 'playstation 60', card: 'PlayStation 60 USD (US)' },
  ar: { query: 'بلايستيشن ٦٠', card: 'بلايستيشن 60 دولار (أمريكا)' },
};

const quantity = 2;

/** From a bare counter to an active key, as far as "Start selling". */
export async function enrolCounter(counter: CounterWindow, language: Language): Promise<void> {
  await counter.page.locator('#root > *').first().waitFor();
  await counter.firstRun.waitFor();
  await counter.speak(language);
  await expectSound(counter);
  await counter.firstRun.startTraining();
  await counter.enrolment.waitForForm();
  await expectSound(counter);
  await counter.enrolment.submit();
  const { service, own, said } = await counter.enrolment.thumbprints();
  expect(service).toMatch(/^[\w-]{43}$/);
  expect({ own, said }).toEqual({ own: service, said: true });
  await counter.enrolment.waitUntilActive();
  await expectSound(counter);
}

/** One card of the catalogue, two pieces, from the search to the customer. */
export async function sellTwo(counter: CounterWindow): Promise<void> {
  const { sell, language } = counter;
  await sell.waitForCards();
  await expectSound(counter);
  await sell.search(wanted[languages[language].service].query);
  await expect.poll(() => sell.cardNames()).toEqual([wanted[languages[language].service].card]);
  await sell.pick(wanted[languages[language].service].card);
  const price = await sell.unitPrice();
  expect(price.amount).toMatch(/^\d+\.\d{3}$/);
  await sell.oneMore();
  await expect.poll(() => sell.total()).toEqual({ amount: times(price.amount, quantity), currency: price.currency });
  await expectSound(counter);
  await sell.buy();
  await handOver(counter);
}

/** Codes are covered, readable when asked for, and nowhere afterwards. */
async function handOver(counter: CounterWindow): Promise<void> {
  const { codes } = counter;
  await codes.waitFor();
  expect(await codes.masked()).toBe(2 * quantity);
  expect((await codes.shown()).length).toBe(0);
  await expectSound(counter);
  await codes.reveal();
  const shown = await codes.shown();
  // Compared without being printed: a failing test must not show a code either.
  expect(shown.filter((code) => /^[\w-]{6,}$/.test(code)).length).toBe(2 * quantity);
  expect(new Set(shown).size).toBe(2 * quantity);
  expect(await codes.layout()).toEqual(
    Array.from({ length: 2 * quantity }, () => ({ direction: 'ltr', isolated: true })),
  );
  await expectSound(counter);
  await codes.hide();
  expect(await codes.masked()).toBe(2 * quantity);
  // Before anything else: to look for them in the page, it must be told what to look for.
  expect(await heldInHeap(counter.page, shown)).toBe(0);
  expect(await codes.leaks(shown)).toEqual([]);
  await codes.reveal();
  expect(await codes.leaks(shown)).toEqual([]);
  await codes.done();
  expect(await codes.leaks(shown)).toEqual([]);
}

/** The newest order of the journal, described in words from the first to the last. */
export async function readStory(counter: CounterWindow): Promise<void> {
  const { orders, say } = counter;
  await counter.go('orders');
  await orders.open();
  await expect
    .poll(() => orders.sentences())
    .toEqual(
      expect.arrayContaining([
        say('timeline.attempt.createPartnerOrder'),
        say('timeline.answerKept'),
        say('timeline.completed', { units: quantity }),
        say('timeline.codesShown', { count: quantity }),
        say('timeline.handedOver'),
      ]),
    );
  await expectSound(counter);
}

/** What holds on every screen: its language and direction, nothing for axe to find, and not one complaint. */
export async function expectSound(counter: CounterWindow): Promise<void> {
  const dir = languages[counter.language].dir;
  expect(await counter.direction()).toEqual({ lang: counter.language, dir, laidOut: dir });
  expect(await foundAtRest(counter)).toEqual([]);
  expect(counter.complaints).toEqual([]);
}

/** A colour that is still changing is no colour of the screen yet. */
async function foundAtRest(counter: CounterWindow): Promise<readonly string[]> {
  await counter.page.evaluate(() =>
    Promise.allSettled(
      document.getAnimations().flatMap((each) => (each instanceof CSSTransition ? [each.finished] : [])),
    ),
  );
  return counter.axe();
}

/** Exact in thousandths, by other arithmetic than the counter's. */
export function times(amount: string, count: number): string {
  const thousandths = (BigInt(amount.replace('.', '')) * BigInt(count)).toString().padStart(4, '0');
  return `${thousandths.slice(0, -3)}.${thousandths.slice(-3)}`;
}
