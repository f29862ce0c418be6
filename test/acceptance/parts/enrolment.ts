import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { failureOf, valueOf } from '../../support/outcome.ts';
import type { Counter } from '../service.ts';

const activeSchema = z.strictObject({
  state: z.literal('active'),
  invitationId: z.uuid(),
  invitationEndsAt: z.iso.datetime().nullable(),
  keyId: z.uuid(),
  ownThumbprint: z.string().length(43),
  serviceThumbprint: z.string(),
  thumbprintsAgree: z.literal(true),
  validity: z.strictObject({ endsAt: z.iso.datetime(), daysLeft: z.int().min(29).max(30), warning: z.literal(30) }),
});
const publicSchema = z.strictObject({
  publicJwk: z.strictObject({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string().length(43),
    y: z.string().length(43),
  }),
  thumbprint: z.string().length(43),
  keyId: z.uuid(),
});
/** Staff of a real service may take their time to activate the key, and a busy machine its own. */
const activationWaitSeconds = 150;

export function enrolment(counter: Counter): void {
  const enrol = (...more: readonly string[]) => [
    'enrol',
    '--invitation',
    counter.address.invitationId,
    '--token-file',
    counter.address.tokenFile,
    ...more,
  ];

  it('has no key to speak with before', async () => {
    expect(valueOf(await counter.run(['enrol', 'status']), z.object({ state: z.string() }))).toEqual({ state: 'none' });
    expect(failureOf(await counter.run(['wallets']), 2)).toEqual({ code: 'not_enrolled' });
    expect(failureOf(await counter.run(['export-key', '--public']), 2)).toEqual({ code: 'not_enrolled' });
    expect(valueOf(await counter.runLocal(['orders']), z.unknown())).toEqual({ items: [] });
  });

  it("refuses an invitation that the service does not know, by the service's own word", async () => {
    const run = await counter.run(['enrol', '--invitation', randomUUID(), '--token-file', counter.address.tokenFile], {
      data: counter.fresh('stranger', true),
    });
    expect(failureOf(run, 3)).toMatchObject({ code: 'invitation_invalid', httpStatus: 401 });
  });

  it('names what is wrong with an enrolment before anything is sent', async () => {
    expect(failureOf(await counter.run(enrol('--cidr', '10.0.0.0/33')), 2)).toEqual({
      code: 'input_invalid',
      field: 'cidr',
    });
    expect(failureOf(await counter.run(enrol('--valid-days', '0')), 2)).toEqual({
      code: 'input_invalid',
      field: 'valid-days',
    });
  });

  it('makes a key, proves it and waits until it is active', async () => {
    const run = await counter.run(enrol('--valid-days', '30', '--wait', String(activationWaitSeconds)));
    const { ownThumbprint, invitationId } = valueOf(run, activeSchema);
    expect(invitationId).toBe(counter.address.invitationId);
    expect(run.stderr).toContain(ownThumbprint);
  });

  it('says where it stands, and shows the public half alone', async () => {
    const status = valueOf(await counter.run(['enrol', 'status']), activeSchema);
    const exported = valueOf(await counter.runLocal(['export-key', '--public']), publicSchema);
    expect([exported.thumbprint, exported.keyId]).toEqual([status.ownThumbprint, status.keyId]);
  });

  it('goes on with the same key when it is asked again', async () => {
    const before = valueOf(await counter.run(['enrol', 'status']), activeSchema);
    expect(valueOf(await counter.run(enrol()), activeSchema)).toEqual(before);
  });
}
