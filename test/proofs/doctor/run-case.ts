import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Counter } from '../../../src-main/app/counter/counter.ts';
import type { Transport } from '../../../src-main/core/ports.ts';
import { changedText } from '../../../src-main/deployment/change.ts';
import type { Finding } from '../../../src-main/diagnostics/finding.ts';
import { systemRandomness } from '../../../src-main/hosts/system-ports.ts';
import { memorySealer } from '../../../src-main/vault/memory-sealer.ts';
import type { RunningService } from '../../../src-sandbox/control/service.ts';
import {
  aheadBy,
  invitationOf,
  opener,
  profileWith,
  sharedTime,
  startServiceIn,
  textWith,
  withCounter,
  type Fields,
  type SharedTime,
} from '../stage.ts';
import { doBefore } from './before.ts';
import type { Case } from './cases.ts';
import { watched } from './network.ts';
import { weakenedBy } from './weakened.ts';

/** What the diagnostics made of one case. */
export interface CaseResult {
  readonly name: string;
  /** Whether anything is wrong at all. */
  readonly isSeeded: boolean;
  readonly examination: Finding;
  readonly isNamed: boolean;
  /** Whether calls were accepted once the change was applied; null where none was named. */
  readonly isCured: boolean | null;
  /** Calls that could have had an effect, and sales that were not there before. */
  readonly sideEffects: readonly string[];
  /** What answers to orders and reveals would have to cover no more once the change was applied. */
  readonly weakens: readonly string[];
  readonly virtualSeconds: number;
}

const withoutEffect =
  /^(GET .*\/v1\/(profile|wallets)|GET .*(keys|jwks|nowhere).*|POST .*\/v1\/diagnostics\/signature)$/;
/** What the diagnostics may send beside that while no key is in use. */
const ofEnrolment = /^(GET .*\/v1\/enrollments\/[^/]+|POST .*\/v1\/enrollments\/[^/]+\/proof)$/;

export async function runCase(folder: string, each: Case): Promise<CaseResult> {
  mkdirSync(folder, { recursive: true });
  const time = sharedTime();
  const given = join(folder, 'given.json');
  writeFileSync(given, profileWith(each.service ?? {}));
  const activation = each.enrolled === 'awaiting' || each.enrolled === 'begun' ? 'manual' : 'automatic';
  const service = await startServiceIn({
    dir: join(folder, 'service'),
    deploymentFile: given,
    activation,
    clock: time.clock,
  });
  try {
    return await examineCase(folder, service, time, each);
  } finally {
    await service.stop().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function examineCase(folder: string, service: RunningService, time: SharedTime, each: Case): Promise<CaseResult> {
  const right = readFileSync(service.address.deploymentFile, 'utf8');
  const wrong = textWith(right, {
    ...withPort(each.counter ?? {}, service),
    ...each.counterOf?.(z.record(z.string(), z.unknown()).parse(JSON.parse(right))),
  });
  const open = opener(join(folder, 'counter'), memorySealer(systemRandomness));
  const network = (transport: Transport): Transport => each.network?.(transport) ?? transport;
  if (each.enrolled === 'begun')
    await withCounter(await open(wrong, time.clock, network), (counter) => beginAs(counter, service, time, each));
  else if (each.enrolled !== 'none')
    await withCounter(await open(right, aheadBy(time.clock, (each.enrolledAheadDays ?? 0) * 86_400)), (counter) =>
      enrol(counter, service, each.enrolled !== 'awaiting'),
    );
  const { before } = each;
  if (before !== undefined) await withCounter(await open(wrong, time.clock), (counter) => doBefore(counter, before));
  const salesBefore = JSON.stringify(service.controls.sales());
  await each.afterwards?.(service, time.pass);
  const calls: string[] = [];
  const offClock = aheadBy(time.clock, each.clockAheadSeconds ?? 0);
  const startedAtMs = time.clock.monotonicMs();
  const examination = await withCounter(
    await open(wrong, offClock, (transport) => watched(network(transport), calls)),
    (counter) => counter.diagnostics.findCause(),
  );
  const virtualSeconds = Math.round((time.clock.monotonicMs() - startedAtMs) / 1000);
  const isSalesChanged = each.isServiceGone !== true && JSON.stringify(service.controls.sales()) !== salesBefore;
  const sideEffects = [
    ...calls.filter((call) => !withoutEffect.test(call) && !(each.enrolled === 'begun' && ofEnrolment.test(call))),
    ...(isSalesChanged ? ['a sale'] : []),
  ];
  const isCured =
    examination.changes.length === 0
      ? null
      : await withCounter(await open(cured(wrong, examination), offClock, network), (counter) =>
          areCallsAccepted(counter, service, each),
        );
  return {
    name: each.name,
    isSeeded: each.names !== 'none',
    examination,
    isNamed: isNamed(each, examination),
    isCured,
    sideEffects,
    weakens: weakenedBy(wrong, examination.changes),
    virtualSeconds,
  };
}

function isNamed(
  { names, field, evidence, clockAheadSeconds }: Case,
  { cause, changes, fields, evidence: shown, clockOffsetMs }: Finding,
): boolean {
  const named = [...changes.map(({ path }) => path), ...fields];
  const offBy = Math.abs((clockOffsetMs ?? 0) + (clockAheadSeconds ?? 0) * 1000);
  return (
    cause === names &&
    (field === undefined || named[0] === field) &&
    (evidence === undefined || shown.some(({ kind }) => kind === evidence)) &&
    (clockAheadSeconds === undefined || offBy < 3_000)
  );
}

function cured(text: string, { changes }: Finding): string {
  const changed = changedText(text, changes);
  if (!changed.ok) throw new Error('the change that was named makes no profile');
  return changed.value;
}

async function areCallsAccepted(counter: Counter, service: RunningService, { enrolled }: Case): Promise<boolean> {
  if (enrolled === 'begun') service.controls.activate();
  if (enrolled === 'awaiting' || enrolled === 'begun') await counter.enrolment.check();
  return (await counter.diagnose()).ok && (await counter.catalogue.profile()).ok;
}

async function enrol(counter: Counter, service: RunningService, untilActive: boolean): Promise<void> {
  const begun = await counter.enrolment.begin(invitationOf(service.address));
  if (!begun.ok) throw new Error(`the enrolment failed: ${begun.error.code}`);
  if (!untilActive) return;
  const active = await counter.enrolment.waitUntilActive(60_000);
  if (!active.ok || active.value.state !== 'active' || !(await counter.diagnose()).ok)
    throw new Error('the key was not activated');
}

/** As far as the wrong file and the wrong network let it. */
async function beginAs(
  counter: Counter,
  service: RunningService,
  { pass }: SharedTime,
  { beforehand, invitation = ({ address }) => invitationOf(address) }: Case,
): Promise<void> {
  beforehand?.(service, pass);
  const begun = await counter.enrolment.begin(invitation(service));
  if (begun.ok) await counter.enrolment.waitUntilActive(10_000);
}

function withPort(fields: Fields, { address }: RunningService): Fields {
  const { baseUrl } = fields;
  return typeof baseUrl === 'string'
    ? { ...fields, baseUrl: baseUrl.replace(':4010', `:${new URL(address.baseUrl).port}`) }
    : fields;
}
