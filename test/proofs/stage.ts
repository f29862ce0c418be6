import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { openCounter, openLocalRecords, type Counter } from '../../src-main/app/counter/counter.ts';
import type { Clock, Sealer, Transport } from '../../src-main/core/ports.ts';
import { changedText } from '../../src-main/deployment/change.ts';
import { parseProfile } from '../../src-main/deployment/profile.ts';
import { createHttpTransport } from '../../src-main/hosts/http-transport.ts';
import { systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { startService, type RunningService } from '../../src-sandbox/control/service.ts';

/** What a proof that opens counters on a practice service of its own needs. */

/** Fields of a profile by their path. */
export type Fields = Readonly<Record<string, unknown>>;

const emptyProfile = {
  version: 1,
  name: 'Proof',
  baseUrl: 'http://127.0.0.1:4010',
  serviceKeys: { jwks: { keys: [] } },
};

/** The text of a profile that has these fields besides what must be there. */
export function profileWith(fields: Fields): string {
  return textWith(JSON.stringify(emptyProfile), fields);
}

export function textWith(text: string, fields: Fields): string {
  const changed = changedText(
    text,
    Object.entries(fields).map(([path, to]) => ({ path, to })),
  );
  if (!changed.ok) throw new Error(`no profile: ${Object.keys(fields).join()}`);
  return changed.value;
}

interface ServiceInTime {
  readonly dir: string;
  readonly deploymentFile: string;
  readonly activation: 'automatic' | 'manual';
  readonly clock: Clock;
}

/** A practice service that lives in the proof's time. */
export async function startServiceIn({
  dir,
  deploymentFile,
  activation,
  clock,
}: ServiceInTime): Promise<RunningService> {
  const started = await startService({
    dir,
    port: 0,
    controlPort: 0,
    deploymentFile,
    activation,
    nativeBinding: undefined,
    nowMs: () => clock.nowMs(),
    wait: (ms) => clock.sleep(ms),
    durability: 'off',
  });
  if (!started.ok) throw new Error(started.error);
  return started.value;
}

/** Opens the counter of one folder under the text of a profile, by a clock and over a network. */
export type Open = (text: string, clock: Clock, network?: (transport: Transport) => Transport) => Promise<Counter>;

export function opener(directory: string, sealer: Sealer): Open {
  const transport = createHttpTransport();
  return async (text, clock, network = (through) => through) => {
    const profile = parseProfile(text);
    if (!profile.ok) throw new Error(`no profile: ${JSON.stringify(profile.error)}`);
    const ports = { directory, clock, randomness: systemRandomness, answerRoomBytes: 65_536 };
    const localRecords = openLocalRecords(ports);
    if (!localRecords.ok) throw new Error(localRecords.error.code);
    const counter = await openCounter(localRecords.value, profile.value, {
      ...ports,
      transport: network(transport),
      sealer,
      language: () => 'en',
      step: () => undefined,
    });
    if (!counter.ok) throw new Error(counter.error.code);
    return counter.value;
  };
}

export async function withCounter<T>(counter: Counter, work: (counter: Counter) => Promise<T>): Promise<T> {
  try {
    return await work(counter);
  } finally {
    counter.close();
  }
}

/** An invitation of the service, as a person types it in. */
export function invitationOf({
  invitationId,
  enrollmentTokenFile,
}: Pick<RunningService['address'], 'invitationId' | 'enrollmentTokenFile'>): {
  readonly invitationId: string;
  readonly token: string;
} {
  return { invitationId, token: readFileSync(enrollmentTokenFile, 'utf8').trim() };
}

export interface SharedTime {
  readonly clock: Clock;
  readonly pass: (ms: number) => void;
}

export function aheadBy(clock: Clock, seconds: number): Clock {
  return { ...clock, nowMs: () => clock.nowMs() + seconds * 1000 };
}

/** One time for both sides, in which nobody waits: a sleep moves it on, and nothing else does. */
export function sharedTime(): SharedTime {
  const [wallMs, monotonicMs] = [Date.now(), Math.floor(performance.now())];
  let aheadMs = 0;
  return {
    pass: (ms) => {
      aheadMs += ms;
    },
    clock: {
      nowMs: () => Math.floor(wallMs + aheadMs),
      monotonicMs: () => monotonicMs + aheadMs,
      sleep: async (ms) => {
        aheadMs += ms;
        await setImmediate();
      },
    },
  };
}
