import { describe, expect, it, onTestFinished } from 'vitest';
import type { Transport, TransportFault } from '../../../../src-main/core/ports.ts';
import { err, ok, type Result } from '../../../../src-main/core/result.ts';
import { createBackground } from '../../../../src-main/exchange/background.ts';
import {
  exchangeKept,
  type ExchangeContext,
  type ExchangeOutcome,
  type ExchangeStep,
  type KeptExchange,
  type SealedAnswer,
} from '../../../../src-main/exchange/exchange-kept.ts';
import { decodeAnswer, type UnverifiedSize } from '../../../../src-main/exchange/kept-answer.ts';
import type { JournalTransaction } from '../../../../src-main/journal/journal.ts';
import { generatePrivateKey, signingKey } from '../../../../src-main/signatures/keys.ts';
import type { SealedRecord } from '../../../../src-main/vault/vault.ts';
import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { profileOf, sessionOf, startSigningService, type ScriptedAnswer } from '../partner-api/partner.ts';

const draft = { operation: 'runPartnerSignatureDiagnostic', body: new TextEncoder().encode('{}') } as const;
const allSteps: readonly ExchangeStep[] = [
  'sealing-proved',
  'attempt-recorded',
  'request-written',
  'answer-received',
  'answer-sealed',
  'answer-judged',
];
const failure: Failure = { code: 'journal_not_writable', detail: 'no_space' };

/** What each of the parts does where it does not do what it should. */
interface Faults {
  readonly prove?: Failure;
  readonly reserve?: Failure;
  readonly recordStart?: Failure;
  readonly transaction?: Failure;
  readonly transport?: Transport;
}

/** A vault and a journal in memory, and all that was done with them in its order. */
function parts(session: ExchangeContext['session'], faults: Faults = {}) {
  const done: string[] = [];
  const filed = new Map<string, SealedRecord>();
  const plaintexts: Uint8Array[] = [];
  const releases: (number | undefined)[] = [];
  const tx = {
    fileSealed: (id, record) => {
      filed.set(id, record);
      return { id, sha256: 'of-it' };
    },
  } as Pick<JournalTransaction, 'fileSealed'> as JournalTransaction;
  const context: ExchangeContext = {
    session: faults.transport === undefined ? session : { ...session, transport: faults.transport },
    vault: {
      prove: () => (faults.prove === undefined ? ok(undefined) : err(faults.prove)),
      seal: (_identity, plaintext) => {
        plaintexts.push(plaintext);
        return { ciphertext: Uint8Array.from(plaintext), wrappedKey: new Uint8Array(0) };
      },
    },
    journal: {
      reserve: () =>
        faults.reserve === undefined
          ? ok({ release: (lateMs?: number) => void releases.push(lateMs) })
          : err(faults.reserve),
      transaction: <T>(write: (given: JournalTransaction) => T): Result<T, Failure> =>
        faults.transaction === undefined ? ok(write(tx)) : err(faults.transaction),
    },
  };
  const steps: ExchangeStep[] = [];
  const recorded: SealedAnswer[] = [];
  const question = (changes: Partial<KeptExchange> = {}): KeptExchange => ({
    draft,
    sealedId: 'answer:1',
    unverified: () => [],
    recordStart: () => {
      done.push('start');
      return faults.recordStart === undefined ? ok(undefined) : err(faults.recordStart);
    },
    recordSealed: (_tx, answer) => void recorded.push(answer),
    step: (step) => steps.push(step),
    ...changes,
  });
  return { context, question, steps, recorded, filed, plaintexts, releases, done };
}

async function across(answer: ScriptedAnswer = { json: { ok: true } }) {
  const service = await startSigningService(() => answer);
  onTestFinished(() => service.close());
  return { service, session: sessionOf({ profile: service.profile }) };
}

const offline = () => sessionOf({ profile: profileOf({ baseUrl: 'https://service.test' }) });
const failing = (code: TransportFault['code']): Transport => ({ exchange: () => Promise.resolve(err({ code })) });

describe('a kept exchange', () => {
  it('takes each step after the one before, and gives what the answer came to', async () => {
    const { session, service } = await across({ status: 403, json: { code: 'insufficient_scope' } });
    const { context, question, steps, recorded, releases } = parts(session);
    const outcome = await exchangeKept(context, question());
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        kind: 'kept',
        sealed: { id: 'answer:1', sha256: 'of-it' },
        httpStatus: 403,
        judged: { kind: 'verified' },
      },
    });
    expect(steps).toEqual(allSteps);
    expect(recorded).toMatchObject([{ sealed: { id: 'answer:1', sha256: 'of-it' }, httpStatus: 403 }]);
    expect(releases).toEqual([0]);
    expect(service.calls).toHaveLength(1);
  });

  it('seals the answer with its request, and leaves nothing of what was sealed', async () => {
    const { session } = await across();
    const { context, question, filed, plaintexts, recorded } = parts(session);
    const beforeMs = session.clock.nowMs();
    await exchangeKept(context, question());
    const kept = decodeAnswer(filed.get('answer:1')?.ciphertext ?? new Uint8Array(0));
    expect(kept).toMatchObject({ request: { operation: draft.operation }, raw: { status: 200 } });
    expect(new TextDecoder().decode(kept?.raw.body)).toBe('{"ok":true}');
    expect(kept?.receivedAtMs).toBeGreaterThanOrEqual(beforeMs);
    expect(recorded[0]?.bytes).toBe(filed.get('answer:1')?.ciphertext.byteLength);
    expect(plaintexts.map((bytes) => bytes.some((byte) => byte !== 0))).toEqual([false]);
  });

  it.each<readonly [string, Faults, readonly ExchangeStep[], readonly string[], readonly number[]]>([
    ['the vault cannot seal', { prove: { code: 'sealing_unsafe' } }, [], [], []],
    ['there is no room for an answer', { reserve: failure }, ['sealing-proved'], [], []],
    ['the attempt cannot be recorded', { recordStart: failure }, ['sealing-proved'], ['start'], [0]],
  ])('leaves nothing where %s', async (_name, faults, expected, recorded, released) => {
    const { session, service } = await across();
    const { context, question, steps, done, releases } = parts(session, faults);
    expect(await exchangeKept(context, question())).toEqual({
      ok: false,
      error: faults.prove ?? faults.reserve ?? faults.recordStart,
    });
    expect([steps, done, releases, service.calls]).toEqual([expected, recorded, released, []]);
  });

  it('says where the answer could not be filed', async () => {
    const { session } = await across();
    const { context, question, steps, releases } = parts(session, { transaction: failure });
    expect(await exchangeKept(context, question())).toEqual({ ok: false, error: failure });
    expect([steps, releases]).toEqual([allSteps.slice(0, 4), [0]]);
  });

  it('is signed with the key that it names, or with the one in use', async () => {
    const { session, service } = await across();
    const { context, question } = parts(session);
    const own = signingKey('00000000-0000-4000-8000-00000000000b', generatePrivateKey());
    await exchangeKept(context, question({ key: own }));
    await exchangeKept(context, question());
    const named = service.headers.map((lines) => lines.some((line) => line.includes(own.keyId)));
    expect(named).toEqual([true, false]);
  });
});

describe('a kept exchange that no answer comes to', () => {
  const background = createBackground(() => undefined);
  const late = { background, take: () => undefined };

  it.each<readonly [string, TransportFault['code'], Partial<KeptExchange>, number]>([
    ['gives its room back at once', 'answer_timeout', {}, 0],
    ['keeps its room for ten minutes where a late answer is taken', 'answer_timeout', { late }, 600_000],
    ['gives its room back where none can come any more', 'connection_lost', { late }, 0],
  ])('%s', async (_name, code, changes, releasedMs) => {
    const { context, question, steps, releases } = parts(offline(), { transport: failing(code) });
    expect(await exchangeKept(context, question(changes))).toEqual({
      ok: true,
      value: { kind: 'unanswered', fault: { code } },
    });
    expect([steps, releases]).toEqual([['sealing-proved', 'attempt-recorded'], [releasedMs]]);
  });

  it('keeps the one that comes late, tells what it came to and gives its room back', async () => {
    const { session } = await across();
    const taken: Result<ExchangeOutcome, Failure>[] = [];
    const stopping: AbortSignal[] = [];
    /** Waits no time for the answer, and hands it on as a late one. */
    const slow: Transport = {
      exchange: async (request, options) => {
        const answer = await session.transport.exchange(request, { waitMs: 5_000, maxBytes: 1_000_000 });
        if (answer.ok && options.late !== undefined) {
          stopping.push(options.late.signal);
          options.late.take(answer.value);
        }
        return err({ code: 'answer_timeout' });
      },
    };
    const { context, question, steps, releases } = parts(session, { transport: slow });
    const waiting = new Promise<void>((resolve) => {
      const take = (outcome: Result<ExchangeOutcome, Failure>): void => {
        taken.push(outcome);
        resolve();
      };
      void exchangeKept(context, question({ late: { background, take } }));
    });
    await waiting;
    await new Promise((resolve) => setImmediate(resolve));
    expect(taken).toMatchObject([{ ok: true, value: { kind: 'kept', judged: { kind: 'verified' } } }]);
    expect(stopping).toEqual([background.signal]);
    expect(steps.slice(-2)).toEqual(['answer-sealed', 'answer-judged']);
    expect(releases).toEqual(expect.arrayContaining([600_000, undefined]));
  });

  it('has nobody told of a late one where nobody takes it', async () => {
    const options: unknown[] = [];
    const transport: Transport = {
      exchange: (_request, given) => {
        options.push(given.late);
        return Promise.resolve(err({ code: 'answer_timeout' }));
      },
    };
    const { context, question } = parts(offline(), { transport });
    await exchangeKept(context, question());
    expect(options).toEqual([undefined]);
  });
});

describe('a kept exchange beyond the quota', () => {
  const full = (): readonly UnverifiedSize[] =>
    Array.from({ length: 24 }, () => ({ reason: 'unknown_key', sealedBytes: 10 }));

  it('does not keep an answer that cannot be verified, and says what it is', async () => {
    const { session } = await across({ json: {}, unbound: true });
    const { context, question, steps, filed } = parts(session);
    expect(await exchangeKept(context, question({ unverified: full }))).toMatchObject({
      ok: true,
      value: { kind: 'notKept', judged: { kind: 'unverified', reason: 'not_bound' }, httpStatus: 200 },
    });
    expect([steps, filed.size]).toEqual([allSteps.slice(0, 4), 0]);
  });

  it('keeps one that can', async () => {
    const { session } = await across();
    const { context, question, steps, filed } = parts(session);
    expect(await exchangeKept(context, question({ unverified: full }))).toMatchObject({
      ok: true,
      value: { kind: 'kept', judged: { kind: 'verified' } },
    });
    expect([steps, filed.size]).toEqual([allSteps, 1]);
  });

  it('is where answers are kept that cannot be verified, too, up to then', async () => {
    const { session } = await across({ json: {}, unbound: true });
    const { context, question, filed } = parts(session);
    expect(await exchangeKept(context, question())).toMatchObject({
      ok: true,
      value: { kind: 'kept', judged: { kind: 'unverified', reason: 'not_bound' } },
    });
    expect([filed.size, session.arrivals.has('answer:1')]).toEqual([1, true]);
  });
});
