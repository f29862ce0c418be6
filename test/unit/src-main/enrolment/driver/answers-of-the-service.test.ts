import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jwkThumbprint } from '../../../../../src-main/signatures/keys.ts';
import type { Reply, Turn } from '../../orders/scripted-service.ts';
import { value, type Counter } from '../counter.ts';
import { invitationId } from '../samples.ts';
import { across, invitationRead, keyTaken, notActive, proofTaken, token, wayToActivation } from '../scripted.ts';

const input = { invitationId, token };
const unsigned = { enrolment: { answersSigned: false } };
const refused = (status: number, code: string, how: Partial<Exclude<Reply, string>> = {}): Reply => ({
  status,
  body: { code },
  ...how,
});
const unverified = (detail: string, more: object = {}) => ({
  ok: false,
  error: { code: 'answer_unverified', detail, httpStatus: 200, ...more },
});
const lastEnd = ({ journal }: Counter): unknown => journal.events({ kind: 'enrolment-attempt-ended' }).at(-1)?.body;

describe('the invitation that is read first', () => {
  it('ends the enrolment before anything is posted where it expired', async () => {
    const { counter, service, asked } = await across();
    service.script({ status: 200, body: { state: 'Expired', expiresAt: '2026-01-01T00:00:00Z' } });
    expect(value(await counter.enrolment.begin(input)).state).toBe('expired');
    expect(asked()).toEqual(['invitation']);
  });

  it('has its end shown', async () => {
    const { counter, service } = await across();
    service.script({ status: 200, body: { expiresAt: '2026-12-01T00:00:00Z' } }, 'drop');
    await counter.enrolment.begin(input);
    expect(counter.enrolment.status().invitationEndsAt).toContain('2026-12-01T00:00:00');
  });

  it('says nothing where nobody can read it', async () => {
    const { counter, service } = await across();
    service.script({ status: 200, body: 'no object' }, ...wayToActivation.slice(1));
    expect(value(await counter.enrolment.begin(input)).state).toBe('awaitingActivation');
  });

  it('refuses a token that the service does not know', async () => {
    const { counter, service } = await across();
    service.script(refused(401, 'invitation_invalid'));
    expect(value(await counter.enrolment.begin(input))).toMatchObject({
      state: 'refused',
      refusal: { code: 'invitation_invalid', httpStatus: 401, requestId: 'request-1' },
    });
  });

  it.each([
    ['is not signed', { unsigned: true }, 'signature_missing'],
    ['is forged', { forged: true }, 'signature_invalid'],
  ] as const)('costs nothing where it %s', async (_, how, detail) => {
    const { counter, service, asked } = await across();
    service.script({ status: 200, body: {}, ...how });
    expect(await counter.enrolment.begin(input)).toEqual(unverified(detail));
    expect(asked()).toEqual(['invitation']);
    expect(counter.enrolment.status().state).toBe('keyMade');
  });

  it('is read again with the time that an unsigned call brings, where our clock is off', async () => {
    const { counter, service, asked } = await across();
    const shifted = (turn: Reply): Reply => (typeof turn === 'string' ? turn : { ...turn, createdShiftSeconds: 3_600 });
    service.script(
      shifted(invitationRead),
      shifted(refused(401, 'invalid_credentials')),
      shifted(invitationRead),
      'drop',
    );
    expect(await counter.enrolment.begin(input)).toMatchObject({ error: { code: 'connection_lost' } });
    expect(asked()).toEqual(['invitation', 'signature', 'invitation', 'keys']);
    expect(service.seen[1]?.headers).not.toHaveProperty('signature');
    expect(service.seen[1]?.body.toString()).toBe('{}');
  });

  it('names our clock where that stays all that speaks against it', async () => {
    const { counter, service, asked } = await across();
    const shifted = { status: 200, body: {}, createdShiftSeconds: 3_600 };
    service.script(shifted, 'drop', shifted);
    expect(await counter.enrolment.begin(input)).toMatchObject({ error: { code: 'clock_off', detail: 'stale' } });
    expect(asked()).toEqual(['invitation', 'signature', 'invitation']);
  });
});

describe('an answer to the key', () => {
  it('that was lost is explained when the invitation is used up', async () => {
    const { counter, service } = await across();
    service.script(invitationRead, 'drop', invitationRead, refused(409, 'key_duplicate'));
    expect(await counter.enrolment.begin(input)).toEqual({ ok: false, error: { code: 'connection_lost' } });
    expect(lastEnd(counter)).toEqual({ step: 'submit', taken: 'unknown', failure: { code: 'connection_lost' } });
    expect(value(await counter.enrolment.resume())).toMatchObject({
      state: 'keyMade',
      waitsFor: 'restart',
      refusal: { code: 'key_duplicate', detail: 'answer_lost' },
    });
  });

  it.each([
    ['is not signed', { unsigned: true }, 'signature_missing'],
    ['is forged', { forged: true }, 'signature_invalid'],
    ['has another digest', { badDigest: true }, 'digest_mismatch'],
  ] as const)('moves nothing where it %s, and is kept', async (_, how, detail) => {
    const { counter, service } = await across();
    service.script(invitationRead, keyTaken({}, how));
    expect(await counter.enrolment.begin(input)).toEqual(unverified(detail));
    expect(counter.enrolment.status().state).toBe('keyMade');
    expect(counter.journal.events({ kind: 'enrolment-answer-sealed' })).toMatchObject([{ body: { httpStatus: 200 } }]);
    expect(lastEnd(counter)).toMatchObject({ taken: 'unknown' });
  });

  it('is not kept where it is a page as large as no answer is', async () => {
    const { counter, service } = await across();
    service.script(invitationRead, { status: 502, body: 'x'.repeat(800_000), unsigned: true });
    expect(await counter.enrolment.begin(input)).toEqual(unverified('signature_missing', { httpStatus: 502 }));
    expect(counter.journal.events({ kind: 'enrolment-answer-sealed' })).toEqual([]);
    expect(lastEnd(counter)).toMatchObject({ taken: 'unknown', failure: { code: 'answer_unverified' } });
  });

  it('is judged again, and brings the challenge, once the key of the service is known', async () => {
    const { counter, service, installation, clock, asked } = await across();
    const url = `${service.profile.baseUrl}/v1/keys`;
    const pins = [jwkThumbprint(service.publicKey)];
    service.publishKeys({ ...service.publicKey, kid: 'service-1' });
    counter.close();
    const profile = service.profileWith({ serviceKeys: { url, pins } });
    const cut = await installation.open({ clock, profile });
    service.script(invitationRead, keyTaken({}, { unknownKey: true }), proofTaken, notActive, invitationRead);
    expect(await cut.enrolment.begin(input)).toEqual(unverified('unknown_key'));
    asked();
    service.publishKeys({ ...service.publicKey, kid: 'service-1' }, { ...service.publicKey, kid: 'service-9' });
    clock.skip(61_000);
    expect(value(await cut.enrolment.resume()).state).toBe('awaitingActivation');
    expect(asked()).toEqual(['proof', 'signature', 'invitation']);
  });

  it('that is none of ours in its seal is asked for by a person', async () => {
    const { counter, service } = await across();
    service.script('drop');
    await counter.enrolment.begin(input);
    const bytes = new TextEncoder().encode('no answer');
    value(
      counter.journal.transaction((tx) => {
        const sealed = tx.fileSealed('enrolment:other', counter.vault.seal('enrolment:other', bytes));
        const body = { sealed: { ...sealed }, httpStatus: 200 };
        const subject = `enrolment:${invitationId}`;
        tx.append({ subject, kind: 'enrolment-attempt-started', body: { step: 'submit', profileHash: 'any' } });
        tx.append({ subject, kind: 'enrolment-answer-sealed', body });
      }),
    );
    expect(await counter.enrolment.resume()).toEqual({ ok: false, error: { code: 'seal_failed' } });
  });

  it('that is gone, with the challenge in it, is said to be missing', async () => {
    const { counter, service } = await across();
    service.script(invitationRead, keyTaken({}, { unsigned: true }), 'drop');
    await counter.enrolment.begin(input);
    const [sealed] = counter.journal.events({ kind: 'enrolment-answer-sealed' });
    const { id } = z.object({ id: z.string() }).parse(sealed?.body['sealed']);
    value(counter.journal.transaction((tx) => tx.purgeSealed(id)));
    expect(await counter.enrolment.resume()).toEqual({
      ok: false,
      error: { code: 'seal_failed', detail: 'record_missing' },
    });
  });

  it('that nobody can read ends the attempt, and leaves the enrolment as it is', async () => {
    const { counter, service } = await across();
    service.script(invitationRead, { status: 200, body: { keyId: 'no id' } });
    expect(await counter.enrolment.begin(input)).toEqual({ ok: false, error: { code: 'answer_unreadable' } });
    expect(counter.enrolment.status().state).toBe('keyMade');
  });

  it('is not asked for while the service rests', async () => {
    const { counter, service, clock, asked } = await across();
    const restsNow: Turn = () => {
      counter.session.budget.restUntil(clock.monotonicMs() + 600_000, { code: 'rate_limited', httpStatus: 429 });
      return invitationRead;
    };
    service.script(restsNow);
    expect(await counter.enrolment.begin(input)).toEqual({
      ok: false,
      error: { code: 'rate_limited', httpStatus: 429 },
    });
    expect(asked()).toEqual(['invitation']);
    expect(counter.journal.events({ kind: 'enrolment-attempt-started' })).toEqual([]);
  });
});

describe('where the deployment does not sign enrolment answers', () => {
  const plain = { unsigned: true } as const;
  const read: Reply = { status: 200, body: {}, ...plain };

  it('an answer counts without a signature, and that is written down', async () => {
    const { counter, service } = await across(unsigned);
    service.script(read, keyTaken({}, plain), { status: 200, body: {}, ...plain }, notActive, read);
    expect(value(await counter.enrolment.begin(input)).state).toBe('awaitingActivation');
    for (const kind of ['enrolment-submitted', 'enrolment-awaiting'])
      expect(counter.journal.events({ kind })).toMatchObject([{ body: { trust: 'signature_missing' } }]);
  });

  it('a wrong signature still does not count', async () => {
    const { counter, service } = await across(unsigned);
    service.script(read, keyTaken({}, { forged: true }));
    expect(await counter.enrolment.begin(input)).toEqual(unverified('signature_invalid'));
  });

  it('a page that is no JSON object does not count', async () => {
    const { counter, service } = await across(unsigned);
    for (const body of ['<html>', '"text"', '7']) {
      service.script({ status: 200, body, ...plain });
      expect(await counter.enrolment.begin(input)).toEqual(unverified('signature_missing'));
    }
  });

  it('a refusal counts by its code alone', async () => {
    const { counter, service } = await across(unsigned);
    for (const body of [{ code: 'no_such_code' }, { code: '' }, { code: 'x'.repeat(101) }, {}, '<html>']) {
      service.script({ status: 401, body, ...plain });
      expect(await counter.enrolment.begin(input)).toMatchObject({ ok: false, error: { code: 'answer_unverified' } });
    }
    service.script(refused(401, 'invitation_invalid', plain));
    expect(value(await counter.enrolment.begin(input))).toMatchObject({
      state: 'refused',
      refusal: { code: 'invitation_invalid', httpStatus: 401 },
    });
  });
});

describe('the keys of the service', () => {
  it('are confirmed before anything is asked, where they are published', async () => {
    const { counter, service, installation, clock, asked } = await across();
    counter.close();
    const serviceKeys = { url: `${service.profile.baseUrl}/v1/keys`, pins: [] };
    service.publishKeys({ ...service.publicKey, kid: 'service-1' });
    const { enrolment, session } = await installation.open({ clock, profile: service.profileWith({ serviceKeys }) });
    expect(await enrolment.begin(input)).toEqual({ ok: false, error: { code: 'service_keys_unconfirmed' } });
    expect([enrolment.status(), asked()]).toEqual([{ state: 'none' }, []]);
    value(await session.serviceKeys.confirm(jwkThumbprint(service.publicKey)));
    service.script(...wayToActivation);
    expect(value(await enrolment.begin(input)).state).toBe('awaitingActivation');
  });

  it('are looked for, and that they cannot be read is why nothing begins', async () => {
    const { counter, service, installation, clock } = await across();
    counter.close();
    const serviceKeys = { url: `${service.profile.baseUrl}/v1/keys`, pins: [] };
    const profile = { ...service.profileWith({ serviceKeys }), baseUrl: 'http://127.0.0.1:1' };
    await service.close();
    const { enrolment } = await installation.open({ clock, profile });
    const outcome = await enrolment.begin(input);
    expect(outcome).toMatchObject({ ok: false, error: { code: 'service_unreachable' } });
    expect(enrolment.status()).toEqual({ state: 'none' });
  });

  it('need no confirmation where enrolment answers are not signed', async () => {
    const { counter, service, installation, clock, asked } = await across();
    counter.close();
    const serviceKeys = { url: `${service.profile.baseUrl}/v1/keys`, pins: [] };
    const { enrolment } = await installation.open({
      clock,
      profile: service.profileWith({ serviceKeys, ...unsigned }),
    });
    await enrolment.begin(input);
    expect(asked()).toEqual(['invitation']);
  });
});
