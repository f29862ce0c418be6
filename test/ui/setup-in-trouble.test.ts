import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { languageCodes } from '../../src-shared/words/languages.ts';
import { CounterOfShop } from './pages/counter-of-shop.ts';
import type { CounterWindow } from './pages/counter-window.ts';
import { oneBrowser } from './pages/one-browser.ts';
import { openShop } from './pages/open-window.ts';

/** The setup of a counter whose service goes away in the middle: it continues where it stands, without the code. */

const browser = oneBrowser();

describe.each(languageCodes)('a setup that the service leaves, in %s', (language) => {
  let shop: CounterOfShop;
  let counter: CounterWindow;

  beforeEach(async () => {
    shop = await CounterOfShop.start({ enrolled: false });
    counter = await openShop(browser(), shop, language);
  });
  afterEach(async () => {
    await counter.close();
    await shop.stop();
  });

  async function submit(): Promise<void> {
    const { invitationId, enrollmentTokenFile } = shop.service.line;
    await counter.enrolment.waitForForm();
    await counter.enrolment.fill(invitationId, (await readFile(enrollmentTokenFile, 'utf8')).trim());
    await counter.page.keyboard.press('Enter');
  }

  it('before the key came there says so, and continues with it', async () => {
    await shop.service.stop('SIGKILL');
    await submit();
    await counter.text('enrol.state.keyMade').waitFor();
    await counter.text('failure.service_unreachable.says').waitFor();
    expect(await counter.button('enrol.submit').count()).toBe(0);
    await shop.service.restart();
    await counter.button('enrol.continue').press('Enter');
    await counter.enrolment.waitUntilActive();
  });

  it('takes back what was said of a wrong setup code while it asks about another one', async () => {
    await counter.enrolment.waitForForm();
    await counter.enrolment.fill(shop.service.line.invitationId, 'of-another-invitation');
    await counter.page.keyboard.press('Enter');
    await counter.text('failure.invitation_invalid.says').waitFor();
    await shop.service.fault({ name: 'delayed-answer', operation: 'getPartnerEnrollment', ms: 3_600_000 });
    await submit();
    await counter.text('failure.invitation_invalid.says').waitFor({ state: 'detached' });
    await shop.service.release();
    await counter.enrolment.waitUntilActive();
  });

  it('before the proof was answered says so, and continues with it', async () => {
    await shop.service.fault({ name: 'internal_error', operation: 'submitPartnerEnrollmentProof' });
    await submit();
    await counter.text('enrol.state.proved').waitFor();
    await counter.text('failure.internal_error.says').waitFor();
    await counter.button('enrol.continue').press('Enter');
    await counter.enrolment.waitUntilActive();
  });
});
