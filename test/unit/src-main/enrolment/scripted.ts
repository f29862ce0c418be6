import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { jwkThumbprint } from '../../../../src-main/signatures/keys.ts';
import { SkippingClock } from '../../../support/skipping-clock.ts';
import { startScriptedService, type Reply, type ScriptedService, type Turn } from '../orders/scripted-service.ts';
import { Installation, type Counter, type CounterOptions, type InstallationOptions } from './counter.ts';
import { keyId } from './samples.ts';

export const token = 'training-token';
export const otherInvitationId = '00000000-0000-4000-8000-000000000002';
export const otherKeyId = '00000000-0000-4000-8000-00000000000d';

const posted = z.object({
  publicJwk: z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() }),
});

export const invitationRead: Reply = { status: 200, body: { state: 'invited' } };
export const proofTaken: Reply = { status: 200, body: {} };
export const notActive: Reply = { status: 401, body: { code: 'invalid_credentials' } };

/** The service takes the key that is posted, and gives a challenge. */
export function keyTaken(changes: object = {}, how: Partial<Exclude<Reply, string>> = {}): Turn {
  return ({ body }) => {
    const { publicJwk } = posted.parse(JSON.parse(body.toString()));
    const result = { keyId, thumbprint: jwkThumbprint(publicJwk), challenge: 'challenge-1', ...changes };
    return { status: 200, body: result, ...how };
  };
}

/** The service accepts the key that asks. */
export function isActive(changes: object = {}): Reply {
  return { status: 200, body: { keyId, applicationId: 'application-1', ...changes } };
}

/** All that a beginning asks for, until the key waits for its activation. */
export const wayToActivation: readonly Turn[] = [invitationRead, keyTaken(), proofTaken, notActive, invitationRead];

export interface Across {
  readonly service: ScriptedService;
  readonly clock: SkippingClock;
  readonly installation: Installation;
  readonly counter: Counter;
  /** The requests since the last look, in short. */
  readonly asked: () => readonly string[];
}

/** A counter without a key, across from a service that says what it is told; `change` is made to its profile. */
export async function across(change: object = {}, options: InstallationOptions & CounterOptions = {}): Promise<Across> {
  const clock = new SkippingClock();
  const service = await startScriptedService(clock);
  onTestFinished(() => service.close());
  const installation = new Installation(service.profileWith(change), options);
  const counter = await installation.open({ clock, ...options });
  let from = 0;
  const asked = (): readonly string[] => {
    const since = service.seen.slice(from);
    from = service.seen.length;
    return since.map(({ method, target }) => (method === 'GET' ? 'invitation' : (target.split('/').at(-1) ?? '')));
  };
  return { service, clock, installation, counter, asked };
}
