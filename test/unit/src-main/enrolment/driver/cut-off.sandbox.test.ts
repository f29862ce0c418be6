import { describe, expect, it } from 'vitest';
import { Crash, Installation, value } from '../counter.ts';
import { inputOf, ownService, sharedService } from '../shared-service.ts';

const submit = 'submitPartnerEnrollmentKey';
const proof = 'submitPartnerEnrollmentProof';
const invited = sharedService();

describe('an enrolment that is cut off', () => {
  it.each([
    'enrolment-drafted',
    'enrolment-key-made',
    'enrolment-attempt-started',
    'enrolment-submitted',
    'enrolment-proved',
    'enrolment-awaiting',
    'enrolment-active',
  ])('goes on with the same key after a crash before %s is durable', async (crashAt) => {
    const { service, input } = await invited();
    const installation = new Installation(service.profile);
    const cut = await installation.open({ crashAt });
    const run = async (): Promise<void> => {
      value(await cut.enrolment.begin(input));
      await service.control('/activate');
      value(await cut.enrolment.check());
    };
    await expect(run()).rejects.toThrow(Crash);
    const before = cut.keyring.entries();
    cut.close();

    const { enrolment, keyring } = await installation.open();
    const resumed = crashAt === 'enrolment-drafted' ? await enrolment.begin(input) : await enrolment.resume();
    await service.control('/activate');
    expect(value(resumed).refusal).toBeUndefined();
    expect(value(await enrolment.check()).state).toBe('active');
    expect(keyring.entries()).toHaveLength(1);
    for (const key of before) expect(keyring.find(key.localId)?.thumbprint).toBe(key.thumbprint);
  });

  it('explains that the challenge is gone when the answer to the key was lost', async () => {
    const { service, input } = await invited();
    const installation = new Installation(service.profile);
    const cut = await installation.open();
    await service.fault('drop-after-commit', submit);
    expect(await cut.enrolment.begin(input)).toMatchObject({ ok: false, error: { code: 'connection_lost' } });
    expect(cut.enrolment.status().state).toBe('keyMade');
    cut.close();

    const { enrolment } = await installation.open();
    const explained = {
      state: 'keyMade',
      waitsFor: 'restart',
      refusal: { code: 'key_duplicate', detail: 'answer_lost' },
    };
    expect(value(await enrolment.resume())).toMatchObject(explained);
    expect(value(await enrolment.begin(input))).toMatchObject(explained);
  });

  it('explains the same after a crash between the answer and its seal', async () => {
    const { service, input } = await invited();
    const installation = new Installation(service.profile);
    const cut = await installation.open({ crashAt: 'enrolment-answer-sealed' });
    await expect(cut.enrolment.begin(input)).rejects.toThrow(Crash);
    cut.close();
    const { enrolment } = await installation.open();
    expect(value(await enrolment.resume())).toMatchObject({
      state: 'keyMade',
      waitsFor: 'restart',
      refusal: { code: 'key_duplicate', detail: 'answer_lost' },
    });
  });

  it('says nothing of a lost answer when somebody else used the invitation', async () => {
    const { service, input } = await invited();
    value(await (await new Installation(service.profile).open()).enrolment.begin(input));
    const { enrolment } = await new Installation(service.profile).open();
    const { refusal } = value(await enrolment.begin(input));
    expect(refusal?.code).toBe('key_duplicate');
    expect(refusal?.detail).toBeUndefined();
  });

  it('finds the challenge in the sealed answer when the key of the service becomes known later', async () => {
    const { service, input } = await invited();
    const installation = new Installation(service.profile);
    const cut = await installation.open({ keysKnownFor: 1 });
    expect(await cut.enrolment.begin(input)).toMatchObject({
      ok: false,
      error: { code: 'answer_unverified', detail: 'unknown_key' },
    });
    expect(cut.enrolment.status().state).toBe('keyMade');
    cut.close();
    const { enrolment, wire } = await installation.open();
    expect(value(await enrolment.resume()).state).toBe('awaitingActivation');
    expect(wire.filter(({ request }) => request.url.endsWith('/keys'))).toEqual([]);
  });

  it('reads an answer again that was sealed before a crash, without asking the service for it', async () => {
    const { service, input } = await invited();
    const installation = new Installation(service.profile);
    const cut = await installation.open({ crashAt: 'enrolment-submitted' });
    await expect(cut.enrolment.begin(input)).rejects.toThrow(Crash);
    cut.close();
    const { enrolment, wire } = await installation.open();
    expect(value(await enrolment.resume()).state).toBe('awaitingActivation');
    expect(wire.filter(({ request }) => request.url.endsWith('/keys'))).toEqual([]);
  });

  it('sends a proof whose answer was lost again, byte for byte', async () => {
    const { service, input } = await invited();
    const installation = new Installation(service.profile);
    const cut = await installation.open();
    await service.fault('drop-after-commit', proof);
    expect(await cut.enrolment.begin(input)).toMatchObject({ ok: false, error: { code: 'connection_lost' } });
    expect(cut.enrolment.status().state).toBe('proved');
    cut.close();
    const again = await installation.open();
    expect(value(await again.enrolment.resume()).state).toBe('awaitingActivation');
    const bodies = [...cut.wire, ...again.wire]
      .filter(({ request }) => request.url.endsWith('/proof'))
      .map(({ request }) => request.body);
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toEqual(bodies[0]);
  });

  it('lets the activation decide when a repeated proof is refused', async () => {
    const { service, input } = await invited();
    const { enrolment } = await new Installation(service.profile).open();
    await service.fault('drop-after-commit', proof);
    await enrolment.begin(input);
    await service.fault('key_proof_invalid', proof);
    expect(value(await enrolment.resume())).toMatchObject({
      state: 'awaitingActivation',
      refusal: { code: 'key_proof_invalid', detail: 'proof_unconfirmed' },
    });
    await service.control('/activate');
    const active = value(await enrolment.check());
    expect(active.state).toBe('active');
    expect(active.refusal).toBeUndefined();
  });
});

describe('an answer to an enrolment call', () => {
  it.each(['unsigned', 'bad-digest', 'bad-signature', 'unknown-key'])(
    'moves nothing when it comes with the fault %s',
    async (fault) => {
      const { service, input } = await invited();
      const { enrolment, journal } = await new Installation(service.profile).open();
      await service.fault(fault, submit);
      expect(await enrolment.begin(input)).toMatchObject({ ok: false, error: { code: 'answer_unverified' } });
      expect(enrolment.status().state).toBe('keyMade');
      expect(journal.events({ kind: 'enrolment-answer-sealed' })).toHaveLength(1);
    },
  );

  it.each(['unsigned', 'bad-signature'])(
    'that is checked first costs nothing when it comes with the fault %s',
    async (fault) => {
      const { service, input } = await invited();
      const { enrolment, wire } = await new Installation(service.profile).open();
      await service.fault(fault, 'getPartnerEnrollment');
      expect(await enrolment.begin(input)).toMatchObject({ ok: false, error: { code: 'answer_unverified' } });
      expect(wire.some(({ request }) => request.method === 'POST')).toBe(false);
      expect(value(await enrolment.resume()).state).toBe('awaitingActivation');
    },
  );

  it.each(['unsigned', 'bad-signature'])(
    'never makes a key active when the diagnostic comes with the fault %s',
    async (fault) => {
      const { service, input } = await invited();
      const { enrolment } = await new Installation(service.profile).open();
      value(await enrolment.begin(input));
      await service.control('/activate');
      await service.fault(fault, 'runPartnerSignatureDiagnostic');
      expect(await enrolment.check()).toMatchObject({ ok: false, error: { code: 'answer_unverified' } });
      expect(enrolment.status().state).toBe('awaitingActivation');
    },
  );

  it('may be unsigned where the deployment says so, but not wrongly signed', async () => {
    const service = await ownService({
      deployment: { version: 1, name: 'Unsigned', enrolment: { answersSigned: false } },
    });
    const input = inputOf(service);
    const installation = new Installation(service.profile);
    const { enrolment, journal } = await installation.open();
    await service.fault('bad-signature', submit);
    await service.fault('unsigned', proof);
    expect(await enrolment.begin(input)).toMatchObject({ ok: false });
    const further = await service.furtherInvitation();
    await service.fault('unsigned', submit);
    await service.fault('unsigned', 'getPartnerEnrollment');
    expect(value(await enrolment.begin(further)).state).toBe('awaitingActivation');
    expect(journal.events({ kind: 'enrolment-submitted' })[0]?.body).toMatchObject({ trust: 'signature_missing' });
  });

  it.each(['rate_limited', 'dependency_unavailable', 'internal_error'])(
    'leaves the enrolment open when it refuses with %s',
    async (code) => {
      const { service, input } = await invited();
      const { enrolment } = await new Installation(service.profile).open();
      await service.fault(code, submit);
      expect(await enrolment.begin(input)).toMatchObject({ ok: false, error: { code } });
      expect(value(await enrolment.resume())).toMatchObject({ state: 'awaitingActivation' });
    },
  );
});
