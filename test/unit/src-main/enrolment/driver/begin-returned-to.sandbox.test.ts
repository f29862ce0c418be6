import { expect, it } from 'vitest';
import { Crash, Installation, value } from '../counter.ts';
import { inputOf, ownService } from '../shared-service.ts';

const mistaken = '11111111-1111-4111-8111-111111111111';

it.each(['enrolment-submitted', 'enrolment-proved', 'enrolment-awaiting', null])(
  'an enrolment that another invitation came between goes on where it was (cut off before %s)',
  async (crashAt) => {
    const service = await ownService();
    const input = inputOf(service);
    const installation = new Installation(service.profile);
    const cut = await installation.open(crashAt === null ? {} : { crashAt });
    if (crashAt === null) value(await cut.enrolment.begin(input));
    else await expect(cut.enrolment.begin(input)).rejects.toThrow(Crash);
    const thumbprint = cut.enrolment.status().ownThumbprint;
    cut.close();

    const { enrolment, wire } = await installation.open();
    expect(value(await enrolment.begin({ ...input, invitationId: mistaken })).state).toBe('refused');
    const back = value(await enrolment.begin({ ...input, token: 'mistyped', validDays: 30 }));
    expect(back).toMatchObject({ state: 'awaitingActivation', ownThumbprint: thumbprint });
    await service.control('/activate');
    expect(value(await enrolment.check())).toMatchObject({ state: 'active', ownThumbprint: thumbprint });
    expect(wire.filter(({ request }) => request.url.endsWith('/keys'))).toEqual([]);
  },
);
