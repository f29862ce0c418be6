import type { Failure } from '../../../src-shared/contract/codes.ts';
import { detailed } from '../../../src-shared/contract/details.ts';
import type { Language } from '../../../src-shared/words/languages.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { parseProfile, type DeploymentProfile } from '../../deployment/profile.ts';
import { openDeploymentFile, type DeploymentFile } from '../../deployment/signed-file.ts';
import { createOrderScheduler, type OrderScheduler } from '../../orders/scheduler/scheduler.ts';
import { barcodeDigests } from '../../preferences/barcodes.ts';
import { openPreferences, type Preferences } from '../../preferences/preferences.ts';
import { keepsPeople } from '../../staff/staff-file.ts';
import { judgedEntry } from '../../support-log/noted.ts';
import { sealersOf } from '../../vault/vault.ts';
import {
  openCounter,
  openLocalRecords,
  openLocalRecordsToRead,
  type Counter,
  type LocalRecords,
  type LocalPorts,
} from './counter.ts';
import type { AppPorts, SandboxInfo } from './ports.ts';

/**
 * A deployment that is open in the app. `counter` is the reason where selling is not possible; `local` where not even
 * the records open.
 */
export interface OpenDeployment {
  readonly mode: 'training' | 'deployment';
  readonly name: string | null;
  readonly host: string | null;
  readonly localRecords: Result<LocalRecords, Failure>;
  readonly counter: Result<Counter, Failure>;
  readonly runner: OrderScheduler | null;
  readonly preferences: Preferences;
  readonly sandbox: SandboxInfo | null;
  /** Whether people with PINs work here, or may: known without the key as well. */
  readonly keepsPeople: () => boolean;
}

/** Why nothing can be sold here. A journal that was seen damaged or failing stays open, and is only to be read. */
export function problemOf({ counter }: Pick<OpenDeployment, 'counter'>): Failure | null {
  if (!counter.ok) return counter.error;
  return counter.value.localRecords.journal.trouble();
}

export interface Opening {
  readonly mode: OpenDeployment['mode'];
  readonly directory: string;
  readonly profile: Result<DeploymentProfile, Failure>;
  readonly sandbox: SandboxInfo | null;
  readonly language: () => Language;
}

/**
 * Opens the records first: they must be readable where the profile or the key is not. Whatever fails is kept as the
 * reason.
 */
export async function openDeployment(
  ports: AppPorts,
  { mode, directory, profile, sandbox, language }: Opening,
): Promise<OpenDeployment> {
  const { clock, randomness } = ports;
  const records = openLocalRecords({ directory, clock, randomness });
  const localRecords = records.ok ? records : readable(records.error, { directory, clock, randomness });
  const counter = !records.ok
    ? records
    : !profile.ok
      ? profile
      : await openSelling(ports, records.value, { mode, directory, profile: profile.value, language });
  const runner = counter.ok
    ? createOrderScheduler(counter.value.localRecords.records, counter.value.orders, clock, ports.reportBug ?? ignore)
    : null;
  return {
    mode,
    sandbox,
    name: profile.ok ? profile.value.name : null,
    host: profile.ok ? new URL(profile.value.baseUrl).host : null,
    localRecords,
    counter,
    runner,
    keepsPeople: () => keepsPeople(directory),
    preferences: openPreferences(directory, counter.ok ? barcodeDigests(counter.value.vault) : null),
  };
}

/** The records of a folder that cannot be written, to be read; why they did not open where not even that goes. */
function readable(refused: Failure, ports: LocalPorts): Result<LocalRecords, Failure> {
  const read = refused.code === 'journal_not_writable' ? openLocalRecordsToRead(ports) : err(refused);
  return read.ok ? read : err(refused);
}

/** Ends what is under way, then closes the records and the service of a training. */
export async function closeDeployment(
  { runner, counter, localRecords, sandbox }: OpenDeployment,
  ended: () => Promise<void>,
): Promise<void> {
  if (counter.ok) {
    counter.value.catalogue.stop();
    counter.value.diagnostics.stop();
    counter.value.stop();
  }
  await runner?.stop();
  await ended();
  if (counter.ok) counter.value.close();
  else if (localRecords.ok) localRecords.value.close();
  await sandbox?.stop();
}

/** The profile in a document that a person chose, now or before (`taken`), or all that is wrong with it. */
export function profileFrom(text: string, how?: { readonly taken: boolean }): Result<DeploymentProfile, Failure> {
  const profile = parseProfile(text, how);
  if (profile.ok) return profile;
  const [first] = profile.error;
  return err({ code: 'profile_invalid', field: first?.field ?? '', faults: [...profile.error] });
}

/** A deployment file that may be chosen. */
export interface GivenDeployment extends DeploymentFile {
  /** The file as it came, signed or not. */
  readonly file: string;
  readonly profile: DeploymentProfile;
}

/** What a file says, whether it is signed or not; a signature that does not fit is no file at all. */
export function deploymentFrom(file: string): Result<GivenDeployment, Failure> {
  const opened = openDeploymentFile(file);
  if (!opened.ok) return opened;
  const profile = profileFrom(opened.value.text);
  return profile.ok ? ok({ ...opened.value, file, profile: profile.value }) : profile;
}

async function openSelling(
  ports: AppPorts,
  localRecords: LocalRecords,
  {
    mode,
    directory,
    profile,
    language,
  }: {
    readonly mode: OpenDeployment['mode'];
    readonly directory: string;
    readonly profile: DeploymentProfile;
    readonly language: () => Language;
  },
): Promise<Result<Counter, Failure>> {
  const { clock, randomness, transport, logoTransport = transport } = ports;
  const sealer = ports.sealerFor(mode);
  // What was sealed before is not lost because this store would only hide: the store that sealed it is missing.
  if (!sealer.ok)
    return sealersOf(directory).length > 0 ? err(detailed('vault_unavailable', 'sealer_changed')) : sealer;
  const opened = await openCounter(localRecords, profile, {
    directory,
    clock,
    randomness,
    transport,
    logoTransport,
    sealer: sealer.value,
    language,
    step: ignore,
    ...(ports.reportBug === undefined ? {} : { reportBug: ports.reportBug }),
    onJudged: (operation, judged) => ports.supportLog?.note(judgedEntry(operation, judged)),
  });
  return opened.ok ? ok(opened.value) : opened;
}

function ignore(): void {
  // Steps are for crash tests of the command line; a host that reports no bugs has chosen so.
}
