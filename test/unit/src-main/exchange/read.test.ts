import { describe, expect, it, onTestFinished } from 'vitest';
import { learnServiceTime, readOperation, saysNoStore, transportFailure } from '../../../../src-main/exchange/read.ts';
import type { PartnerSession } from '../../../../src-main/exchange/session.ts';
import type { Judged } from '../../../../src-main/partner-api/judge.ts';
import { readInvitation } from '../../../../src-main/partner-api/operations/enrolment.ts';
import { diagnosticBody } from '../../../../src-main/partner-api/operations/table.ts';
import { readWallets } from '../../../../src-main/partner-api/operations/wallets.ts';
import { HandClock } from '../../../support/hand-clock.ts';
import { usualPage } from '../../../support/page.ts';
import { profileOf, sessionOf, startSigningService } from '../partner-api/partner.ts';

const wallets = (session: PartnerSession) =>
  readOperation(session, { operation: 'getPartnerWallets' }, (body) => readWallets(body, usualPage));

/** A service that stalls for so long, refuses what was asked of it before, and takes what comes after. */
async function afterStall(
  stalledMs: number,
  ask: (session: PartnerSession) => Promise<{ readonly ok: boolean }> = wallets,
) {
  const clock = new HandClock(Date.now());
  let calls = 0;
  const service = await startSigningService(() => {
    calls += 1;
    if (calls > 1) return { json: { items: [] } };
    void clock.pass(stalledMs);
    return { status: 401, json: { code: 'invalid_credentials' } };
  }, clock.nowMs);
  onTestFinished(() => service.close());
  const heard: boolean[] = [];
  const session = {
    ...sessionOf({ profile: service.profile, clock }),
    heard: (_: unknown, { kind, ...answer }: Judged) =>
      void heard.push(kind === 'verified' && 'status' in answer && answer.status === 200),
  };
  return { read: await ask(session), calls, heard };
}

describe('a read', () => {
  it('that is refused for its age, since the service stalled, is asked once more and is no refused signature', async () => {
    const { read, calls, heard } = await afterStall(40_000);
    expect([read.ok, calls, heard]).toEqual([true, 2, [true]]);
  });

  it('that is refused at once is a refused signature, and is not asked again', async () => {
    const { read, calls, heard } = await afterStall(0);
    expect([read, calls, heard]).toMatchObject([{ ok: false, error: { code: 'invalid_credentials' } }, 1, [false]]);
  });

  it('that is none, since it carries a nonce, is not asked twice by itself', async () => {
    const { read, calls } = await afterStall(40_000, (session) =>
      readOperation(session, { operation: 'runPartnerSignatureDiagnostic', body: diagnosticBody }, () => true),
    );
    expect([read, calls]).toMatchObject([{ ok: false, error: { code: 'invalid_credentials' } }, 1]);
  });

  it('with an enrolment token needs no key', async () => {
    const service = await startSigningService(() => ({ json: { state: 'open' } }));
    onTestFinished(() => service.close());
    const session = sessionOf({ profile: service.profile, enrolled: false });
    const draft = { operation: 'getPartnerEnrollment', parameters: { invitationId: 'i-1' }, token: 'token' } as const;
    expect(await readOperation(session, draft, readInvitation)).toMatchObject({
      ok: true,
      value: { value: { state: 'open' } },
    });
  });

  it('is not sent while the service wants to be left alone for long: it gives the refusal that said so', async () => {
    const service = await startSigningService(() => ({ json: { items: [] } }));
    onTestFinished(() => service.close());
    const session = sessionOf({ profile: service.profile });
    session.budget.restUntil(session.clock.monotonicMs() + 3_600_000, { code: 'rate_limited', httpStatus: 429 });
    expect([await wallets(session), service.calls]).toEqual([
      { ok: false, error: { code: 'rate_limited', httpStatus: 429 } },
      [],
    ]);
  });

  it("that is stale speaks of this machine's clock where the service's time could not be learned", async () => {
    const service = await startSigningService((target) =>
      target.includes('diagnostics')
        ? { json: {}, unbound: true }
        : { json: { items: [] }, createdShiftSeconds: -7200 },
    );
    onTestFinished(() => service.close());
    expect(await wallets(sessionOf({ profile: service.profile }))).toEqual({
      ok: false,
      error: { code: 'clock_off', detail: 'stale' },
    });
    expect(service.calls).toEqual(['GET /v1/wallets', 'POST /v1/diagnostics/signature']);
  });

  it('gives its value, the id of the request and whether it may be kept', async () => {
    const service = await startSigningService(() => ({
      json: { items: [] },
      headers: { 'cache-control': 'no-store' },
    }));
    onTestFinished(() => service.close());
    expect(await wallets(sessionOf({ profile: service.profile }))).toMatchObject({
      ok: true,
      value: { value: { items: [] }, requestId: 'request-1', noStore: true },
    });
  });

  it('is asked again once the time was learned where the clocks are apart, but not where it was fine', async () => {
    for (const [shiftSeconds, calls] of [
      [7200, ['GET /v1/wallets', 'POST /v1/diagnostics/signature', 'GET /v1/wallets']],
      [0, ['GET /v1/wallets']],
    ] as const) {
      const service = await startSigningService(() => ({ json: { items: [] }, createdShiftSeconds: -shiftSeconds }));
      onTestFinished(() => service.close());
      const session = sessionOf({ profile: service.profile });
      expect(await wallets(session)).toMatchObject({ ok: true });
      expect(service.calls).toEqual(calls);
    }
  });

  it('that is refused for anything but its date is not asked again', async () => {
    const service = await startSigningService(() => ({ status: 403, json: { code: 'insufficient_scope' } }));
    onTestFinished(() => service.close());
    expect(await wallets(sessionOf({ profile: service.profile }))).toMatchObject({
      ok: false,
      error: { code: 'insufficient_scope', httpStatus: 403 },
    });
    expect(service.calls).toHaveLength(1);
  });

  it('that cannot be verified for another reason than its age is not asked again', async () => {
    const service = await startSigningService(() => ({ json: { items: [] } }));
    onTestFinished(() => service.close());
    const session = sessionOf({
      profile: { ...service.profile, serviceKeys: profileOf({ baseUrl: 'https://a.test' }).serviceKeys },
    });
    expect(await wallets(session)).toMatchObject({
      ok: false,
      error: { code: 'answer_unverified', detail: 'unknown_key' },
    });
    expect(service.calls).toEqual(['GET /v1/wallets']);
  });

  it('that gets no answer says so, and is not asked again', async () => {
    let calls = 0;
    const session: PartnerSession = {
      ...sessionOf({ profile: profileOf({ baseUrl: 'https://service.test' }) }),
      transport: {
        exchange: () => {
          calls += 1;
          return Promise.resolve({ ok: false, error: { code: 'connection_lost' } });
        },
      },
    };
    expect([await wallets(session), calls]).toEqual([{ ok: false, error: { code: 'connection_lost' } }, 1]);
  });

  it('asks for the time once and gives up where the service signs old answers to reads alone', async () => {
    const service = await startSigningService((target) => ({
      json: { items: [] },
      createdShiftSeconds: target.includes('diagnostics') ? 0 : -7200,
    }));
    onTestFinished(() => service.close());
    const session = sessionOf({ profile: service.profile });
    expect(await wallets(session)).toEqual({ ok: false, error: { code: 'answer_unverified', detail: 'stale' } });
    expect(service.calls).toEqual(['GET /v1/wallets', 'POST /v1/diagnostics/signature', 'GET /v1/wallets']);
  });

  it('does not leave the machine without a key', async () => {
    const service = await startSigningService(() => ({ json: { items: [] } }));
    onTestFinished(() => service.close());
    expect(await wallets(sessionOf({ profile: service.profile, enrolled: false }))).toEqual({
      ok: false,
      error: { code: 'not_enrolled' },
    });
    expect(service.calls).toEqual([]);
  });
});

describe('what a read tells besides', () => {
  it.each([
    [[['Cache-Control', 'no-store']], true],
    [[['cache-control', 'private, No-Store ,max-age=0']], true],
    [[['cache-control', 'max-age=0,no-store']], true],
    [[['cache-control', 'no-storex']], false],
    [[['cache-control', 'xno-store']], false],
    [[['cache-control', 'no-cache']], false],
    [[['x-cache-control', 'no-store']], false],
    [[], false],
  ] as const)('is whether it may be kept: %j', (headers, expected) => {
    expect(saysNoStore({ headers: headers.map(([name, value]) => [name, value] as const) })).toBe(expected);
  });

  it('is that a service cannot be reached, where nothing was sent', () => {
    expect([transportFailure({ code: 'not_sent' }), transportFailure({ code: 'answer_timeout' })]).toEqual([
      { code: 'service_unreachable' },
      { code: 'answer_timeout' },
    ]);
  });

  it('is that the answer cannot be read, with its status and the id of the request', async () => {
    const service = await startSigningService(() => ({ json: { items: 'none' } }));
    onTestFinished(() => service.close());
    expect(await wallets(sessionOf({ profile: service.profile }))).toEqual({
      ok: false,
      error: { code: 'answer_unreadable', httpStatus: 200, requestId: 'request-1' },
    });
  });
});

describe("the service's time", () => {
  it('is asked for by a call that changes nothing, also where that is refused', async () => {
    const service = await startSigningService(() => ({ status: 403, json: { code: 'insufficient_scope' } }));
    onTestFinished(() => service.close());
    const session = sessionOf({ profile: service.profile });
    expect(await learnServiceTime(session)).toBe(true);
    expect(service.calls).toEqual(['POST /v1/diagnostics/signature']);
  });

  it('is not asked for while the service wants to be left alone, and not learned from what is unverified', async () => {
    const service = await startSigningService(() => ({ json: {}, headers: { 'retry-after': '1' } }));
    onTestFinished(() => service.close());
    const session = sessionOf({ profile: service.profile });
    expect(await learnServiceTime(session)).toBe(false);
    session.budget.restUntil(session.clock.monotonicMs() + 60_000);
    expect(await learnServiceTime(session)).toBe(false);
    expect(service.calls).toHaveLength(1);
  });
});
