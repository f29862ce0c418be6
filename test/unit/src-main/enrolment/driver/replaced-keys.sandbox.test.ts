import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Clock } from '../../../../../src-main/core/ports.ts';
import { exportKey } from '../../../../../src-main/hosts/cli/commands/enrol.ts';
import { readArguments } from '../../../../../src-main/hosts/cli/terminal/arguments.ts';
import { createContext } from '../../../../../src-main/hosts/cli/terminal/context.ts';
import { systemClock } from '../../../../../src-main/hosts/system-ports.ts';
import { Installation, value, type InstallationOptions } from '../counter.ts';
import { startService, type Service } from '../service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** A counter with a key in use, and another invitation for the key that is to replace it. */
async function selling(options: InstallationOptions = {}) {
  const input = await service.furtherInvitation();
  const installation = new Installation(service.profile, options);
  const run = await installation.open();
  value(await run.enrolment.begin(input));
  await service.control('/activate');
  const { keyId } = value(await run.enrolment.check());
  return { installation, run, input, keyId, further: await service.furtherInvitation() };
}

describe('a key that replaces another', () => {
  it('is enrolled while the first one sells, and takes its place once the service accepts it', async () => {
    const {
      run: { enrolment, session, keyring },
      keyId,
      further,
    } = await selling();
    const waiting = value(await enrolment.begin(further));
    expect(waiting).toMatchObject({
      state: 'active',
      keyId,
      next: { state: 'awaitingActivation', thumbprintsAgree: true },
    });
    expect(value(await enrolment.check())).toMatchObject({
      state: 'active',
      keyId,
      next: { state: 'awaitingActivation' },
    });
    expect(session.signingKey()?.keyId).toBe(keyId);

    await service.control('/activate');
    const switched = value(await enrolment.check());
    expect(switched).toMatchObject({ state: 'active', keyId: waiting.next?.keyId });
    expect(switched.next).toBeUndefined();
    expect(session.signingKey()?.keyId).toBe(waiting.next?.keyId);
    expect(keyring.entries().map(({ status }) => status)).toEqual(['retired', 'active']);
  });

  it('is named beside the one in use where its public half is asked for at the command line', async () => {
    const {
      installation,
      run: { enrolment, keyring },
      further,
    } = await selling();
    const shown = async (): Promise<unknown> => {
      const context = createContext(
        value(readArguments(['--data', installation.directory, '--public'])),
        {},
        () => undefined,
      );
      const outcome = await exportKey.run(context);
      return outcome.exit === 0 ? outcome.value : null;
    };
    const inUse = keyring.entries()[0];
    expect(await shown()).toEqual({ publicJwk: inUse?.publicJwk, thumbprint: inUse?.thumbprint, keyId: inUse?.keyId });
    value(await enrolment.begin(further));
    expect(await shown()).toMatchObject({
      thumbprint: inUse?.thumbprint,
      next: { thumbprint: keyring.entries()[1]?.thumbprint },
    });
    await service.control('/activate');
    value(await enrolment.check());
    expect(await shown()).toEqual(expect.objectContaining({ thumbprint: keyring.entries()[1]?.thumbprint }));
    expect(await shown()).not.toHaveProperty('next');
  });

  it('is refused where it belongs to another application, and the first one goes on', async () => {
    const {
      run: { enrolment, session, journal, keyring },
      input,
      keyId,
      further,
    } = await selling();
    const activeEvent = journal.events({ kind: 'enrolment-active' }).at(-1);
    expect(activeEvent?.body['applicationId']).toMatch(/^[0-9a-f-]{36}$/);
    value(
      journal.append({
        subject: `enrolment:${input.invitationId}`,
        kind: 'enrolment-active',
        body: { ...activeEvent?.body, applicationId: '2b000000-0000-4000-8000-00000000000f' },
      }),
    );
    value(await enrolment.begin(further));
    await service.control('/activate');
    expect(value(await enrolment.check())).toMatchObject({
      state: 'active',
      keyId,
      next: { state: 'refused', refusal: { code: 'key_of_another_application' } },
    });
    expect(session.signingKey()?.keyId).toBe(keyId);
    expect(keyring.entries().map(({ status }) => status)).toEqual(['active', 'submitted']);
  });

  it('goes on after a restart, and leaves the first one in use where it is refused', async () => {
    const { installation, run, keyId, further } = await selling();
    await service.fault('drop-after-commit', 'submitPartnerEnrollmentKey');
    expect(await run.enrolment.begin(further)).toMatchObject({ ok: false });
    run.close();
    const { enrolment, session } = await installation.open();
    expect(enrolment.status()).toMatchObject({ state: 'active', keyId, next: { state: 'keyMade' } });
    expect(value(await enrolment.resume())).toMatchObject({
      state: 'active',
      keyId,
      next: { state: 'keyMade', waitsFor: 'restart', refusal: { code: 'key_duplicate', detail: 'answer_lost' } },
    });
    expect(session.signingKey()?.keyId).toBe(keyId);
  });

  it('leaves the first one to sign for its orders', async () => {
    const {
      run: { enrolment, session, keyring },
      keyId,
      further,
    } = await selling({ pendingOrders: 3 });
    value(await enrolment.begin(further));
    await service.control('/activate');
    expect(value(await enrolment.check()).replaced).toEqual([{ keyId, pendingOrders: 3 }]);
    expect(session.signingKey(keyId)?.keyId).toBe(keyId);
    expect(keyring.entries().map(({ status }) => status)).toEqual(['replaced', 'active']);
    expect(await enrolment.retire()).toEqual({ ok: false, error: { code: 'key_pending_orders' } });
    await service.control('/keys', { suspended: true, keyId });
    expect(value(await enrolment.retire()).replaced).toBeUndefined();
  });

  it('is retired by no single clock: one answer dated years ahead, or a machine set years ahead, may be wrong', async () => {
    let aheadMs = 0;
    const clock: Clock = {
      ...systemClock,
      nowMs: () => systemClock.nowMs() + aheadMs,
      monotonicMs: () => systemClock.monotonicMs(),
      sleep: (ms, signal) => systemClock.sleep(ms, signal),
    };
    const { installation, run, further } = await selling({ pendingOrders: 3 });
    run.close();
    const { enrolment, session, keyring } = await installation.open({ clock });
    value(await enrolment.begin(further));
    await service.control('/activate');
    value(await enrolment.check());
    const statuses = (): readonly string[] => keyring.entries().map(({ status }) => status);
    const yearsMs = 5 * 365 * 86_400_000;
    const learn = (atMs: number): void =>
      session.serviceClock.learn(Math.floor(atMs / 1000), clock.monotonicMs(), clock.monotonicMs());
    learn(systemClock.nowMs() + yearsMs);
    enrolment.retireIdle();
    expect([statuses(), enrolment.hasEnded(keyring.entries()[0]?.localId ?? '')]).toEqual([
      ['replaced', 'active'],
      true,
    ]);
    learn(systemClock.nowMs());
    aheadMs = yearsMs;
    enrolment.retireIdle();
    expect(statuses()).toEqual(['replaced', 'active']);
    learn(systemClock.nowMs() + yearsMs);
    enrolment.retireIdle();
    expect(statuses()).toEqual(['retired', 'active']);
  });

  it('is not enrolled under the invitation of the key in use, or of one before it', async () => {
    const {
      run: { enrolment },
      input,
      further,
    } = await selling();
    expect(value(await enrolment.begin(input)).next).toBeUndefined();
    value(await enrolment.begin(further));
    await service.control('/activate');
    value(await enrolment.check());
    expect(await enrolment.begin(input)).toEqual({
      ok: false,
      error: { code: 'already_enrolled', field: 'invitation' },
    });
  });

  it('has the end of its window counted from the last time that the service said "not active"', async () => {
    const own = await startService();
    onTestFinished(() => own.stop());
    const { invitationId, token } = own;
    const installation = new Installation(own.profile);
    const first = await installation.open();
    value(await first.enrolment.begin({ invitationId, token, validDays: 30 }));
    // What is refused for the clock alone says nothing of the key: it is asked again at once.
    await own.control('/clock', { offsetSeconds: 3_600 });
    const askedAtMs = Date.now();
    expect(value(await first.enrolment.check()).state).toBe('awaitingActivation');
    const answeredAtMs = Date.now();
    first.close();
    await own.control('/activate');
    await own.control('/clock', { offsetSeconds: 7_200 });
    const { enrolment } = await installation.open();
    const { state, validity } = value(await enrolment.check());
    expect(state).toBe('active');
    expect(validity).toMatchObject({ daysLeft: 29, warning: 30 });
    const countedFromMs = Date.parse(validity?.endsAt ?? '') - 30 * 86_400_000 - 3_600_000;
    // The service's time is learned within the second, and as exactly as its answer was quick.
    const unsureMs = answeredAtMs - askedAtMs + 2_000;
    expect(countedFromMs).toBeGreaterThan(askedAtMs - unsureMs);
    expect(countedFromMs).toBeLessThan(answeredAtMs + unsureMs);
  });
});
