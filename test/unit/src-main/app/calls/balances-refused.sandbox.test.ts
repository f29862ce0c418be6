import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService, type Service } from '../../enrolment/service.ts';
import { value } from '../../orders/till.ts';
import { enrolledApp } from '../counter-app.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ activation: 'automatic' });
});
afterAll(() => service.stop());

it('keeps balances that the service refuses to say anew, and tells why', async () => {
  const { app, plug } = await enrolledApp(service);
  const { wallets } = app.handlers;
  const { items } = value(await wallets.list({}));
  await service.fault('account_inactive', 'getPartnerWallets');
  const refused = value(await wallets.list({}));
  expect(refused).toMatchObject({ items, fresh: false, failure: { code: 'account_inactive', httpStatus: 403 } });
  plug.connected = false;
  expect(value(await wallets.list({}))).toMatchObject({ fresh: false, failure: { code: 'service_unreachable' } });
  plug.connected = true;
  expect(value(await wallets.list({}))).not.toHaveProperty('failure');
});
