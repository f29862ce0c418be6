import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCounter, openLocalRecords } from '../../../src-main/app/counter/counter.ts';
import type { Clock } from '../../../src-main/core/ports.ts';
import { parseProfile } from '../../../src-main/deployment/profile.ts';
import { createHttpTransport } from '../../../src-main/hosts/http-transport.ts';
import { systemRandomness } from '../../../src-main/hosts/system-ports.ts';
import { memorySealer } from '../../../src-main/vault/memory-sealer.ts';
import { startService, type RunningService } from '../../../src-sandbox/control/service.ts';
import { sharedTime } from '../stage.ts';
import { documentOf, withField, type Choices } from './documents.ts';
import type { Field } from './fields.ts';
import { liveThrough, StepOff } from './story.ts';

/** What a counter has that was handed another file than its service: one field of other choices. */
export interface Mistake {
  readonly field: Field;
  readonly choices: Choices;
}

/** Null where everything came out as it must; `impossible` where the counter refuses its file. */
export type Finding = null | 'impossible' | { readonly step: string; readonly why: string };

/**
 * Starts a service under these choices and takes a counter with the same file, or with one mistake in it, through its
 * life: over real HTTP.
 */
export async function runProfile(folder: string, choices: Choices, mistake?: Mistake): Promise<Finding> {
  mkdirSync(folder, { recursive: true });
  const { clock: time } = sharedTime();
  const deploymentFile = join(folder, 'given.json');
  writeFileSync(deploymentFile, JSON.stringify(documentOf(choices)));
  try {
    const started = await startService({
      dir: join(folder, 'service'),
      port: 0,
      controlPort: 0,
      deploymentFile,
      activation: 'automatic',
      nativeBinding: undefined,
      nowMs: () => time.nowMs(),
      wait: (ms) => time.sleep(ms),
      durability: 'off',
    });
    if (!started.ok) return { step: 'start the service', why: started.error };
    try {
      return await runCounter(folder, started.value, time, mistake);
    } finally {
      await started.value.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runCounter(folder: string, service: RunningService, clock: Clock, mistake?: Mistake): Promise<Finding> {
  const profile = profileIn(readFileSync(service.address.deploymentFile, 'utf8'), mistake);
  if (!profile.ok)
    return mistake === undefined ? { step: 'read the profile', why: JSON.stringify(profile.error) } : 'impossible';
  const ports = { directory: join(folder, 'counter'), clock, randomness: systemRandomness, answerRoomBytes: 65_536 };
  const localRecords = openLocalRecords(ports);
  if (!localRecords.ok) throw new Error(localRecords.error.code);
  const counter = await openCounter(localRecords.value, profile.value, {
    ...ports,
    transport: createHttpTransport(),
    sealer: memorySealer(systemRandomness),
    language: () => 'en',
    step: () => undefined,
  });
  if (!counter.ok) throw new Error(counter.error.code);
  try {
    await liveThrough({
      service,
      counter: counter.value,
      token: readFileSync(service.address.enrollmentTokenFile, 'utf8').trim(),
    });
    return null;
  } catch (error) {
    if (error instanceof StepOff) return { step: error.step, why: error.message };
    throw error;
  } finally {
    counter.value.close();
  }
}

function profileIn(text: string, mistake?: Mistake): ReturnType<typeof parseProfile> {
  if (mistake === undefined) return parseProfile(text);
  const given: unknown = JSON.parse(text);
  if (typeof given !== 'object' || given === null) throw new Error('the service wrote no profile');
  return parseProfile(JSON.stringify(withField(given, mistake.field, mistake.choices)));
}
