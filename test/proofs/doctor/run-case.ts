import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

import type { Clock, Sealer } from '../../../src-main/core/ports.ts';
import { openCounter, openLedger } from '../../../src-main/counter.ts';
import type { Counter } from '../../../src-main/counter.ts';
import { changedText } from '../../../src-main/deployment/change.ts';
import { parseProfile } from '../../../src-main/deployment/profile.ts';
import type { DeploymentProfile } from '../../../src-main/deployment/profile.ts';
import type { Examination } from '../../../src-main/doctor/examination.ts';
import { createHttpTransport } from '../../../src-main/hosts/http-transport.ts';
import { systemRandomness } from '../../../src-main/hosts/system-ports.ts';
import { memorySealer } from '../../../src-main/vault/memory-sealer.ts';
import { startService } from '../../../src-sandbox/service.ts';
import type { RunningService } from '../../../src-sandbox/service.ts';
import { doBefore } from './before.ts';
import type { Case } from './cases.ts';
import { watched } from './network.ts';

/** What the doctor made of one case. */
export interface CaseResult {
  readonly name: string;
  /** Whether anything is wrong at all. */
  readonly isSeeded: boolean;
  readonly examination: Examination;
  readonly isNamed: boolean;
  /** Whether calls were accepted once the change was applied; null where none was named. */
  readonly isCured: boolean | null;
  /** Calls that could have had an effect, and sales that were not there before. */
  readonly sideEffects: readonly string[];
  /** What answers to orders and reveals would have to cover no more once the change was applied. */
  readonly weakens: readonly string[];
  readonly virtualSeconds: number;
}

const withoutEffect = /^(GET .*\/v1\/profile|GET .*(keys|jwks).*|POST .*\/v1\/diagnostics\/signature)$/;

export async function runCase(folder: string, each: Case): Promise<CaseResult> {
  mkdirSync(folder, { recursive: true });
  const time = sharedTime();
  const given = join(folder, 'given.json');
  const document = { version: 1, name: 'Proof', baseUrl: 'http://127.0.0.1:4010', serviceKeys: { jwks: { keys: [] } } };
  writeFileSync(given, textWith(JSON.stringify(document), each.service ?? {}));
  const started = await startService({
    dir: join(folder, 'service'), port: 0, controlPort: 0, deploymentFile: given, activation: each.enrolled === 'awaiting' ? 'manual' : 'automatic', nativeBinding: undefined,
    nowMs: () => time.clock.nowMs(), wait: (ms) => time.clock.sleep(ms), durability: 'off',
  });
  if (!started.ok) throw new Error(started.error);
  try {
    return await examineCase(folder, started.value, time, each);
  } finally {
    await started.value.stop().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function examineCase(folder: string, service: RunningService, time: SharedTime, each: Case): Promise<CaseResult> {
  const right = readFileSync(service.address.deploymentFile, 'utf8');
  const wrong = textWith(right, withPort(each.counter ?? {}, service));
  const open = opener(join(folder, 'counter'), memorySealer(systemRandomness));
  if (each.enrolled !== 'none') await withCounter(await open(right, aheadBy(time.clock, (each.enrolledAheadDays ?? 0) * 86_400)), (counter) => enrol(counter, service, each.enrolled !== 'awaiting'));
  const { before } = each;
  if (before !== undefined) await withCounter(await open(wrong, time.clock), (counter) => doBefore(counter, before));
  const salesBefore = JSON.stringify(service.controls.sales());
  await each.afterwards?.(service, time.pass);
  const calls: string[] = [];
  const offClock = aheadBy(time.clock, each.clockAheadSeconds ?? 0);
  const startedAtMs = time.clock.monotonicMs();
  const examination = await withCounter(await open(wrong, offClock, { calls, network: each.network }), (counter) => counter.doctor.examine());
  const virtualSeconds = Math.round((time.clock.monotonicMs() - startedAtMs) / 1000);
  const isSalesChanged = each.isServiceGone !== true && JSON.stringify(service.controls.sales()) !== salesBefore;
  const sideEffects = [...calls.filter((call) => !withoutEffect.test(call)), ...(isSalesChanged ? ['a sale'] : [])];
  const isCured = examination.changes.length === 0 ? null : await withCounter(await open(cured(wrong, examination), offClock), (counter) => areCallsAccepted(counter, each));
  return { name: each.name, isSeeded: each.names !== 'none', examination, isNamed: isNamed(each, examination), isCured, sideEffects, weakens: weakenedBy(wrong, examination), virtualSeconds };
}

function isNamed({ names, field, clockAheadSeconds }: Case, { cause, changes, fields, clockOffsetMs }: Examination): boolean {
  const named = [...changes.map(({ path }) => path), ...fields];
  const offBy = Math.abs((clockOffsetMs ?? 0) + (clockAheadSeconds ?? 0) * 1000);
  return cause === names && (field === undefined || named[0] === field) && (clockAheadSeconds === undefined || offBy < 3_000);
}

/** Law 3 is for orders and reveals above all: nothing that is applied with one press may ask less of their answers. */
function weakenedBy(wrong: string, examination: Examination): readonly string[] {
  const [before, after] = [wrong, cured(wrong, examination)].map((text) => parseProfile(text));
  if (before?.ok !== true || after?.ok !== true) throw new Error('no profile');
  const asked = ({ answer }: DeploymentProfile): string[] => (['orderMutation', 'bodylessNonceMutation'] as const).flatMap((kind) =>
    (['required', 'requiredIfPresent', 'binding'] as const).flatMap((list) => (answer.kinds[kind]?.[list] ?? answer[list]).map((name) => `${kind} ${list} ${name}`)));
  const left = asked(after.value);
  return asked(before.value).filter((name) => !left.includes(name));
}

function cured(text: string, { changes }: Examination): string {
  const changed = changedText(text, changes);
  if (!changed.ok) throw new Error('the change that was named makes no profile');
  return changed.value;
}

async function areCallsAccepted(counter: Counter, { enrolled }: Case): Promise<boolean> {
  if (enrolled === 'awaiting') await counter.enrolment.check();
  return (await counter.diagnose()).ok && (await counter.catalogue.profile()).ok;
}

async function enrol(counter: Counter, service: RunningService, untilActive: boolean): Promise<void> {
  const token = readFileSync(service.address.enrollmentTokenFile, 'utf8').trim();
  const begun = await counter.enrolment.begin({ invitationId: service.address.invitationId, token });
  if (!begun.ok) throw new Error(`the enrolment failed: ${begun.error.code}`);
  if (!untilActive) return;
  const active = await counter.enrolment.waitUntilActive(60_000);
  if (!active.ok || active.value.state !== 'active' || !(await counter.diagnose()).ok) throw new Error('the key was not activated');
}

interface Way {
  readonly calls: string[];
  readonly network: Case['network'];
}
type Open = (text: string, clock: Clock, way?: Way) => Promise<Counter>;

function opener(directory: string, sealer: Sealer): Open {
  const transport = createHttpTransport();
  return async (text, clock, way: Way = { calls: [], network: undefined }) => {
    const profile = parseProfile(text);
    if (!profile.ok) throw new Error(`no profile: ${JSON.stringify(profile.error)}`);
    const ports = { directory, clock, randomness: systemRandomness, answerRoomBytes: 65_536 };
    const ledger = openLedger(ports);
    if (!ledger.ok) throw new Error(ledger.error.code);
    const counter = await openCounter(ledger.value, profile.value, {
      ...ports, transport: watched(way.network?.(transport) ?? transport, way.calls), sealer, language: () => 'en', step: () => undefined,
    });
    if (!counter.ok) throw new Error(counter.error.code);
    return counter.value;
  };
}

async function withCounter<T>(counter: Counter, work: (counter: Counter) => Promise<T>): Promise<T> {
  try {
    return await work(counter);
  } finally {
    counter.close();
  }
}

function textWith(text: string, fields: Readonly<Record<string, unknown>>): string {
  const changed = changedText(text, Object.entries(fields).map(([path, to]) => ({ path, to })));
  if (!changed.ok) throw new Error(`a case that is no profile: ${Object.keys(fields).join()}`);
  return changed.value;
}

function withPort(fields: Readonly<Record<string, unknown>>, { address }: RunningService): Readonly<Record<string, unknown>> {
  const { baseUrl } = fields;
  return typeof baseUrl === 'string' ? { ...fields, baseUrl: baseUrl.replace(':4010', `:${new URL(address.baseUrl).port}`) } : fields;
}

interface SharedTime {
  readonly clock: Clock;
  readonly pass: (ms: number) => void;
}

function aheadBy(clock: Clock, seconds: number): Clock {
  return { ...clock, nowMs: () => clock.nowMs() + seconds * 1000 };
}

/** One time for both sides, in which nobody waits: a sleep moves it on. */
function sharedTime(): SharedTime {
  let aheadMs = 0;
  return {
    pass: (ms) => {
      aheadMs += ms;
    },
    clock: {
      nowMs: () => Math.floor(Date.now() + aheadMs),
      monotonicMs: () => performance.now() + aheadMs,
      sleep: async (ms) => {
        aheadMs += ms;
        await setImmediate();
      },
    },
  };
}
