import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOperation } from '../../../../src-main/exchange/read.ts';
import type { PartnerSession } from '../../../../src-main/exchange/session.ts';
import { systemClock } from '../../../../src-main/hosts/system-ports.ts';
import { readWallets } from '../../../../src-main/partner-api/operations/wallets.ts';
import { createServiceClock } from '../../../../src-main/partner-api/service-clock.ts';
import { usualPage } from '../../../support/page.ts';
import { startEnrolledSandbox, type EnrolledSandbox } from '../partner-api/enrolled-sandbox.ts';

let sandbox: EnrolledSandbox;

beforeAll(async () => {
  sandbox = await startEnrolledSandbox();
});

afterAll(() => sandbox.stop());

/** The session of a counter just started: nothing learned of the service's time. */
function justStarted(): PartnerSession {
  return { ...sandbox.session, serviceClock: createServiceClock(systemClock, 0, () => undefined) };
}

const wallets = (session: PartnerSession) =>
  readOperation(session, { operation: 'getPartnerWallets' }, (body) => readWallets(body, usualPage));

describe('a read of the practice service', () => {
  it('gives its value and the id of the request', async () => {
    const read = await wallets(justStarted());
    if (!read.ok) throw new Error(read.error.code);
    expect(read.value.value.items).toHaveLength(3);
    expect(read.value.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([[7200], [-7200]])(
    'works where the clocks are %i seconds apart, with permission for the diagnostic or without',
    async (offsetSeconds) => {
      await sandbox.control('/clock', { offsetSeconds });
      await sandbox.control('/scopes', { scopes: ['wallets:read'] });
      const session = justStarted();
      const askedAtMs = performance.now();
      const read = await wallets(session);
      const tookMs = performance.now() - askedAtMs;
      await sandbox.control('/clock', { offsetSeconds: 0 });
      expect(read).toMatchObject({ ok: true });
      expect(Math.abs((session.serviceClock.offsetMs() ?? 0) - offsetSeconds * 1000)).toBeLessThan(tookMs + 1_500);
    },
  );

  it.each([
    ['unsigned', { code: 'answer_unverified', detail: 'signature_missing' }],
    ['bad-digest', { code: 'answer_unverified', detail: 'digest_mismatch' }],
    ['bad-signature', { code: 'answer_unverified', detail: 'signature_invalid' }],
    ['unknown-key', { code: 'answer_unverified', detail: 'unknown_key' }],
    ['drop-before', { code: 'connection_lost' }],
    ['rate_limited', { code: 'rate_limited', httpStatus: 429 }],
  ])('after %s fails with its reason', async (name, error) => {
    await sandbox.control('/faults', { name, operation: 'getPartnerWallets', count: 1 });
    expect(await wallets(justStarted())).toMatchObject({ ok: false, error });
  });
});
