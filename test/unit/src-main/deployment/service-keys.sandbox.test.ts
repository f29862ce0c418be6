import { expect, it, onTestFinished } from 'vitest';
import { Installation, value } from '../enrolment/counter.ts';
import { startService } from '../enrolment/service.ts';

it('a counter without pins enrols once a person confirmed the key of the service, and again after a rotation', async () => {
  const service = await startService({
    deployment: { version: 1, name: 'Published', serviceKeys: { url: '/v1/keys', pins: [] } },
  });
  onTestFinished(() => service.stop());
  const { invitationId, token } = service;
  const installation = new Installation({ ...service.profile, serviceKeys: { url: '/v1/keys', pins: [] } });
  const first = await installation.open();
  expect(await first.enrolment.begin({ invitationId, token })).toEqual({
    ok: false,
    error: { code: 'service_keys_unconfirmed' },
  });
  expect(first.wire.map(({ request }) => request.method)).toEqual([]);
  expect(first.enrolment.status()).toEqual({ state: 'none' });
  const [offered] = first.session.serviceKeys.view()?.offered ?? [];
  value(await first.session.serviceKeys.confirm(offered?.thumbprint ?? ''));
  expect(value(await first.enrolment.begin({ invitationId, token })).state).toBe('awaitingActivation');
  first.close();

  await service.control('/activate');
  await service.control('/rotate', { old: 'removed' });
  const { enrolment, session } = await installation.open();
  expect(await enrolment.check()).toMatchObject({
    ok: false,
    error: { code: 'answer_unverified', detail: 'unknown_key' },
  });
  const rotated = session.serviceKeys.view()?.offered ?? [];
  expect(rotated.map(({ kid }) => kid)).toEqual(['service-2']);
  value(await session.serviceKeys.confirm(rotated[0]?.thumbprint ?? ''));
  expect(session.serviceKeys.view()?.believed.map(({ kid }) => kid)).toEqual(['service-2']);
  expect(value(await enrolment.check()).state).toBe('active');
});
