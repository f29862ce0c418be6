import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Transport } from '../../../../src-main/core/ports.ts';
import { diagnose } from '../../../../src-main/diagnostics/diagnose.ts';
import { systemClock } from '../../../../src-main/hosts/system-ports.ts';
import { createServiceClock } from '../../../../src-main/partner-api/service-clock.ts';
import { scopes } from '../../../../src-shared/contract/codes.ts';
import { startEnrolledSandbox, type EnrolledSandbox } from '../partner-api/enrolled-sandbox.ts';
import { sessionOf, startSigningService } from '../partner-api/partner.ts';

let sandbox: EnrolledSandbox;

beforeAll(async () => {
  sandbox = await startEnrolledSandbox();
});

afterAll(() => sandbox.stop());

const keyId = '00000000-0000-4000-8000-00000000000a';

/** What a service behind a proxy that rewrites addresses might report. */
const seen = {
  routeId: 'runPartnerSignatureDiagnostic',
  method: 'POST',
  authority: 'inner.example',
  path: '/v1/diagnostics/signature',
  canonicalQuery: '',
  requestKind: 'bodylessNonceMutation',
  requiredScope: 'diagnostics:use',
  coveredComponents: ['"@method"', '"@path"', '"x-other"'],
  keyId,
  partnerId: keyId,
  applicationId: keyId,
  policyVersion: 7,
  effectiveScopes: ['diagnostics:use', 'orders:create'],
  receivedAt: '2001-01-01T00:00:00.000Z',
};

async function componentsOf(coveredComponents: readonly string[], request: object) {
  const service = await startSigningService(() => ({ json: { ...seen, coveredComponents } }));
  onTestFinished(() => service.close());
  const diagnosis = await diagnose(
    sessionOf({ profile: { ...service.profile, request: { ...service.profile.request, ...request } }, keyId }),
  );
  if (!diagnosis.ok) throw new Error(diagnosis.error.code);
  return {
    components: diagnosis.value.components,
    line: diagnosis.value.lines.find(({ name }) => name === 'components'),
  };
}

describe('a diagnosis', () => {
  it('agrees line by line with a service that saw what was signed', async () => {
    const askedAtMs = performance.now();
    const diagnosis = await diagnose(sandbox.session);
    if (!diagnosis.ok) throw new Error(diagnosis.error.code);
    expect(diagnosis.value.lines.filter(({ agree }) => !agree)).toEqual([]);
    expect(diagnosis.value.lines.map(({ name }) => name)).toEqual([
      'method',
      'authority',
      'path',
      'query',
      'components',
      'scope',
      'keyId',
      'time',
    ]);
    expect(diagnosis.value.missingScopes).toEqual([]);
    expect(diagnosis.value.requestId).toMatch(/^[0-9a-f-]{36}$/);
    // Nobody can say when on its way the answer was dated.
    expect(Math.abs(diagnosis.value.clockOffsetMs ?? Number.NaN)).toBeLessThan(performance.now() - askedAtMs + 100);
    expect(Number.isInteger(diagnosis.value.clockOffsetMs)).toBe(true);
  });

  it('agrees on the time where the request was long on its way to a service that allows no difference', async () => {
    const { profile, transport } = sandbox.session;
    const slow: Transport = {
      exchange: async (request, options) => {
        await systemClock.sleep(2_100);
        return transport.exchange(request, options);
      },
    };
    const strict = { ...profile, request: { ...profile.request, maxSkewSeconds: 0, createdBackSeconds: 0 } };
    const diagnosis = await diagnose({ ...sandbox.session, transport: slow, profile: strict });
    if (!diagnosis.ok) throw new Error(diagnosis.error.code);
    const { sent, seen, agree } = diagnosis.value.lines.find(({ name }) => name === 'time') ?? {};
    expect(agree).toBe(true);
    expect(Date.parse(seen ?? '') - Date.parse(sent ?? '')).toBeGreaterThan(1_000);
  });

  it('names the permissions that staff took away', async () => {
    await sandbox.control('/scopes', { scopes: ['diagnostics:use', 'orders:create'] });
    // Own orders may be read by whoever may place them.
    const allowed = ['diagnostics:use', 'orders:create', 'orders:read'];
    const diagnosis = await diagnose(sandbox.session);
    await sandbox.control('/scopes', { scopes });
    expect(diagnosis).toMatchObject({
      ok: true,
      value: { missingScopes: scopes.filter((scope) => !allowed.includes(scope)) },
    });
  });

  it('is refused, with the code of the refusal, without the permission for it', async () => {
    await sandbox.control('/scopes', { scopes: ['orders:create'] });
    const diagnosis = await diagnose(sandbox.session);
    await sandbox.control('/scopes', { scopes });
    expect(diagnosis).toMatchObject({ ok: false, error: { code: 'insufficient_scope', httpStatus: 403 } });
  });

  it('learns how far the clocks are apart', async () => {
    await sandbox.control('/clock', { offsetSeconds: 40 });
    const askedAtMs = performance.now();
    const session = { ...sandbox.session, serviceClock: createServiceClock(systemClock, 0, () => undefined) };
    const diagnosis = await diagnose(session);
    await sandbox.control('/clock', { offsetSeconds: 0 });
    if (!diagnosis.ok) throw new Error(diagnosis.error.code);
    expect(Math.abs((diagnosis.value.clockOffsetMs ?? Number.NaN) - 40_000)).toBeLessThan(
      performance.now() - askedAtMs + 2_000,
    );
  });

  it('asks once more where the first answer taught that the clocks are hours apart', async () => {
    await sandbox.control('/clock', { offsetSeconds: -18_000 });
    const askedAtMs = performance.now();
    const session = { ...sandbox.session, serviceClock: createServiceClock(systemClock, 0, () => undefined) };
    const diagnosis = await diagnose(session);
    await sandbox.control('/clock', { offsetSeconds: 0 });
    if (!diagnosis.ok) throw new Error(diagnosis.error.code);
    expect(Math.abs((diagnosis.value.clockOffsetMs ?? Number.NaN) + 18_000_000)).toBeLessThan(
      performance.now() - askedAtMs + 2_000,
    );
    expect(diagnosis.value.lines.every(({ agree }) => agree)).toBe(true);
  });

  it('points at each line where the service saw something else', async () => {
    const service = await startSigningService(() => ({ json: seen }));
    onTestFinished(() => service.close());
    const diagnosis = await diagnose(sessionOf({ profile: service.profile, keyId }));
    if (!diagnosis.ok) throw new Error(diagnosis.error.code);
    expect(diagnosis.value.lines.filter(({ agree }) => !agree).map(({ name }) => name)).toEqual([
      'authority',
      'components',
      'time',
    ]);
    expect(diagnosis.value.lines.find(({ name }) => name === 'authority')).toEqual({
      name: 'authority',
      sent: new URL(service.profile.baseUrl).host,
      seen: 'inner.example',
      agree: false,
    });
  });

  it('agrees with a signature that covers more than the route requires, in another order', async () => {
    const found = await componentsOf(
      ['"x-service-date"', '"@method"', '"@authority"', '"@path"', '"nonce"', '"content-digest"'],
      {},
    );
    expect(found.line).toMatchObject({
      agree: true,
      seen: 'x-service-date @method @authority @path nonce content-digest',
    });
    expect(found.components.every(({ agree }) => agree)).toBe(true);
    expect(found.components[0]).toEqual({ name: 'x-service-date', signedAt: 5, requiredAt: 1, agree: true });
    expect(found.components.filter(({ requiredAt }) => requiredAt === null).map(({ name }) => name)).toEqual([
      '@query',
      'content-type',
    ]);
  });

  it('does not miss a query that this deployment leaves out where there is none', async () => {
    const found = await componentsOf(['"@method"', '"@authority"', '"@path"', '"@query"'], { emptyQuery: 'omitted' });
    expect(found.line?.agree).toBe(true);
    expect(found.components.map(({ name }) => name)).not.toContain('@query');
  });

  it('names what the route requires and the signature does not cover', async () => {
    const found = await componentsOf(['"@method"', '"x-tenant"'], {});
    expect(found.line?.agree).toBe(false);
    expect(found.components.filter(({ agree }) => !agree)).toEqual([
      { name: 'x-tenant', signedAt: null, requiredAt: 2, agree: false },
    ]);
  });

  it('sends exactly two bytes, with their digest and a nonce', async () => {
    const service = await startSigningService(() => ({ json: seen }));
    onTestFinished(() => service.close());
    await diagnose(sessionOf({ profile: service.profile, keyId }));
    expect(service.calls).toEqual(['POST /v1/diagnostics/signature']);
    expect(service.bodies).toEqual(['{}']);
    const names = service.headers[0]?.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
    expect(names).toEqual(
      expect.arrayContaining([
        'content-type',
        'content-digest',
        'nonce',
        'x-service-date',
        'signature-input',
        'signature',
      ]),
    );
  });

  it('says so when the answer is of another shape', async () => {
    const service = await startSigningService(() => ({ json: { ...seen, policyVersion: '7' } }));
    onTestFinished(() => service.close());
    expect(await diagnose(sessionOf({ profile: service.profile, keyId }))).toMatchObject({
      ok: false,
      error: { code: 'answer_unreadable', httpStatus: 200, requestId: 'request-1' },
    });
  });

  it('needs a key', async () => {
    expect(await diagnose(sessionOf({ profile: sandbox.session.profile, enrolled: false }))).toEqual({
      ok: false,
      error: { code: 'not_enrolled' },
    });
  });

  it('says that the service is not there', async () => {
    const service = await startSigningService(() => ({ json: seen }));
    await service.close();
    expect(await diagnose(sessionOf({ profile: service.profile, keyId }))).toEqual({
      ok: false,
      error: { code: 'service_unreachable' },
    });
  });
});
