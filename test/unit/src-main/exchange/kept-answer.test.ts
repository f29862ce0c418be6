import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ok } from '../../../../src-main/core/result.ts';
import { countersignatureOf } from '../../../../src-main/exchange/countersignature.ts';
import { judgeSealedAnswer } from '../../../../src-main/exchange/judge-answer.ts';
import {
  decodeAnswer,
  encodeAnswer,
  judgeKept,
  reopen,
  reopenWithKeys,
  type KeptAnswer,
} from '../../../../src-main/exchange/kept-answer.ts';
import { prepare, send } from '../../../../src-main/exchange/send.ts';
import type { PartnerSession } from '../../../../src-main/exchange/session.ts';
import type { VerifyingKey } from '../../../../src-main/signatures/keys.ts';
import type { SealedRecord } from '../../../../src-main/vault/vault.ts';
import { projectRoot } from '../../../support/project.ts';
import { sessionOf, startSigningService, type ScriptedAnswer } from '../partner-api/partner.ts';

const requestBody = '{"a":1}';
const hourMs = 3_600_000;
/** What could be of any time: only its age says that it is fresh. */
const unbound: ScriptedAnswer = { json: { ok: true }, unbound: true };

interface Came {
  readonly session: PartnerSession;
  readonly kept: KeptAnswer;
}

/** One call that was answered, by a service of its own. */
async function came(answer: ScriptedAnswer = { json: { ok: true } }, body: string = requestBody): Promise<Came> {
  const service = await startSigningService(() => answer);
  onTestFinished(() => service.close());
  const { profile } = service;
  const session = sessionOf({
    profile: answer.unbound === true ? { ...profile, answer: { ...profile.answer, binding: [] } } : profile,
  });
  const prepared = prepare(session, {
    operation: 'runPartnerSignatureDiagnostic',
    body: new TextEncoder().encode(body),
  });
  const sent = await send(session, prepared);
  if (!sent.ok) throw new Error(sent.error.code);
  return { session, kept: { request: prepared, raw: sent.value.raw, receivedAtMs: Date.now() } };
}

const keysOf = ({ session, kept }: Came) => session.serviceKeys.lookupAt(kept.receivedAtMs);

describe('an answer that is kept', () => {
  let kept: KeptAnswer;

  beforeEach(() => {
    kept = {
      request: { operation: 'getPartnerWallets', url: 'https://service.test/v1/wallets', headers: [['nonce', 'n-1']] },
      raw: {
        status: 200,
        headers: [
          ['content-type', 'application/json'],
          ['x-a', 'ب'],
        ],
        body: Uint8Array.of(0, 1, 255),
      },
      receivedAtMs: 1_700_000_000_000,
    };
  });

  it('comes back as it was, in memory of its own', () => {
    const back = decodeAnswer(encodeAnswer(kept));
    expect(back).toEqual(kept);
    expect(back?.raw.body.buffer.byteLength).toBe(3);
  });

  it('leaves nothing of its body in memory that others share', () => {
    const secret = Uint8Array.from({ length: 64 }, (_, index) => 255 - index);
    const held = (shared: ArrayBufferLike): boolean => Buffer.from(shared).includes(Buffer.from(secret.buffer));
    const pool = (): ArrayBufferLike => Buffer.allocUnsafe(1).buffer;
    const before = pool();
    expect(decodeAnswer(encodeAnswer({ ...kept, raw: { ...kept.raw, body: secret } }))?.raw.body).toEqual(secret);
    expect([before, pool()].map(held)).toEqual([false, false]);
  });

  it('is read as the first version wrote it', () => {
    const text =
      '{"version":1,"operation":"getPartnerWallets","url":"https://service.test/v1/wallets","requestHeaders":[["nonce","n-1"]],"status":200,' +
      '"headers":[["content-type","application/json"],["x-a","ب"]],"body":"AAH/","receivedAtMs":1700000000000}';
    expect(decodeAnswer(new TextEncoder().encode(text))).toEqual(kept);
    expect(new TextDecoder().decode(encodeAnswer(kept))).toBe(text);
  });

  it('is of its own part of a shared buffer', () => {
    const shared = Uint8Array.of(9, 9, 0, 1, 255, 9);
    expect(decodeAnswer(encodeAnswer({ ...kept, raw: { ...kept.raw, body: shared.subarray(2, 5) } }))).toEqual(kept);
  });

  it.each([
    ['version', 2],
    ['operation', 'toString'],
    ['operation', 7],
    ['url', null],
    ['requestHeaders', [['nonce']]],
    ['requestHeaders', [['nonce', 1]]],
    ['status', '200'],
    ['status', 200.5],
    ['headers', {}],
    ['body', '!!'],
    ['receivedAtMs', '1'],
  ])('is none where its %s is %j', (member, value) => {
    const document: unknown = JSON.parse(new TextDecoder().decode(encodeAnswer(kept)));
    expect(
      decodeAnswer(new TextEncoder().encode(JSON.stringify({ ...(document as object), [member]: value }))),
    ).toBeNull();
  });

  it('is none in bytes that are no JSON', () => {
    for (const text of ['', '{', '[]', 'null']) expect(decodeAnswer(new TextEncoder().encode(text))).toBeNull();
  });
});

describe('judging it again', () => {
  it('verifies it as of the moment it came, however long ago that was', async () => {
    const { session, kept } = await came({ ...unbound, createdShiftSeconds: -24 * 3_600 });
    const old = { ...kept, receivedAtMs: kept.receivedAtMs - 24 * hourMs };
    expect(judgeKept(session, old).kind).toBe('verified');
    expect(judgeKept(session, kept)).toMatchObject({ kind: 'unverified', reason: 'stale' });
  });

  it('asks for the keys of that time', async () => {
    const { session, kept } = await came();
    const asked: number[] = [];
    const serviceKeys: PartnerSession['serviceKeys'] = {
      ...session.serviceKeys,
      lookupAt: (atMs) => {
        asked.push(atMs);
        return () => undefined;
      },
    };
    expect(judgeKept({ ...session, serviceKeys }, kept)).toMatchObject({ kind: 'unverified', reason: 'unknown_key' });
    expect(asked).toEqual([kept.receivedAtMs]);
  });

  it('counts the offset of the clocks that was learned since', async () => {
    const { session, kept } = await came({ ...unbound, createdShiftSeconds: 2 * 3_600 });
    expect(judgeKept(session, kept).kind).toBe('unverified');
    const serviceClock = { ...session.serviceClock, offsetMs: () => 2 * hourMs };
    expect(judgeKept({ ...session, serviceClock }, kept).kind).toBe('verified');
  });

  it("of this run goes by how long ago it came, though the machine's clock was put right since", async () => {
    const { session, kept } = await came(unbound);
    const sealed = { ...kept, receivedAtMs: kept.receivedAtMs + 5 * hourMs };
    expect(judgeKept(session, sealed, 'answer').kind).toBe('unverified');
    session.arrivals.set('answer', { monotonicMs: session.clock.monotonicMs(), greatestCreatedSeconds: 0 });
    expect(judgeKept(session, sealed, 'answer').kind).toBe('verified');
    expect(judgeKept(session, sealed, 'another').kind).toBe('unverified');
    session.arrivals.set('answer', {
      monotonicMs: session.clock.monotonicMs() - 5 * hourMs,
      greatestCreatedSeconds: 0,
    });
    expect(judgeKept(session, sealed, 'answer').kind).toBe('unverified');
    const old = await came({ ...unbound, createdShiftSeconds: -5 * 3_600 });
    old.session.arrivals.set('answer', {
      monotonicMs: old.session.clock.monotonicMs() - 5 * hourMs,
      greatestCreatedSeconds: 0,
    });
    expect(judgeKept(old.session, old.kept, 'answer').kind).toBe('verified');
  });

  it('is never before the latest time that the service had signed by then, unless that was taken back', async () => {
    const { session, kept } = await came(unbound);
    const laterSeconds = Math.floor(Date.now() / 1000) + 5 * 3_600;
    session.arrivals.set('answer', { monotonicMs: session.clock.monotonicMs(), greatestCreatedSeconds: laterSeconds });
    expect(judgeKept(session, kept, 'answer').kind).toBe('verified');
    const serviceClock = { ...session.serviceClock, greatestCreatedSeconds: () => laterSeconds };
    expect(judgeKept({ ...session, serviceClock }, kept, 'answer')).toMatchObject({
      kind: 'unverified',
      reason: 'stale',
    });
    expect(judgeKept({ ...session, serviceClock }, kept).kind).toBe('verified');
  });

  it('remembers when it came where it could not be verified, and only there', async () => {
    const { session, kept } = await came({ ...unbound, createdShiftSeconds: -24 * 3_600 });
    const prepared = prepare(session, {
      operation: 'runPartnerSignatureDiagnostic',
      body: new TextEncoder().encode(requestBody),
    });
    const receivedAtMs = session.clock.monotonicMs();
    const exchanged = { raw: kept.raw, exchange: { sentAtMs: receivedAtMs - 5, receivedAtMs }, keyId: null };
    expect((await judgeSealedAnswer(session, prepared, exchanged, 'answer')).kind).toBe('unverified');
    expect(session.arrivals.get('answer')).toEqual({ monotonicMs: receivedAtMs, greatestCreatedSeconds: 0 });
    const fine = await came();
    const request = { ...prepared, ...fine.kept.request };
    await judgeSealedAnswer(fine.session, request, { ...exchanged, raw: fine.kept.raw }, 'answer');
    expect(fine.session.arrivals.size).toBe(0);
  });
});

describe('opened and judged again', () => {
  const record: SealedRecord = { ciphertext: Uint8Array.of(1), wrappedKey: Uint8Array.of(2) };
  const from = (session: PartnerSession, plaintext: Uint8Array | null) => ({
    session,
    journal: { sealed: () => (plaintext === null ? null : record) },
    vault: { unseal: () => ok(Uint8Array.from(plaintext ?? [])) },
  });

  it('is what came, judged by when it came in this run', async () => {
    const { session, kept } = await came(unbound);
    const late = encodeAnswer({ ...kept, receivedAtMs: kept.receivedAtMs + 5 * hourMs });
    expect(reopen(from(session, late), 'answer')).toMatchObject({ ok: true, value: { judged: { reason: 'stale' } } });
    session.arrivals.set('answer', { monotonicMs: session.clock.monotonicMs(), greatestCreatedSeconds: 0 });
    const reopened = reopen(from(session, late), 'answer');
    expect(reopened).toMatchObject({ ok: true, value: { raw: { status: 200 }, judged: { kind: 'verified' } } });
  });

  it.each([
    ['after the key set was read again where its key is unknown', true, 'verified', 1],
    ['as it is where the key set cannot be read', false, 'unverified', 1],
  ])('is judged %s', async (_, refreshes, kind, reads) => {
    const { session, kept } = await came();
    const { lookupAt } = session.serviceKeys;
    let read = 0;
    const serviceKeys: PartnerSession['serviceKeys'] = {
      ...session.serviceKeys,
      lookupAt: (atMs) => (read > 0 ? lookupAt(atMs) : () => undefined),
      refresh: () => {
        read += 1;
        return Promise.resolve(refreshes);
      },
    };
    const context = from({ ...session, serviceKeys }, encodeAnswer(kept));
    expect(reopen(context, 'answer')).toMatchObject({ ok: true, value: { judged: { reason: 'unknown_key' } } });
    expect(await reopenWithKeys(context, 'answer')).toMatchObject({ ok: true, value: { judged: { kind } } });
    expect(read).toBe(reads);
  });

  it('is none where it does not open', async () => {
    const { session } = await came();
    const missing = { ok: false, error: { code: 'codes_unavailable', detail: 'answer_missing' } };
    expect(reopen(from(session, null), 'answer')).toEqual(missing);
    expect(await reopenWithKeys(from(session, null), 'answer')).toEqual(missing);
  });

  it('is so here and nowhere else', () => {
    const files = globSync('src-main/**/*.ts', { cwd: projectRoot }).filter((file) => !file.includes('/exchange/'));
    const opens = (file: string): boolean =>
      /\b(encodeAnswer|decodeAnswer|judgeKept|hasRoomFor)\b/.test(readFileSync(join(projectRoot, file), 'utf8'));
    expect(files.filter(opens)).toEqual([]);
  });
});

describe('what it says of the body that it answers', () => {
  it('is that the service signed for it', async () => {
    const one = await came();
    expect(countersignatureOf(one.kept, requestBody, keysOf(one), one.session.profile)).toBe('signed');
    expect(countersignatureOf(one.kept, '{"a":2}', keysOf(one), one.session.profile)).toBe('body_differs');
  });

  it('does not age, nor hold to what the profile requires now', async () => {
    const one = await came({ json: { ok: true }, createdShiftSeconds: -24 * 3_600 });
    expect(countersignatureOf(one.kept, requestBody, keysOf(one), one.session.profile)).toBe('signed');
  });

  it('ends where the key is not known, or the answer is another one', async () => {
    const one = await came();
    expect(countersignatureOf(one.kept, requestBody, () => undefined, one.session.profile)).toBe('unknown_key');
    const { raw } = one.kept;
    const other = await came();
    const stranger = (): VerifyingKey | undefined => keysOf(other)('service-1');
    expect(countersignatureOf(one.kept, requestBody, stranger, one.session.profile)).toBe('answer_differs');
    expect(
      countersignatureOf({ ...one.kept, raw: { ...raw, status: 201 } }, requestBody, keysOf(one), one.session.profile),
    ).toBe('answer_differs');
    expect(
      countersignatureOf(
        { ...one.kept, raw: { ...raw, body: Uint8Array.of(1) } },
        requestBody,
        keysOf(one),
        one.session.profile,
      ),
    ).toBe('answer_differs');
  });

  it.each([
    ['that of the request', ' "content-digest";req'],
    ['its own', ' "content-digest"'],
  ])('is nothing where the answer does not cover both digests: without %s', async (_, component) => {
    const one = await came();
    const bare = one.kept.raw.headers.map(
      ([name, value]) =>
        [
          name,
          name.toLowerCase() === 'signature-input' ? value.replace(new RegExp(`${component}(?=[ )])`), '') : value,
        ] as const,
    );
    expect(
      countersignatureOf(
        { ...one.kept, raw: { ...one.kept.raw, headers: bare } },
        requestBody,
        keysOf(one),
        one.session.profile,
      ),
    ).toBe('not_covered');
  });
});
