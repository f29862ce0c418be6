import { expect, it } from 'vitest';
import { Installation, value } from '../counter.ts';
import { inputOf, ownService } from '../shared-service.ts';

const mistaken = '11111111-1111-4111-8111-111111111111';
const pastItsEnd = { offsetSeconds: 400 * 86_400 };

it.each([
  ['as it was', {}, false],
  ['with another token', { token: 'another-token' }, false],
  ['after another invitation', {}, true],
] as const)(
  'an expired invitation whose key waits for staff goes on where it was, given again %s',
  async (_, given, isAnotherBetween) => {
    const service = await ownService();
    const installation = new Installation(service.profile);
    const first = await installation.open();
    const input = inputOf(service);
    const begun = value(await first.enrolment.begin(input));
    expect(begun.state).toBe('awaitingActivation');
    await service.control('/clock', pastItsEnd);
    expect(value(await first.enrolment.check())).toMatchObject({ state: 'expired', waitsFor: 'activation' });
    first.close();

    const { enrolment, wire } = await installation.open();
    if (isAnotherBetween) value(await enrolment.begin({ ...input, invitationId: mistaken }));
    const { keyId, ownThumbprint } = begun;
    expect(value(await enrolment.begin({ ...input, ...given }))).toMatchObject({ keyId, ownThumbprint });
    await service.control('/activate');
    expect(value(await enrolment.check())).toMatchObject({ state: 'active', keyId });
    expect(wire.filter(({ request }) => request.url.endsWith('/keys'))).toEqual([]);
  },
);
