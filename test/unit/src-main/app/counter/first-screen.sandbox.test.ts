import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tempFolder } from '../../../../support/temp.ts';
import { startService, type Service } from '../../enrolment/service.ts';
import { value } from '../../orders/till.ts';
import { appInTest, aSale, enrolledApp, settled, type HostParts } from '../counter-app.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ activation: 'automatic' });
});
afterAll(() => service.stop());

/** A counter that was ended with a sale of which it knows no result, and is opened anew before its page is drawn. */
async function openedBeforeItsPage(): Promise<HostParts & { readonly pending: string; readonly draw: () => void }> {
  const dataDirectory = tempFolder();
  const first = await enrolledApp(service, { dataDirectory });
  const sale = await aSale(first.app);
  await service.fault('drop-after-commit', 'createPartnerOrder');
  const { operationId } = value(await first.app.handlers.orders.place(sale));
  await settled(first, operationId, 'unknown');
  await first.app.close();
  let draw: () => void = () => undefined;
  const firstScreen = new Promise<void>((resolve) => {
    draw = resolve;
  });
  return { ...(await appInTest({ dataDirectory, firstScreen })), pending: operationId, draw };
}

describe('before the page is drawn', () => {
  it('no order of before is asked about; then it settles by itself', async () => {
    const counter = await openedBeforeItsPage();
    expect(value(await counter.app.handlers.app.start({}))).toMatchObject({ mode: 'deployment' });
    await wait(50);
    expect(counter.plug.asked).toBe(0);
    counter.draw();
    await settled(counter, counter.pending);
  });

  it('a sale of a person does not wait, nor then what was before it', async () => {
    const counter = await openedBeforeItsPage();
    const { operationId } = value(
      await counter.app.handlers.orders.place({ ...(await aSale(counter.app)), besidesPending: true }),
    );
    await settled(counter, operationId);
    await settled(counter, counter.pending);
  });

  it('it may be closed', async () => {
    const counter = await openedBeforeItsPage();
    await counter.app.close();
    counter.draw();
    await wait(50);
    expect([counter.plug.asked, counter.bugs]).toEqual([0, []]);
  });
});
