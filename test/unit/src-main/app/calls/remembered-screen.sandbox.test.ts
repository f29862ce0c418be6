import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppPorts } from '../../../../../src-main/app/counter/ports.ts';
import { err } from '../../../../../src-main/core/result.ts';
import type { RememberedScreen } from '../../../../../src-shared/contract/remembered-screen.ts';
import { startService, type Service } from '../../enrolment/service.ts';
import { value } from '../../orders/till.ts';
import { appInTest, aSale, enrolledApp, settled, startApp, type HostParts } from '../counter-app.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ activation: 'automatic' });
});
afterAll(() => service.stop());

interface Remembering {
  readonly screens: RememberedScreen[];
  readonly ports: Pick<AppPorts, 'rememberScreen'>;
}

function remembering(): Remembering {
  const screens: RememberedScreen[] = [];
  return { screens, ports: { rememberScreen: (screen) => screens.push(screen) } };
}

/** Ends the counter, and gives what it remembered beside what the next start of it says. */
async function endedAndStarted({ app, dataDirectory }: HostParts): Promise<HostParts['app']['handlers']> {
  await app.close();
  return (await appInTest({ dataDirectory })).app.handlers;
}

describe('what a counter remembers of its first screen', () => {
  it('is what its next start says, without a secret', async () => {
    const { screens, ports } = remembering();
    const counter = await enrolledApp(service, ports);
    const sale = await aSale(counter.app);
    const { operationId } = value(await counter.app.handlers.orders.place(sale));
    const { codes } = await settled(counter, operationId);
    const code = { operationId, soldCardId: codes[0]?.soldCardId ?? '' };
    const secrets: string[] = [];
    for (const part of ['voucher', 'serialNumber'] as const) {
      value(await counter.app.handlers.reveals.copy({ ...code, part }));
      secrets.push(counter.clipboard.text);
    }
    const favourite = value(await counter.app.handlers.catalogue.sync({ walletId: await walletOf(counter) })).cards.at(
      -1,
    );
    value(await counter.app.handlers.preferences.change({ favourites: [favourite?.id ?? ''] }));
    const next = await endedAndStarted(counter);
    const [screen] = screens;
    expect(screens).toHaveLength(1);
    expect(screen?.locked).toBe(value(await next.screen.state({})).locked);
    expect(screen?.start).toEqual(value(await next.app.start({})));
    expect(screen?.staff).toEqual(value(await next.staff.list({})));
    expect(screen?.selling?.preferences).toEqual(value(await next.preferences.read({})));
    expect(screen?.selling?.wallets).toEqual(value(await next.wallets.read({})));
    const walletId = screen?.selling?.wallets.items[0]?.id ?? '';
    const { cards, ...shelves } = value(await next.catalogue.read({ walletId }));
    const { cards: first, next: rest, ...firstShelves } = screen?.selling?.catalogue ?? { cards: [] };
    expect(firstShelves).toEqual(shelves);
    expect([first.length < cards.length, rest]).toEqual([true, 0]);
    expect(first).toEqual(first.map(({ id }) => cards.find((card) => card.id === id)));
    expect(first).toContainEqual(favourite);
    expect(screen?.selling?.recent).toEqual([sale.cardId]);
    const said = JSON.stringify(screens);
    expect(secrets.filter((secret) => secret === '' || said.includes(secret))).toEqual([]);
  });

  it('is the lock alone, with its people, where they have PINs', async () => {
    const { screens, ports } = remembering();
    const counter = await enrolledApp(service, ports);
    await aSale(counter.app);
    value(await counter.app.handlers.staff.add({ name: 'Layla', role: 'manager', pin: '28465193' }));
    const next = await endedAndStarted(counter);
    expect(screens).toEqual([
      { locked: true, start: value(await next.app.start({})), staff: value(await next.staff.list({})) },
    ]);
    expect(JSON.stringify(screens)).not.toContain('28465193');
  });

  it('is nothing in training, without a deployment, and where nothing is known that could be sold', async () => {
    const { screens, ports } = remembering();
    const bare = await startApp(ports);
    await bare.app.close();
    const training = await startApp(ports);
    value(await training.app.handlers.app.startTraining({}));
    await training.app.close();
    await (await enrolledApp(service, ports)).app.close();
    expect(screens).toEqual([]);
  });

  it('is nothing where something stands in the way of selling', async () => {
    const { screens, ports } = remembering();
    const counter = await enrolledApp(service, ports);
    await aSale(counter.app);
    await counter.app.close();
    expect(screens).toHaveLength(1);
    const { dataDirectory } = counter;
    const locked = await startApp({
      dataDirectory,
      ...ports,
      sealerFor: () => err({ code: 'sealing_unsafe', detail: 'basic_text' }),
    });
    await locked.app.close();
    expect(screens).toHaveLength(1);
  });
});

async function walletOf({ app }: HostParts): Promise<string> {
  const [wallet] = value(await app.handlers.wallets.list({})).items;
  return wallet?.id ?? '';
}
