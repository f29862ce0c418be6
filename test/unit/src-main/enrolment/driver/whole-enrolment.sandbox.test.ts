import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Clock } from '../../../../../src-main/core/ports.ts';
import { deploymentIdentity, parseProfile } from '../../../../../src-main/deployment/profile.ts';
import { systemClock } from '../../../../../src-main/hosts/system-ports.ts';
import { Installation, value, type Counter } from '../counter.ts';
import { inputOf, ownService, sharedService } from '../shared-service.ts';

const submit = 'submitPartnerEnrollmentKey';
const invited = sharedService();

describe('the guided enrolment', () => {
  it('goes from the invitation to an active key, and shows the two thumbprints that staff compare', async () => {
    const { service, input } = await invited();
    const { enrolment, keyring } = await new Installation(service.profile).open();
    expect(enrolment.status()).toEqual({ state: 'none' });

    const waiting = value(await enrolment.begin({ ...input, validDays: 30, cidrs: ['127.0.0.0/8'] }));
    expect(waiting).toMatchObject({ state: 'awaitingActivation', thumbprintsAgree: true });
    expect(waiting.serviceThumbprint).toBe(waiting.ownThumbprint);
    expect(keyring.active(deploymentIdentity(service.profile))).toBeNull();
    expect(value(await enrolment.check()).state).toBe('awaitingActivation');

    await service.control('/activate');
    expect(value(await enrolment.check())).toMatchObject({ state: 'active', keyId: waiting.keyId });
    expect(keyring.active(deploymentIdentity(service.profile))).toMatchObject({
      keyId: waiting.keyId,
      thumbprint: waiting.ownThumbprint,
    });
    expect(enrolment.status().state).toBe('active');
  });

  it('waits for a key that staff activate later, and no longer than it was asked to', async () => {
    const service = await ownService({ activation: 'automatic' });
    const input = inputOf(service);
    const { enrolment } = await new Installation(service.profile).open();
    value(await enrolment.begin(input));
    expect(value(await enrolment.waitUntilActive(0)).state).toBe('awaitingActivation');
    expect(value(await enrolment.waitUntilActive(8_000)).state).toBe('active');
  });

  it('asks less and less often whether the key is active, and not before the service asked for it', async () => {
    const service = await ownService();
    const input = inputOf(service);
    let pauses: number[] = [];
    let ending = new AbortController();
    // Nobody waits here: how long each pause would have been is what counts.
    const sleep: Clock['sleep'] = (ms) => {
      pauses.push(ms);
      if (pauses.length === 4) ending.abort();
      return Promise.resolve();
    };
    const { enrolment, wire } = await new Installation(service.profile).open({
      clock: { nowMs: () => systemClock.nowMs(), monotonicMs: () => systemClock.monotonicMs(), sleep },
    });
    value(await enrolment.begin(input));
    const asked = (): number => wire.filter(({ request }) => request.url.endsWith('/diagnostics/signature')).length;
    const before = asked();
    expect(value(await enrolment.waitUntilActive(600_000, ending.signal)).state).toBe('awaitingActivation');
    expect([pauses, asked() - before]).toEqual([[2_000, 3_000, 4_500, 6_750], 5]);
    [pauses, ending] = [[], new AbortController()];
    await service.control('/faults', { name: 'rate_limited', operation: 'getPartnerEnrollment', retryAfter: 3_600 });
    await enrolment.waitUntilActive(7_200_000, ending.signal);
    expect(Math.min(...pauses)).toBeGreaterThan(3_500_000);
    expect(asked() - before).toBe(6);
  });

  it('takes a bound refusal for a missing permission as proof that the key is active', async () => {
    const service = await ownService();
    const input = inputOf(service);
    const { enrolment, journal } = await new Installation(service.profile).open();
    value(await enrolment.begin(input));
    await service.control('/scopes', { scopes: ['profile:read'] });
    await service.control('/activate');
    expect(value(await enrolment.check()).state).toBe('active');
    expect(journal.events({ kind: 'enrolment-active' })[0]?.body).toMatchObject({ evidence: 'scope_missing' });
  });

  it.each([
    ['spki-sha256-hex', /^[0-9a-f]{64}$/],
    ['spki-sha256-base64url', /^[A-Za-z0-9_-]{43}$/],
  ])('compares thumbprints of the form %s where the deployment gives those', async (thumbprint, form) => {
    const service = await ownService({ deployment: { version: 1, name: 'Thumbprints', enrolment: { thumbprint } } });
    const input = inputOf(service);
    const { enrolment } = await new Installation(service.profile).open();
    const view = value(await enrolment.begin(input));
    expect(view).toMatchObject({ state: 'awaitingActivation', thumbprintsAgree: true });
    expect(view.ownThumbprint).toMatch(form);
    expect(view.serviceThumbprint).toBe(view.ownThumbprint);
  });

  it('enrols under a proof body with other fields', async () => {
    const service = await ownService({
      deployment: { version: 1, name: 'Fields', enrolment: { proofFields: ['signature', 'challengeGeneration'] } },
    });
    const input = inputOf(service);
    const { enrolment } = await new Installation(service.profile).open();
    expect(value(await enrolment.begin(input)).state).toBe('awaitingActivation');
  });

  it('enrols although the clock of this machine is an hour off', async () => {
    const service = await ownService();
    const input = inputOf(service);
    await service.control('/clock', { offsetSeconds: 3600 });
    const { enrolment, wire } = await new Installation(service.profile).open();
    expect(value(await enrolment.begin(input)).state).toBe('awaitingActivation');
    const submitted = wire.findIndex(({ request }) => request.url.endsWith('/keys'));
    const signed = wire.findIndex(({ request }) => request.headers.some(([name]) => name === 'Signature'));
    expect(submitted).toBeGreaterThan(0);
    expect(signed).toBeGreaterThan(submitted);
    await service.control('/activate');
    expect(value(await enrolment.check()).state).toBe('active');
  });
});

describe('an enrolment that was refused', () => {
  it('begins again with the same key when the token was mistyped', async () => {
    const { service, input } = await invited();
    const { enrolment, keyring } = await new Installation(service.profile).open();
    const refused = value(await enrolment.begin({ ...input, token: 'mistyped' }));
    expect(refused).toMatchObject({ state: 'refused', refusal: { code: 'invitation_invalid', httpStatus: 401 } });
    expect(value(await enrolment.begin(input))).toMatchObject({
      state: 'awaitingActivation',
      ownThumbprint: refused.ownThumbprint,
    });
    expect(keyring.entries()).toHaveLength(1);
  });

  it('begins again with another token before anything was sent', async () => {
    const { service, input } = await invited();
    const { enrolment } = await new Installation(service.profile).open();
    await service.fault('drop-before', 'getPartnerEnrollment');
    expect(await enrolment.begin({ ...input, token: 'mistyped' })).toMatchObject({ ok: false });
    expect(value(await enrolment.begin(input)).state).toBe('awaitingActivation');
  });

  it('goes on with the same key once the enrolment was restarted, and proves the challenge of the later generation', async () => {
    const service = await ownService({
      deployment: {
        version: 1,
        name: 'Generations',
        enrolment: { proofFields: ['keyId', 'challenge', 'challengeGeneration', 'signature'] },
      },
    });
    const input = inputOf(service);
    const { enrolment, keyring, wire } = await new Installation(service.profile).open();
    await service.fault('drop-after-commit', submit);
    await enrolment.begin(input);
    const refused = value(await enrolment.resume());
    expect(refused).toMatchObject({ state: 'keyMade', waitsFor: 'restart', refusal: { detail: 'answer_lost' } });
    expect(value(await enrolment.waitUntilActive(60_000))).toMatchObject({ state: 'keyMade', waitsFor: 'restart' });
    await service.control('/restart-enrolment', { invitationId: input.invitationId });
    expect(value(await enrolment.resume())).toMatchObject({
      state: 'awaitingActivation',
      ownThumbprint: refused.ownThumbprint,
      thumbprintsAgree: true,
    });
    expect(keyring.entries()).toHaveLength(1);
    const proofs = wire
      .filter(({ request }) => request.url.endsWith('/proof'))
      .map(({ request }) => Buffer.from(request.body ?? []).toString());
    expect(proofs).toEqual([expect.stringContaining('"challengeGeneration":2')]);
    await service.control('/activate');
    expect(value(await enrolment.check()).state).toBe('active');
  });

  it('takes another invitation, with another key', async () => {
    const { service, input } = await invited();
    const { enrolment, keyring } = await new Installation(service.profile).open();
    await service.fault('drop-after-commit', submit);
    await enrolment.begin(input);
    expect(value(await enrolment.resume()).waitsFor).toBe('restart');
    expect(value(await enrolment.begin(await service.furtherInvitation())).state).toBe('awaitingActivation');
    expect(new Set(keyring.entries().map(({ thumbprint }) => thumbprint)).size).toBe(2);
  });

  it('is expired when the service says that the invitation ran out, and nothing was sent', async () => {
    const service = await ownService();
    const input = inputOf(service);
    await service.control('/clock', { offsetSeconds: 40 * 86_400 });
    const { enrolment, wire } = await new Installation(service.profile).open();
    expect(value(await enrolment.begin(input)).state).toBe('expired');
    expect(wire.some(({ request }) => request.url.endsWith('/keys'))).toBe(false);
  });

  it('keeps the key made while the service cannot be reached, and goes on later', async () => {
    const { service, input } = await invited();
    const installation = new Installation({ ...service.profile, baseUrl: 'http://127.0.0.1:1' });
    const { enrolment } = await installation.open();
    expect(await enrolment.begin(input)).toEqual({ ok: false, error: { code: 'service_unreachable' } });
    expect(enrolment.status().state).toBe('keyMade');
  });
});

describe('the days of validity', () => {
  const windowOf = ({ wire }: Counter): number => {
    const sent = wire.find(({ request }) => request.url.endsWith('/keys'))?.request.body ?? new Uint8Array();
    const { notBefore, expiresAt } = z
      .object({ notBefore: z.string(), expiresAt: z.string() })
      .parse(JSON.parse(Buffer.from(sent).toString()));
    return (Date.parse(expiresAt) - Date.parse(notBefore)) / 86_400_000;
  };

  it.each([
    [1, 1],
    [731, 731],
    [undefined, 365],
  ])('asked for as %s are %s in the window that is sent', async (validDays, days) => {
    const { service, input } = await invited();
    const run = await new Installation(service.profile).open();
    expect(
      value(await run.enrolment.begin({ ...input, ...(validDays === undefined ? {} : { validDays }) })).state,
    ).toBe('awaitingActivation');
    expect(windowOf(run)).toBe(days);
  });

  it('are those of the deployment where it has others', async () => {
    const service = await ownService({
      deployment: { version: 1, name: 'Short', enrolment: { validDays: { minimum: 7, maximum: 90 } } },
    });
    const input = inputOf(service);
    const run = await new Installation(service.profile).open();
    for (const validDays of [6, 91])
      expect(await run.enrolment.begin({ ...input, validDays })).toEqual({
        ok: false,
        error: { code: 'input_invalid', field: 'validDays' },
      });
    expect(value(await run.enrolment.begin(input)).state).toBe('awaitingActivation');
    expect(windowOf(run)).toBe(90);
  });
});

describe('the input of an enrolment', () => {
  const invitationId = '00000000-0000-4000-8000-000000000001';
  const nowhere = value(
    parseProfile(
      JSON.stringify({
        version: 1,
        name: 'Nowhere',
        baseUrl: 'http://127.0.0.1:1',
        serviceKeys: { jwks: { keys: [] } },
      }),
    ),
  );

  it.each([
    ['invitation', { invitationId: 'ABCDEF00-0000-4000-8000-000000000001', token: 't' }],
    ['token', { invitationId, token: '' }],
    ['token', { invitationId, token: 'two words' }],
    ['token', { invitationId, token: 'line\nbreak' }],
    ['validDays', { invitationId, token: 't', validDays: 0 }],
    ['validDays', { invitationId, token: 't', validDays: 732 }],
    ['validDays', { invitationId, token: 't', validDays: 1.5 }],
    ['cidr', { invitationId, token: 't', cidrs: ['10.0.0.0/8', '10.0.0.1/8'] }],
  ])('is refused before anything is kept, and names %s', async (field, input) => {
    const { enrolment } = await new Installation(nowhere).open();
    expect(await enrolment.begin(input)).toEqual({ ok: false, error: { code: 'input_invalid', field } });
    expect(enrolment.status()).toEqual({ state: 'none' });
    expect(await enrolment.resume()).toEqual({ ok: false, error: { code: 'not_enrolled' } });
  });
});
