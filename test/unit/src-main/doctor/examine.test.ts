import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Clock } from '../../../../src-main/core/ports.ts';
import { examine } from '../../../../src-main/doctor/examine.ts';
import type { Patient } from '../../../../src-main/doctor/examine.ts';
import { systemClock } from '../../../../src-main/hosts/system-ports.ts';
import { sessionOf, startSigningService } from '../partner-api/partner.ts';
import type { SigningService, Told } from '../partner-api/partner.ts';

const keyId = '00000000-0000-4000-8000-00000000000a';
const refusal = { status: 401, json: { code: 'invalid_credentials' } };

let service: SigningService;
let answers: (call: number) => Told;
let waits: number[];

beforeEach(async () => {
  answers = () => refusal;
  waits = [];
  service = await startSigningService(() => answers(service.calls.length));
});
afterEach(() => service.close());

/** Waits take no time and are written down. */
function patient(part: Partial<Patient> = {}): Patient {
  let aheadMs = 0;
  const clock: Clock = {
    nowMs: () => systemClock.nowMs() + aheadMs,
    monotonicMs: () => systemClock.monotonicMs() + aheadMs,
    sleep: (ms) => {
      waits.push(ms);
      aheadMs += ms;
      return Promise.resolve();
    },
  };
  const session = sessionOf({ profile: service.profile, keyId, clock });
  const key = session.signingKey();
  if (key === null) throw new Error('no key');
  return { session, key: { state: 'active', key, overAtMs: null }, acceptedBefore: false, ordersRefused: false, limits: { calls: 12, apartMs: 1_000 }, ...part };
}

describe('an examination', () => {
  it('makes no more calls than it may, a second apart', async () => {
    const found = await examine(patient(), AbortSignal.any([]));
    expect(found).toMatchObject({ cause: 'form_unknown', calls: 12, changes: [] });
    expect(found.fields).toContain('request.encoding');
    expect(service.calls).toHaveLength(12);
    expect(new Set(service.calls)).toEqual(new Set(['POST /v1/diagnostics/signature', 'GET /v1/profile']));
    expect(waits.slice(1).every((ms) => ms > 0 && ms <= 1_000)).toBe(true);
    expect(waits.slice(1).reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(10_000);
  });

  it('ends at the first word to slow down', async () => {
    answers = (call) => (call > 5 ? { status: 429, json: { code: 'rate_limited' } } : refusal);
    expect(await examine(patient(), AbortSignal.any([]))).toMatchObject({ cause: 'service_busy', calls: 6 });
  });

  it('ends where the network goes', async () => {
    answers = (call) => {
      if (call === 5) void service.close();
      return refusal;
    };
    expect(await examine(patient(), AbortSignal.any([]))).toMatchObject({ cause: 'unreachable', calls: 6 });
  });

  it('ends with the counter', async () => {
    const closing = new AbortController();
    answers = (call) => {
      if (call === 4) closing.abort();
      return refusal;
    };
    const found = await examine(patient(), closing.signal);
    expect([found.cause, found.calls]).toEqual(['stopped', 4]);
  });

  it('asks nobody where there is no key to sign with', async () => {
    expect(await examine(patient({ key: { state: 'none' } }), AbortSignal.any([]))).toMatchObject({ cause: 'no_key', calls: 0 });
    expect(service.calls).toEqual([]);
  });

  it('says that the key is the likely cause where this profile was accepted before', async () => {
    expect((await examine(patient({ acceptedBefore: true }), AbortSignal.any([]))).cause).toBe('key_not_accepted');
    expect((await examine(patient({ limits: { calls: 4, apartMs: 0 }, acceptedBefore: true }), AbortSignal.any([]))).evidence.map(({ kind }) => kind)).toContain('acceptedBefore');
  });

  it('takes the first form that is accepted, confirms it, and says what it was and becomes', async () => {
    answers = (call) => (call > 6 ? { json: {} } : refusal);
    const found = await examine(patient({ limits: { calls: 60, apartMs: 0 } }), AbortSignal.any([]));
    expect(found.cause).toBe('profile');
    expect(found.changes).toHaveLength(1);
    expect(found.changes[0]?.from).not.toEqual(found.changes[0]?.to);
    expect(found.evidence.at(-2)).toEqual({ kind: 'confirmed', facts: {} });
  });
});
