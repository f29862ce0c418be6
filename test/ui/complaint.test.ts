import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languageCodes } from '../../src-shared/words/languages.ts';
import type { CounterWindow } from './pages/counter-window.ts';
import { enrolCounter } from './pages/first-sale-story.ts';
import { oneBrowser } from './pages/one-browser.ts';
import { openWindow } from './pages/open-window.ts';
import { startTrainingHost, type TrainingHost } from './pages/training-host.ts';

const browser = oneBrowser();

/** The built counter, a service process of its own and a real browser: nothing here is a double. */
describe.each(languageCodes)('a code that does not work, in %s', (language) => {
  let host: TrainingHost;
  let counter: CounterWindow;
  let codes: readonly string[] = [];

  beforeAll(async () => {
    host = await startTrainingHost();
    counter = await openWindow(browser(), host.address);
    await enrolCounter(counter, language);
    await counter.go('counter');
    await counter.enrolment.startSelling();
    await counter.sell.waitForCards();
    await counter.sell.pick();
    await counter.sell.buy();
    await counter.codes.waitFor();
    await counter.codes.reveal();
    codes = await counter.codes.shown();
    await counter.codes.done();
    await counter.go('orders');
    await counter.orders.open();
  });
  afterAll(async () => {
    await counter.close();
    await host.stop();
  });

  const note = () => counter.page.getByRole('textbox', { name: counter.say('complaint.note') });

  it('is complained about, with a note that holds no code', async () => {
    expect(codes.length).toBeGreaterThan(0);
    await counter.button('complaint.button').click();
    await note().fill(`* ${codes[0] ?? ''} *`);
    await counter.inQuestion('complaint.open.confirm').click();
    await counter.page.getByText(counter.say('failure.note_holds_code.says')).waitFor();
    await note().fill('');
    await counter.inQuestion('complaint.open.confirm').click();
    await counter.page.locator('.complaint').getByText(counter.say('complaint.state.open'), { exact: true }).waitFor();
    expect(await counter.codes.leaks(codes)).toEqual([]);
  });

  it('is told to the service’s support by a file without a code', async () => {
    const coming = counter.page.waitForEvent('download');
    await counter.button('complaint.save').click();
    const saved = readFileSync(await (await coming).path(), 'utf8');
    expect(saved).toMatch(/Idempotency-Key: [0-9a-f-]{36}\n/);
    for (const code of codes) expect(saved).not.toContain(code);
  });

  it('is made good once, at no charge', async () => {
    await counter.button('complaint.replace').click();
    await counter.inQuestion('complaint.replace').click();
    await counter.text('complaint.makesGood').waitFor();
    await counter.button('journal.openCodes').click();
    await counter.codes.reveal();
    expect(await counter.codes.shown()).not.toEqual(codes);
    await counter.codes.done();
    await counter.orders.open(1);
    await counter.text('complaint.state.replaced').waitFor();
    expect(await counter.button('complaint.replace').count()).toBe(0);
    expect(await counter.button('complaint.button').count()).toBe(0);
    expect(counter.complaints).toEqual([]);
  });
});
