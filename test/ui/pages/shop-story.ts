import type { Sandbox } from '../../support/sandbox.ts';
import type { CounterWindow } from './counter-window.ts';
import type { Take } from './screens-story.ts';

/** Records that were restored from a backup, on every area, and their check with the service. */
export async function restoredRecords(
  counter: CounterWindow,
  take: Take,
  service: Pick<Sandbox, 'restart'>,
): Promise<void> {
  await counter.text('copyStatus.restored.title').waitFor();
  await counter.sell.pick();
  await take('copy-status-sell');
  await counter.go('orders');
  await counter.orders.open();
  await take('copy-status-orders');
  await counter.button('journal.openCodes').click();
  await counter.text('copyStatus.codesLocked').waitFor();
  await take('copy-status-codes');
  await counter.codes.close();
  await counter.go('owned');
  await counter.page.locator('.owned__row').first().waitFor();
  await take('copy-status-owned');
  await counter.go('counter');
  await counter.text('copyStatus.until').waitFor();
  await take('copy-status-counter');
  await service.restart(async () => {
    await counter.button('copyStatus.check').click();
    await counter.text('failure.service_unreachable.says').waitFor();
    await take('copy-status-offline');
    await counter.go('orders');
    await take('copy-status-offline-band');
  });
  await counter.button('copyStatus.check').click();
  await counter.button('copyStatus.look').waitFor();
  await take('copy-status-findings-band');
  await counter.button('copyStatus.look').click();
  await counter.text('copyStatus.unknown.next', { count: 2 }).waitFor();
  await take('copy-status-findings');
}

/** A counter whose key store has forgotten its key, and the recovery phrase. */
export async function lostKeyStore(counter: CounterWindow, take: Take, phrase: string): Promise<void> {
  await counter.text('problem.title').waitFor();
  await take('problem');
  await counter.go('orders');
  await counter.orders.open();
  await take('problem-orders');
  await counter.go('counter');
  await counter.button('recover.open').click();
  const field = counter.page.getByRole('textbox', { name: counter.say('recover.phrase'), exact: true });
  await field.fill('0000-1111-2222-3333-4444-5555-6666-7777');
  await counter.button('recover.submit').click();
  await counter.text('recover.wrong').waitFor();
  await take('recover-wrong');
  await field.fill(phrase);
  await counter.button('recover.submit').click();
  await counter.text('recover.done').waitFor();
  await take('recovered');
}
