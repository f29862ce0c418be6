import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDispatch } from '../../../../../src-main/app/calls/registrar.ts';
import { err, ok } from '../../../../../src-main/core/result.ts';
import type { OpenWork } from '../../../../../src-shared/contract/screen.ts';
import { canariesBelow } from '../../../../support/canaries.ts';
import { startService, type Service } from '../../enrolment/service.ts';
import { value } from '../../orders/till.ts';
import { appInTest, aSale, enrolledApp, settled } from '../counter-app.ts';
import { comes, names, pins, staffedShop } from '../staffed-shop.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ activation: 'automatic' });
});
afterAll(() => service.stop());

const workIn = (area: string): OpenWork => ({
  area,
  openOrderId: null,
  codesOf: null,
  walletId: null,
  sale: null,
  tray: [],
});

describe('a shop with people', () => {
  it('is opened by a PIN alone, at its start too, and says who is there', async () => {
    const shop = await staffedShop(service);
    expect(value(await shop.app.handlers.staff.list({})).me).toBe(shop.ids.manager);
    await shop.app.lock();
    expect(value(await shop.app.handlers.screen.state({}))).toEqual({ locked: true, place: null });
    expect(await shop.app.handlers.screen.unlock({})).toEqual(err({ code: 'person_required' }));
    expect(await shop.app.handlers.staff.enter({ id: shop.ids.cashier, pin: pins.manager })).toEqual(
      err({ code: 'pin_wrong', field: 'pin' }),
    );
    expect(value(await shop.app.handlers.screen.state({})).locked).toBe(true);
    await comes(shop, 'cashier');
    expect(shop.notices.at(-1)).toEqual({
      notice: 'lockChanged',
      payload: { locked: false, person: shop.ids.cashier },
    });
    await shop.app.close();

    const again = await appInTest({ dataDirectory: shop.dataDirectory });
    expect(value(await again.app.handlers.screen.state({})).locked).toBe(true);
    const { people, me } = value(await again.app.handlers.staff.list({}));
    expect([people.map(({ name }) => name)[0], me]).toEqual([names.cashier, null]);
    expect(await again.app.handlers.orders.place(await aSale(again.app))).toEqual(
      err({ code: 'not_allowed', detail: 'locked' }),
    );
    await comes({ ...again, ids: shop.ids }, 'manager');
    expect(value(await again.app.handlers.screen.state({}))).toMatchObject({ locked: false, person: shop.ids.manager });
  });

  it('records who sold, showed and handed over, and holds nobody’s name or PIN but in the file of people', async () => {
    const shop = await staffedShop(service);
    const { handlers } = shop.app;
    await comes(shop, 'cashier');
    const { operationId } = value(await handlers.orders.place(await aSale(shop.app)));
    expect((await settled(shop, operationId)).soldBy).toBe(shop.ids.cashier);
    value(await handlers.reveals.show({ operationId }));
    await comes(shop, 'manager');
    value(await handlers.reveals.handOver({ operationId }));
    const { timeline } = value(await handlers.orders.read({ operationId }));
    expect(timeline.flatMap(({ kind, by }) => (by === undefined ? [] : [[kind, by]]))).toEqual([
      ['intended', shop.ids.cashier],
      ['codesShown', shop.ids.cashier],
      ['handedOver', shop.ids.manager],
    ]);
    expect(JSON.stringify([timeline, shop.notices, shop.bugs])).not.toMatch(/Canary|73519462|86420975|19283746/);
    await shop.app.close();
    const secrets = [...Object.values(pins), ...Object.values(names)];
    const canaries = new Map(secrets.map((text) => [text, Buffer.from(text)]));
    const found = canariesBelow(shop.dataDirectory, canaries);
    expect(found.toSorted()).toEqual(
      Object.values(names)
        .map((name) => `staff.json: ${name}`)
        .toSorted(),
    );
  });

  it('refuses an auditor every sale and code, and a cashier what is the manager’s, and nothing of it happens', async () => {
    const shop = await staffedShop(service);
    const dispatch = createDispatch(shop.app.handlers, (bug) => expect(bug).toBe('none'));
    const sale = await aSale(shop.app);
    await comes(shop, 'auditor');
    expect(await dispatch('orders', 'place', sale)).toEqual(err({ code: 'role_required', detail: 'cashier' }));
    expect(value(await shop.app.handlers.orders.list({ show: 'all' })).items).toEqual([]);
    await comes(shop, 'cashier');
    const more = { name: 'Ali', role: 'manager', pin: '1234' };
    expect(await dispatch('staff', 'add', more)).toEqual(err({ code: 'role_required', detail: 'manager' }));
    expect(await dispatch('staff', 'changeRole', { id: shop.ids.cashier, role: 'manager' })).toEqual(
      err({ code: 'role_required', detail: 'manager' }),
    );
    expect(await dispatch('preferences', 'change', { askAboveCards: 500 })).toEqual(
      err({ code: 'role_required', detail: 'manager' }),
    );
    expect(value(await shop.app.handlers.staff.list({})).people).toHaveLength(3);
  });

  it('takes what somebody may do from the moment their role changes, and lets go of who is removed', async () => {
    const shop = await staffedShop(service);
    const { staff, updates } = shop.app.handlers;
    value(await staff.changeRole({ id: shop.ids.cashier, role: 'manager' }));
    await comes(shop, 'cashier');
    value(await staff.changeRole({ id: shop.ids.cashier, role: 'auditor' }));
    await comes(shop, 'cashier');
    expect(await updates.look({})).toEqual(err({ code: 'role_required', detail: 'manager' }));
    await comes(shop, 'manager');
    expect(await staff.remove({ id: shop.ids.manager })).toEqual(err({ code: 'manager_needed' }));
    value(await staff.changeRole({ id: shop.ids.cashier, role: 'manager' }));
    expect(value(await staff.remove({ id: shop.ids.manager })).me).toBeNull();
    expect(value(await shop.app.handlers.screen.state({})).locked).toBe(true);
  });

  it('locks for whoever changes their own role, and not for another change of theirs', async () => {
    const shop = await staffedShop(service);
    const { screen, staff } = shop.app.handlers;
    const id = shop.ids.manager;
    value(await staff.changeRole({ id: shop.ids.cashier, role: 'manager' }));
    value(await staff.rename({ id, name: 'Mona Ali' }));
    value(await staff.changePin({ id, pin: pins.manager }));
    expect(value(await screen.state({})).locked).toBe(false);
    expect(value(await staff.changeRole({ id, role: 'cashier' })).me).toBeNull();
    expect(value(await screen.state({})).locked).toBe(true);
  });

  it('keeps the work of each for them, and shows it to nobody else', async () => {
    const shop = await staffedShop(service);
    const { screen } = shop.app.handlers;
    await comes(shop, 'cashier');
    value(await screen.keepPlace(workIn('sell')));
    await shop.app.lock();
    // A page that has not heard of the lock yet.
    value(await screen.keepPlace(workIn('owned')));
    await comes(shop, 'auditor');
    expect(value(await screen.state({})).place).toBeNull();
    value(await screen.keepPlace(workIn('orders')));
    await comes(shop, 'cashier');
    expect(value(await screen.state({})).place).toEqual(workIn('sell'));
  });

  it('is left for no other deployment from its training, and waits for a PIN after it', async () => {
    const shop = await staffedShop(service);
    const { app } = shop.app.handlers;
    await comes(shop, 'cashier');
    value(await app.startTraining({}));
    expect(value(await shop.app.handlers.staff.list({}))).toEqual({ people: [], me: null });
    const other = JSON.stringify({ ...service.profile, name: 'Another' });
    expect(await app.useDeployment({ text: other })).toEqual(err({ code: 'role_required', detail: 'manager' }));
    value(await app.leaveTraining({}));
    expect(value(await shop.app.handlers.screen.state({}))).toEqual({ locked: true, place: null });
    const file = readFileSync(join(shop.dataDirectory, 'counter/deployment.json'), 'utf8');
    expect(file).not.toContain('Another');
  });
});

it('a shop without people opens by one button, and nobody can leave it for the next person', async () => {
  const parts = await enrolledApp(service);
  expect(await parts.app.handlers.staff.leave({})).toEqual(err({ code: 'person_required' }));
  await parts.app.lock();
  expect(await parts.app.handlers.screen.unlock({})).toEqual(ok({}));
  expect(value(await parts.app.handlers.screen.state({}))).toEqual({ locked: false, place: null });
});
