import { describe, expect, it, onTestFinished } from 'vitest';
import type { Clock, Transport } from '../../../../src-main/core/ports.ts';
import { createRequestBudget, refusalWhileResting, restingMs } from '../../../../src-main/exchange/budget.ts';
import { judgeAnswer, wasRefusedLate } from '../../../../src-main/exchange/judge-answer.ts';
import {
  prepare,
  send,
  wasMisdated,
  type DatedRequest,
  type Exchanged,
  type SendOptions,
} from '../../../../src-main/exchange/send.ts';
import type { PartnerSession } from '../../../../src-main/exchange/session.ts';
import { prepareRequest } from '../../../../src-main/partner-api/request.ts';
import { generatePrivateKey, signingKey } from '../../../../src-main/signatures/keys.ts';
import { HandClock } from '../../../support/hand-clock.ts';
import { profileOf, sessionOf, startSigningService, type ScriptedAnswer } from '../partner-api/partner.ts';

/** What was heard of one refused call, dated `lateSeconds` after the time of its sending. */
async function heardOf({
  key,
  lateSeconds = 0,
}: Pick<SendOptions, 'key'> & { readonly lateSeconds?: number } = {}): Promise<string[]> {
  const clock = new HandClock(Date.now());
  const service = await startSigningService(
    () => ({ status: 401, json: { code: 'invalid_credentials' } }),
    clock.nowMs,
  );
  onTestFinished(() => service.close());
  const heard: string[] = [];
  const session = {
    ...sessionOf({ profile: service.profile, clock }),
    heard: ({ operation }: { readonly operation: string }) => void heard.push(operation),
  };
  const dated = prepareRequest(
    session.profile,
    { operation: 'runPartnerSignatureDiagnostic', body: new TextEncoder().encode('{}') },
    clock.nowMs() + lateSeconds * 1000,
    session.randomness,
  );
  const prepared = { ...dated, datedAtMs: session.clock.monotonicMs() };
  const sent = await send(session, prepared, key === undefined ? {} : { key });
  if (!sent.ok) throw new Error(sent.error.code);
  await judgeAnswer(session, prepared, sent.value);
  return heard;
}

it('a refusal is heard of', async () => {
  expect(await heardOf()).toEqual(['runPartnerSignatureDiagnostic']);
});

it('a refusal is not heard of where another key than the one in use had signed, or the request was dated wrongly', async () => {
  expect(await heardOf({ key: signingKey('00000000-0000-4000-8000-00000000000b', generatePrivateKey()) })).toEqual([]);
  expect(await heardOf({ lateSeconds: 3_600 })).toEqual([]);
});

const diagnostic = (session: PartnerSession): DatedRequest =>
  prepare(session, { operation: 'runPartnerSignatureDiagnostic', body: new TextEncoder().encode('{}') });

/** A session whose transport gives this answer, and shows what it was asked. */
function asked(answer: Awaited<ReturnType<Transport['exchange']>>, enrolled = true) {
  const calls: Parameters<Transport['exchange']>[] = [];
  const transport: Transport = {
    exchange: (...call) => {
      calls.push(call);
      return Promise.resolve(answer);
    },
  };
  return {
    calls,
    session: {
      ...sessionOf({ profile: profileOf({ baseUrl: 'https://service.test', answerWaitSeconds: 45 }), enrolled }),
      transport,
    },
  };
}

describe('sending', () => {
  const raw = { status: 200, headers: [], body: new Uint8Array(0) };

  it('asks the transport once, for as long and as much as is awaited', async () => {
    const { calls, session } = asked({ ok: true, value: raw });
    const sent = await send(session, diagnostic(session));
    expect(calls.map(([, options]) => options)).toStrictEqual([{ waitMs: 45_000, maxBytes: 8 * 1024 * 1024 }]);
    expect(calls[0]?.[0].headers.map(([name]) => name.toLowerCase())).toContain('signature');
    expect(sent).toMatchObject({ ok: true, value: { raw, keyId: session.signingKey()?.keyId } });
    const { sentAtMs, receivedAtMs } = sent.ok ? sent.value.exchange : { sentAtMs: 1, receivedAtMs: 0 };
    expect(receivedAtMs).toBeGreaterThanOrEqual(sentAtMs);
  });

  it('gives what the transport met', async () => {
    const { session } = asked({ ok: false, error: { code: 'connection_lost' } });
    expect(await send(session, diagnostic(session))).toEqual({ ok: false, error: { code: 'connection_lost' } });
  });

  it('without a key leaves nothing, unless it is to go unsigned', async () => {
    const { calls, session } = asked({ ok: true, value: raw }, false);
    expect(await send(session, diagnostic(session))).toEqual({ ok: false, error: { code: 'not_sent' } });
    expect(calls).toEqual([]);
    expect(await send(session, diagnostic(session), { unsigned: true })).toMatchObject({
      ok: true,
      value: { keyId: null },
    });
    expect(calls[0]?.[0].headers.map(([name]) => name.toLowerCase())).not.toContain('signature');
  });

  it('unsigned uses no key that is at hand', async () => {
    const { session } = asked({ ok: true, value: raw });
    expect(await send(session, diagnostic(session), { unsigned: true })).toMatchObject({
      ok: true,
      value: { keyId: null },
    });
  });

  it('tells when it was written, and takes what comes late', async () => {
    const { calls, session } = asked({ ok: false, error: { code: 'answer_timeout' } });
    const written: string[] = [];
    const late: Exchanged[] = [];
    const { signal } = new AbortController();
    await send(session, diagnostic(session), {
      onWritten: () => written.push('written'),
      late: { signal, take: (exchanged) => late.push(exchanged) },
    });
    const options = calls[0]?.[1];
    options?.onWritten?.();
    expect([written, options?.late?.waitMs, options?.late?.signal === signal]).toEqual([['written'], 600_000, true]);
    options?.late?.take(raw);
    expect(late).toMatchObject([{ raw, keyId: session.signingKey()?.keyId }]);
  });
});

describe('a pause that the service asked for', () => {
  /** How long the counter rests after an answer like this, and what it says then. */
  async function restAfter(answer: ScriptedAnswer): Promise<readonly [restingSeconds: number, code: string | null]> {
    const service = await startSigningService(() => answer);
    onTestFinished(() => service.close());
    const session = sessionOf({ profile: service.profile });
    const prepared = diagnostic(session);
    const sent = await send(session, prepared);
    if (!sent.ok) throw new Error(sent.error.code);
    const startedAtMs = session.clock.monotonicMs();
    await judgeAnswer(session, prepared, sent.value);
    const resting = restingMs(session) + session.clock.monotonicMs() - startedAtMs;
    return [Math.round(resting / 1_000), session.budget.restRefusal()?.code ?? null];
  }

  it('is kept by the whole counter, where it was signed', async () => {
    const pause = { 'retry-after': '30' };
    expect(await restAfter({ status: 429, json: { code: 'rate_limited' }, signed: pause })).toEqual([
      30,
      'rate_limited',
    ]);
    expect(await restAfter({ status: 503, json: { code: 'dependency_unavailable' }, signed: pause })).toEqual([
      30,
      'dependency_unavailable',
    ]);
    expect(await restAfter({ status: 500, json: { code: 'internal_error' }, signed: pause })).toEqual([0, null]);
    expect(await restAfter({ status: 429, json: { code: 'rate_limited' }, headers: pause })).toEqual([0, null]);
    expect(await restAfter({ status: 429, json: { code: 'rate_limited' } })).toEqual([2, 'rate_limited']);
    expect(await restAfter({ status: 503, json: { code: 'dependency_unavailable' } })).toEqual([0, null]);
    expect(await restAfter({ status: 500, json: { code: 'internal_error' } })).toEqual([0, null]);
    expect(await restAfter({ status: 200, json: {} })).toEqual([0, null]);
  });

  it('is waited out before a call where it is short, and its refusal given where it is long', async () => {
    let atMs = 1_000;
    const waits: number[] = [];
    const clock: Clock = {
      nowMs: () => atMs,
      monotonicMs: () => atMs,
      sleep: (ms) => {
        waits.push(ms);
        atMs += ms;
        return Promise.resolve();
      },
    };
    const budget = createRequestBudget();
    const session = { budget, clock };
    expect([await refusalWhileResting(session), restingMs(session)]).toEqual([null, 0]);
    budget.restUntil(atMs + 4_999.5, { code: 'rate_limited', detail: 'short' });
    expect(restingMs(session)).toBe(4_999.5);
    expect([await refusalWhileResting(session), waits]).toEqual([null, [5_000]]);
    budget.restUntil(atMs + 5_000, { code: 'rate_limited', detail: 'short' });
    expect([await refusalWhileResting(session), waits]).toEqual([null, [5_000, 5_000]]);
    budget.restUntil(atMs + 5_001, { code: 'rate_limited', detail: 'long' });
    expect([await refusalWhileResting(session), waits.length]).toEqual([{ code: 'rate_limited', detail: 'long' }, 2]);
    budget.restUntil(atMs + 60_000);
    expect(await refusalWhileResting(session)).toEqual({ code: 'rate_limited' });
  });
});

describe('an answer by a key that nobody knows', () => {
  it.each([
    [true, 'verified', 2],
    [false, 'unverified', 1],
  ] as const)('is judged again where the key set could be read again (%s)', async (isRead, kind, looks) => {
    const service = await startSigningService(() => ({ json: {} }));
    onTestFinished(() => service.close());
    const session = sessionOf({ profile: service.profile });
    let [isKnown, looked, refreshed] = [false, 0, 0];
    const serviceKeys: PartnerSession['serviceKeys'] = {
      ...session.serviceKeys,
      lookup: (kid) => {
        looked += 1;
        return isKnown ? session.serviceKeys.lookup(kid) : undefined;
      },
      refresh: () => {
        refreshed += 1;
        isKnown = true;
        return Promise.resolve(isRead);
      },
    };
    const prepared = diagnostic(session);
    const sent = await send(session, prepared);
    if (!sent.ok) throw new Error(sent.error.code);
    expect((await judgeAnswer({ ...session, serviceKeys }, prepared, sent.value)).kind).toBe(kind);
    expect([looked, refreshed]).toEqual([looks, 1]);
  });
});

describe('the key set', () => {
  it.each([
    [{ json: {} }, 'verified'],
    [{ json: {}, unbound: true }, 'not_bound'],
  ] as const)('is not read again for an answer by a key that is known: %j, %s', async (answer, outcome) => {
    const service = await startSigningService(() => answer);
    onTestFinished(() => service.close());
    const session = sessionOf({ profile: service.profile });
    let refreshed = 0;
    const serviceKeys: PartnerSession['serviceKeys'] = {
      ...session.serviceKeys,
      refresh: () => {
        refreshed += 1;
        return Promise.resolve(true);
      },
    };
    const prepared = diagnostic(session);
    const sent = await send(session, prepared);
    if (!sent.ok) throw new Error(sent.error.code);
    const judged = await judgeAnswer({ ...session, serviceKeys }, prepared, sent.value);
    expect([judged.kind === 'verified' ? 'verified' : judged.reason, refreshed]).toEqual([outcome, 0]);
  });
});

describe('a refused signature', () => {
  /**
   * What is said of a refusal of a request that was dated so far from now, lay for so long before it left, and was
   * answered after so long.
   */
  async function saidOf(code: string, { awayMs = 0, layMs = 0, tookMs = 0 }) {
    let atMs = Date.now();
    const service = await startSigningService(() => ({
      status: 401,
      json: { code },
      createdSeconds: Math.floor(atMs / 1000),
    }));
    onTestFinished(() => service.close());
    const clock: Clock = { nowMs: () => atMs, monotonicMs: () => atMs, sleep: () => Promise.resolve() };
    const session = sessionOf({ profile: service.profile, clock });
    const request = diagnostic(session);
    atMs += layMs;
    const sent = await send(session, request);
    if (!sent.ok) throw new Error(sent.error.code);
    atMs += tookMs;
    const exchanged: Exchanged = { ...sent.value, exchange: { ...sent.value.exchange, receivedAtMs: atMs } };
    const judged = await judgeAnswer(session, request, sent.value);
    return [
      wasMisdated(session, { ...request, datedMs: request.datedMs - awayMs }, judged),
      wasRefusedLate(exchanged, judged),
    ];
  }

  it('says nothing of the key where the request would be dated otherwise now', async () => {
    expect(await saidOf('invalid_credentials', {})).toEqual([false, false]);
    expect(await saidOf('invalid_credentials', { awayMs: 1_000 })).toEqual([false, false]);
    expect(await saidOf('invalid_credentials', { awayMs: 1_001 })).toEqual([true, false]);
    expect(await saidOf('invalid_credentials', { awayMs: -1_001 })).toEqual([true, false]);
    expect(await saidOf('insufficient_scope', { awayMs: 60_000, tookMs: 60_000 })).toEqual([false, false]);
  });

  it('says it, however long it lay on a slow machine between its dating and its sending', async () => {
    expect(await saidOf('invalid_credentials', { layMs: 60_000 })).toEqual([false, false]);
  });

  it('says nothing of it either where the request lay for long before it was looked at', async () => {
    expect(await saidOf('invalid_credentials', { tookMs: 9_999 })).toEqual([false, false]);
    expect(await saidOf('invalid_credentials', { tookMs: 10_000 })).toEqual([false, true]);
  });
});
