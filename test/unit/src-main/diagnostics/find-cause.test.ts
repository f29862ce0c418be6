import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Clock, Transport } from '../../../../src-main/core/ports.ts';
import { err, ok } from '../../../../src-main/core/result.ts';
import { changedProfile } from '../../../../src-main/deployment/change.ts';
import type { CheckedCounter } from '../../../../src-main/diagnostics/check-context.ts';
import { findCause } from '../../../../src-main/diagnostics/find-cause.ts';
import type { PartnerSession } from '../../../../src-main/exchange/session.ts';
import { systemClock } from '../../../../src-main/hosts/system-ports.ts';
import { sessionOf, startSigningService, type SigningService, type ScriptedAnswer } from '../partner-api/partner.ts';

const keyId = '00000000-0000-4000-8000-00000000000a';
const refusal = { status: 401, json: { code: 'invalid_credentials' } };

let service: SigningService;
let answers: (call: number) => ScriptedAnswer;
let waits: number[];

beforeEach(async () => {
  answers = () => refusal;
  waits = [];
  service = await startSigningService(() => answers(service.calls.length));
});
afterEach(() => service.close());

/** Waits take no time and are written down. */
function counter(part: Partial<CheckedCounter> = {}): CheckedCounter {
  let aheadMs = 0;
  const [wallMs, monotonicMs] = [systemClock.nowMs(), Math.floor(systemClock.monotonicMs())];
  const clock: Clock = {
    nowMs: () => wallMs + aheadMs,
    monotonicMs: () => monotonicMs + aheadMs,
    sleep: (ms) => {
      waits.push(ms);
      aheadMs += ms;
      return Promise.resolve();
    },
  };
  const session = sessionOf({ profile: service.profile, keyId, clock });
  const key = session.signingKey();
  if (key === null) throw new Error('no key');
  return {
    session,
    key: { state: 'active', key, hasEnded: () => false },
    acceptedBefore: false,
    tryForms: true,
    troubles: new Map(),
    limits: { calls: 12, apartMs: 1_000 },
    ...part,
  };
}

/** A service that is not on this machine, reached through a proxy on it. */
function throughProxy(session: PartnerSession): Pick<CheckedCounter, 'session'> {
  const { origin, host } = new URL(session.profile.baseUrl);
  const { request } = session.profile;
  const profile = {
    ...session.profile,
    baseUrl: 'https://partner.example',
    request: { ...request, seenAs: { scheme: 'http' as const, authority: host, pathPrefix: null } },
  };
  const transport: Transport = {
    exchange: (sent, options) =>
      session.transport.exchange({ ...sent, url: sent.url.replace('https://partner.example', origin) }, options),
  };
  return { session: { ...session, profile, transport } };
}

describe('a search for the cause', () => {
  it('makes no more calls than it may, a second apart', async () => {
    const counterNow = counter();
    const { clock } = counterNow.session;
    const begunMs = clock.monotonicMs();
    const found = await findCause(counterNow, AbortSignal.any([]));
    expect(clock.monotonicMs() - begunMs).toBeGreaterThan(10_000);
    expect(found).toMatchObject({ cause: 'form_unknown', calls: 12, changes: [] });
    // Ten variants after the two first: the fields of those, and none that was only planned.
    expect(found.fields).toEqual([
      'request.seenAs.authority',
      'request.emptyQuery',
      'request.encoding',
      'request.serviceDate',
      'request.label',
    ]);
    expect(found.evidence.map(({ kind }) => kind)).toContain('cutShort');
    expect(service.calls).toHaveLength(12);
    expect(new Set(service.calls)).toEqual(new Set(['POST /v1/diagnostics/signature', 'GET /v1/profile']));
    expect(waits.slice(1).every((ms) => ms > 0 && ms <= 1_000)).toBe(true);
  });

  it('knows an answer that something kept: it is older than the one before it', async () => {
    answers = (call) => (call === 1 ? { json: {} } : { json: {}, createdShiftSeconds: -1_200 });
    const { session, ...rest } = counter();
    let kept: ReturnType<Transport['exchange']> | null = null;
    const transport: Transport = {
      exchange: (sent, options) => {
        if (sent.method !== 'GET') return session.transport.exchange(sent, options);
        kept ??= session.transport.exchange(sent, options);
        return kept;
      },
    };
    const found = await findCause({ ...rest, session: { ...session, transport } }, AbortSignal.any([]));
    expect([found.cause, found.calls]).toEqual(['answer_changed', 3]);
    const age = found.evidence.find(({ kind }) => kind === 'keptAnswer')?.facts;
    // In whole seconds by two answers: a second may have begun between them, or several on a busy computer.
    expect(age?.seconds).toBeGreaterThan(1_100);
    expect(age?.seconds).toBeLessThanOrEqual(1_200);
  });

  it('takes a new nonce that the service knows for a request that was sent twice', async () => {
    answers = (call) => (call === 1 ? { status: 409, json: { code: 'replay_detected' } } : { json: {} });
    expect(await findCause(counter(), AbortSignal.any([]))).toMatchObject({ cause: 'request_repeated', calls: 2 });
  });

  it.each([
    ['certificate_expired', 'certificate_refused', 'certificateExpired'],
    ['certificate_of_another', 'certificate_refused', 'certificateOfAnother'],
    ['certificate_untrusted', 'certificate_refused', 'certificateUntrusted'],
    ['name_unknown', 'unreachable', 'nameUnknown'],
    ['connection_refused', 'unreachable', 'connectionRefused'],
    ['no_tls', 'unreachable', 'noTls'],
  ] as const)('tells people what the system said of a connection: %s', async (why, cause, evidence) => {
    const { session, ...rest } = counter();
    const transport: Transport = { exchange: () => Promise.resolve(err({ code: 'not_sent', why })) };
    const found = await findCause({ ...rest, session: { ...session, transport } }, AbortSignal.any([]));
    expect(found.cause).toBe(cause);
    expect(found.evidence).toContainEqual({ kind: evidence, facts: {} });
  });

  it('names both methods where something makes a GET of a POST', async () => {
    answers = () => ({ json: {} });
    const { session, ...rest } = counter();
    const transport: Transport = {
      exchange: (sent, options) => session.transport.exchange({ ...sent, method: 'GET', body: null }, options),
    };
    const found = await findCause({ ...rest, session: { ...session, transport } }, AbortSignal.any([]));
    expect(found.cause).toBe('request_changed');
    expect(found.evidence).toContainEqual({ kind: 'methodChanged', facts: {} });
  });

  it('ends at the first word to slow down', async () => {
    answers = (call) => (call > 5 ? { status: 429, json: { code: 'rate_limited' } } : refusal);
    expect(await findCause(counter(), AbortSignal.any([]))).toMatchObject({ cause: 'service_busy', calls: 6 });
  });

  it.each([
    [429, 'rate_limited'],
    [500, 'internal_error'],
  ])('asks nothing more once the first call met a %s', async (status, code) => {
    answers = () => ({ status, json: { code } });
    expect(await findCause(counter(), AbortSignal.any([]))).toMatchObject({ cause: 'service_busy', calls: 1 });
    expect(service.calls).toEqual(['POST /v1/diagnostics/signature']);
  });

  it('asks nothing while the service has asked this counter for rest', async () => {
    const resting = counter();
    resting.session.budget.restUntil(resting.session.clock.monotonicMs() + 30_000);
    expect(await findCause(resting, AbortSignal.any([]))).toMatchObject({ cause: 'service_busy', calls: 0 });
    expect(service.calls).toEqual([]);
  });

  it('ends where the network goes', async () => {
    answers = (call) => {
      if (call === 5) void service.close();
      return refusal;
    };
    expect(await findCause(counter(), AbortSignal.any([]))).toMatchObject({ cause: 'unreachable', calls: 6 });
  });

  it('ends with the counter', async () => {
    const closing = new AbortController();
    answers = (call) => {
      if (call === 4) closing.abort();
      return refusal;
    };
    const found = await findCause(counter(), closing.signal);
    expect([found.cause, found.calls]).toEqual(['stopped', 4]);
  });

  it('sends two calls without a signature where there is no key to sign with, to see how answers are written', async () => {
    expect(await findCause(counter({ key: { state: 'none' } }), AbortSignal.any([]))).toMatchObject({
      cause: 'no_key',
      calls: 2,
    });
    expect(service.calls).toEqual(['POST /v1/diagnostics/signature', 'GET /v1/profile']);
    expect(service.headers.flat().filter((line) => /^signature/i.test(line))).toEqual([]);
  });

  it('tries no other form with a key in use without the word of a person', async () => {
    const { session, ...rest } = counter({ tryForms: false });
    const inProduction = { ...rest, ...throughProxy(session) };
    expect(await findCause(inProduction, AbortSignal.any([]))).toMatchObject({ cause: 'word_needed', calls: 3 });
    expect(await findCause({ ...inProduction, tryForms: true }, AbortSignal.any([]))).toMatchObject({
      cause: 'form_unknown',
      calls: 12,
    });
    // One that waits for its activation is a key of that service too, and what it waits for is the likely cause.
    if (!('key' in rest.key)) throw new Error('no key');
    const awaiting = { ...inProduction, key: { ...rest.key, state: 'awaiting' as const } };
    const untried = await findCause(awaiting, AbortSignal.any([]));
    expect([untried.cause, untried.fields, untried.evidence.map(({ kind }) => kind)]).toEqual([
      'key_awaiting',
      [],
      expect.arrayContaining(['wordNeeded']),
    ]);
    expect(untried.calls).toBeLessThan(4);
    expect(await findCause({ ...awaiting, tryForms: true }, AbortSignal.any([]))).toMatchObject({
      cause: 'key_awaiting',
      calls: 12,
    });
  });

  it('sends no proof in another form to a service that is in use without the word of a person', async () => {
    const { session, ...rest } = counter({ tryForms: false });
    let proofs = 0;
    const steps = { state: 'submitted', waitsFor: 'proofForm', refusal: { code: 'key_proof_invalid' } } as const;
    const latest = {
      invitationId: randomUUID(),
      token: 'token',
      publicJwk: null,
      steps,
      proveAs: () => {
        proofs += 1;
        return Promise.resolve({ steps, failure: null });
      },
    };
    const waiting = { ...rest, ...throughProxy(session), key: { state: 'none' as const }, latest };
    expect(await findCause(waiting, AbortSignal.any([]))).toMatchObject({ cause: 'word_needed' });
    expect(proofs).toBe(0);
    expect(await findCause({ ...waiting, tryForms: true }, AbortSignal.any([]))).toMatchObject({ cause: 'proof_form' });
    expect(proofs).toBeGreaterThan(0);
  });

  it.each([
    [{ state: 'expired' }],
    [{ state: 'refused', refusal: { code: 'enrolment_refused', detail: 'revoked' } }],
    [{ state: 'refused', refusal: { code: 'key_duplicate' } }],
  ] as const)('says that an invitation is over: %j', async (steps) => {
    const latest = {
      invitationId: randomUUID(),
      token: 'token',
      publicJwk: null,
      steps,
      proveAs: () => Promise.reject(new Error('no proof')),
    };
    expect(await findCause(counter({ key: { state: 'none' }, latest }), AbortSignal.any([]))).toMatchObject({
      cause: 'invitation_over',
    });
  });

  it('stops sending proofs where the invitation is refused over them', async () => {
    let proofs = 0;
    const waits = { state: 'submitted', waitsFor: 'proofForm', refusal: { code: 'key_proof_invalid' } } as const;
    const ended = { state: 'refused', refusal: { code: 'invitation_invalid' } } as const;
    const latest = {
      invitationId: randomUUID(),
      token: 'token',
      publicJwk: null,
      steps: waits,
      proveAs: () => {
        proofs += 1;
        return Promise.resolve({ steps: proofs < 3 ? waits : ended, failure: null });
      },
    };
    expect(await findCause(counter({ key: { state: 'none' }, latest }), AbortSignal.any([]))).toMatchObject({
      cause: 'locked_out',
    });
    expect(proofs).toBe(3);
  });

  it('says that a gateway may have locked it out where it begins to refuse just as a form was found', async () => {
    const base = counter({ limits: { calls: 40, apartMs: 0 } });
    answers = (call) => (call === 4 ? { json: {} } : refusal);
    let calls = 0;
    const page = { status: 403, headers: [], body: new Uint8Array() };
    const transport: Transport = {
      exchange: (sent, options) =>
        (calls += 1) > 4 ? Promise.resolve(ok(page)) : base.session.transport.exchange(sent, options),
    };
    expect(await findCause({ ...base, session: { ...base.session, transport } }, AbortSignal.any([]))).toMatchObject({
      cause: 'locked_out',
      changes: [],
      calls: 5,
    });
  });

  it.each([
    [403, 'locked_out'],
    [401, 'locked_out'],
    [429, 'service_busy'],
    [503, 'service_busy'],
  ] as const)('ends where something in front of the service begins to refuse: %i', async (status, cause) => {
    const base = counter({ limits: { calls: 40, apartMs: 0 } });
    let calls = 0;
    const page = {
      status,
      headers: [['Content-Type', 'text/html']] as const,
      body: new TextEncoder().encode('<html></html>'),
    };
    const transport: Transport = {
      exchange: (sent, options) =>
        (calls += 1) > 5 ? Promise.resolve(ok(page)) : base.session.transport.exchange(sent, options),
    };
    expect(await findCause({ ...base, session: { ...base.session, transport } }, AbortSignal.any([]))).toMatchObject({
      cause,
      calls: 6,
    });
  });

  it.each([
    'Too many failed attempts',
    'This key is locked for an hour',
    'Key temporarily blocked',
    'Account locked out',
  ])('ends where a refusal begins to speak of a lock: %s', async (detail) => {
    answers = (call) => ({
      status: 401,
      json: { code: 'invalid_credentials', ...(call > 5 ? { detail } : { detail: 'not valid' }) },
    });
    expect(await findCause(counter({ limits: { calls: 40, apartMs: 0 } }), AbortSignal.any([]))).toMatchObject({
      cause: 'locked_out',
      calls: 6,
    });
    answers = () => ({ status: 401, json: { code: 'invalid_credentials', detail } });
    expect(await findCause(counter({ limits: { calls: 40, apartMs: 0 } }), AbortSignal.any([]))).toMatchObject({
      cause: 'locked_out',
      calls: 2,
    });
  });

  it.each([
    [403, 'account_inactive'],
    [403, 'binding_not_authorized'],
    [423, 'key_locked'],
    [401, 'invitation_invalid'],
  ])('ends where the service begins to refuse in another way: %i %s', async (status, code) => {
    answers = (call) => (call > 5 ? { status, json: { code } } : refusal);
    const found = await findCause(counter({ limits: { calls: 40, apartMs: 0 } }), AbortSignal.any([]));
    expect(found.cause).toBe('locked_out');
    expect(found.calls).toBeLessThanOrEqual(7);
  });

  it('keeps what a refusal spoke of once it speaks of something else', async () => {
    const about = (detail: string): ScriptedAnswer => ({ status: 401, json: { code: 'invalid_credentials', detail } });
    answers = () => {
      const headers = service.headers.at(-1)?.join('\n') ?? '';
      if (!/X-Service-Date\n\d{10}\n/i.test(headers)) return about('X-Service-Date is not in the right form');
      return headers.includes('sig=(') ? { json: {} } : about('no signature with the label of this service');
    };
    const found = await findCause(counter({ limits: { calls: 40, apartMs: 0 } }), AbortSignal.any([]));
    expect([found.cause, ...found.changes.map(({ path, to }) => [path, to])]).toEqual([
      'profile',
      ['request.serviceDate', 'unix'],
      ['request.label', 'sig'],
    ]);
    expect(found.calls).toBeLessThan(15);
  });

  it('says that the key is the likely cause where this profile was accepted before', async () => {
    expect((await findCause(counter({ acceptedBefore: true }), AbortSignal.any([]))).cause).toBe('key_not_accepted');
    expect(
      (
        await findCause(counter({ limits: { calls: 4, apartMs: 0 }, acceptedBefore: true }), AbortSignal.any([]))
      ).evidence.map(({ kind }) => kind),
    ).toContain('acceptedBefore');
  });

  it("goes by the service's time for the end of the key, as the calls taught it", async () => {
    let calls = 0;
    const base = counter();
    if (!('key' in base.key)) throw new Error('no key');
    const found = await findCause(
      { ...base, key: { ...base.key, hasEnded: () => (calls = service.calls.length) === 2 } },
      AbortSignal.any([]),
    );
    expect([found.cause, calls]).toEqual(['key_over', 2]);
  });

  it.each([
    ['order', 'refused', 'order_form', 'request.components.orderMutation'],
    ['reveal', 'refused', 'reveal_form', 'request.components.bodylessNonceMutation'],
    ['nextPage', 'refused', 'cursor_form', 'request.cursorEncoding'],
    ['order', 'uncovered', 'answer_uncovered', 'answer.kinds.orderMutation'],
    ['reveal', 'uncovered', 'answer_uncovered', 'answer.kinds.bodylessNonceMutation'],
  ] as const)("names what only people's own calls show: %s %s", async (form, trouble, cause, field) => {
    answers = () => ({ json: {} });
    const found = await findCause(counter({ troubles: new Map([[form, trouble]]) }), AbortSignal.any([]));
    expect([found.cause, found.fields[0], found.calls]).toEqual([cause, field, 2]);
  });

  it.each([
    ['no_wallet', { json: { items: [] } }],
    ['none', { json: { items: [], nextCursor: 'more' } }],
    ['service_form', { json: { items: [{ what: 'nobody can read' }] } }],
    ['service_form', { json: { other: 1 } }],
    ['service_form', { status: 410, json: { code: 'wallets_retired' } }],
    ['request_repeated', { status: 409, json: { code: 'replay_detected' } }],
    ['access_withdrawn', { status: 403, json: { code: 'account_inactive' } }],
    ['service_busy', { status: 503, json: { code: 'dependency_unavailable' } }],
    ['none', { status: 200, json: { items: [] }, createdShiftSeconds: -1_200 }],
  ] as const)('reads the wallets where nothing else is wrong: %s, %j', async (cause, wallets) => {
    answers = () => (service.calls.at(-1) === 'GET /v1/wallets' ? wallets : { json: {} });
    const found = await findCause(counter(), AbortSignal.any([]));
    expect(found.cause).toBe(cause);
    // Where all is well it looks whether that stays so.
    if (cause === 'none') expect(found.calls).toBe(6);
    expect(found.evidence.some(({ kind }) => kind === 'walletsNone')).toBe(cause === 'no_wallet');
    expect(service.calls[2]).toBe('GET /v1/wallets');
  });

  describe('where reads cover a header that the diagnostic does not, and are refused alone', () => {
    const withLanguage = ['@method', '@authority', '@path', '@query', 'x-service-date', 'accept-language'] as const;
    const found = (detail: string, safeRead: readonly string[] = withLanguage, ofOthers = 'A component is missing') => {
      const { session, ...rest } = counter({ limits: { calls: 40, apartMs: 0 } });
      const profile = changedProfile(session.profile, [{ path: 'request.components.safeRead', to: safeRead }]);
      if (profile === null) throw new Error('no profile');
      answers = (call) =>
        service.calls.at(-1)?.startsWith('GET') === true
          ? {
              status: 401,
              json: { code: 'invalid_credentials', detail: call > 2 && call % 2 === 0 ? ofOthers : detail },
            }
          : { json: {} };
      return findCause({ ...rest, session: { ...session, profile } }, AbortSignal.any([]));
    };

    it('says that it is changed on the way, once no form is accepted and the signature alone is wrong', async () => {
      const { cause, evidence } = await found('The signature does not verify');
      expect(cause).toBe('request_changed');
      expect(evidence).toContainEqual({ kind: 'changedOnTheWay', facts: { component: 'accept-language' } });
    });

    it('names each of several with a comma between, for readers of the command line', async () => {
      const { evidence } = await found('The signature does not verify', [...withLanguage, 'accept']);
      const several = { kind: 'changedOnTheWay', facts: { component: 'accept-language, accept' } };
      expect(evidence).toContainEqual(several);
    });

    it.each([
      ['nothing is said of the signature', 'Not valid', withLanguage],
      ['the list may be wrong', 'The covered components of the signature differ', withLanguage],
      ['the address may be seen otherwise', 'The signature does not verify', [...withLanguage, '@scheme']],
      ['reads cover no header of their own', 'The signature does not verify', withLanguage.slice(0, -1)],
      ['it says so of every form', 'Bad signature', withLanguage, 'Bad signature'],
    ])('does not say so where %s', async (_, detail, safeRead, ofOthers = 'A component is missing') => {
      expect((await found(detail, safeRead, ofOthers)).cause).toBe('form_unknown');
    });
  });

  describe('where reads are accepted and calls with a body are not', () => {
    beforeEach(() => {
      answers = () => (service.calls.at(-1)?.startsWith('GET') === true ? { json: {} } : refusal);
    });

    it('says that bodies are changed only where these very settings were accepted before', async () => {
      const found = await findCause(
        counter({ acceptedBefore: true, limits: { calls: 60, apartMs: 0 } }),
        AbortSignal.any([]),
      );
      expect(found).toMatchObject({ cause: 'body_changed', fields: [] });
      expect(found.evidence.map(({ kind }) => kind)).toContain('acceptedBefore');
    });

    it.each([
      ['request_changed', 'The signature does not verify'],
      ['body_changed', 'Content-Digest is not the digest of the body, so the signature says nothing'],
    ])('says what is changed as far as the service does: %s', async (cause, detail) => {
      answers = () =>
        service.calls.at(-1)?.startsWith('GET') === true
          ? { json: {} }
          : { status: 401, json: { code: 'invalid_credentials', detail } };
      const found = await findCause(counter({ acceptedBefore: true }), AbortSignal.any([]));
      expect(found).toMatchObject({ cause, calls: 4 });
    });

    it('else names the fields it tried, two at a time as well', async () => {
      const found = await findCause(counter({ limits: { calls: 60, apartMs: 0 } }), AbortSignal.any([]));
      expect(found).toMatchObject({ cause: 'form_unknown', calls: 60 });
      expect(found.fields).toContain('request.digest');
    });

    it('does not say so where the search was cut short', async () => {
      expect(await findCause(counter({ limits: { calls: 7, apartMs: 0 } }), AbortSignal.any([]))).toMatchObject({
        cause: 'form_unknown',
        fields: ['request.digest', 'request.parameters'],
      });
    });
  });

  it.each([
    [
      'headers.x-service-date',
      { errors: [{ pointer: '/headers/x-service-date' }] },
      'request.serviceDate',
      /x-service-date\n\d{4}-/i,
    ],
    ['Nonce, named beside the code', { field: 'Nonce' }, 'request.nonce', /^nonce\n\w{8}-/im],
    [
      'Content-Digest, named as a header',
      { errors: [{ header: 'Content-Digest' }] },
      'request.digest',
      /^content-digest\nsha-256=[^,]*$/im,
    ],
  ])('tries other forms of the field that the service names: %s', async (_, fault, field, form) => {
    answers = () =>
      form.test(service.headers.at(-1)?.join('\n') ?? '')
        ? { status: 422, json: { code: 'validation_failed', ...fault } }
        : { json: {} };
    const found = await findCause(counter({ limits: { calls: 60, apartMs: 0 } }), AbortSignal.any([]));
    expect([found.cause, found.changes.map(({ path }) => path)]).toEqual(['profile', [field]]);
  });

  it('takes the first form that is accepted, confirms it, and says what it was and becomes', async () => {
    answers = () => (service.headers.at(-1)?.join('\n').includes('sig=(') === true ? { json: {} } : refusal);
    const found = await findCause(counter({ limits: { calls: 60, apartMs: 0 } }), AbortSignal.any([]));
    expect(found.cause).toBe('profile');
    expect(found.changes).toHaveLength(1);
    expect(found.changes[0]?.from).not.toEqual(found.changes[0]?.to);
    expect(found.evidence.at(-2)).toEqual({ kind: 'confirmed', facts: {} });
  });
});
