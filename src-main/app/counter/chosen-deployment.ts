import { isDeepStrictEqual } from 'node:util';
import { recoverableCodes, type Failure } from '../../../src-shared/contract/codes.ts';
import { detailed } from '../../../src-shared/contract/details.ts';
import type { ServiceKeysView, StartView } from '../../../src-shared/contract/schemas.ts';
import type { Language } from '../../../src-shared/words/languages.ts';
import type { OperationId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { createSerialQueue } from '../../core/serial-queue.ts';
import { changedText, type ProfileChange } from '../../deployment/change.ts';
import { changeSignature, fileSignature, introductionOf, type Introduction } from '../../deployment/introduction.ts';
import { profileHash, type DeploymentProfile } from '../../deployment/profile.ts';
import { automaticBackups, brokenBackups, type BackupFile } from '../../journal/backups.ts';
import { restoreJournal } from '../../journal/restore.ts';
import { salvageJournal } from '../../journal/salvage.ts';
import { keepsPeople } from '../../staff/staff-file.ts';
import { openVaultWithRecovery } from '../../vault/vault.ts';
import { careFor } from './care.ts';
import { foldersIn, forgetTraining, sandboxProfile, type AppFolders } from './folders.ts';
import { journalRules } from './journal-rules.ts';
import {
  keepFile,
  keepProfile,
  keptProfile,
  keptSignature,
  keptText,
  settleSignedFile,
  type KeptSignature,
} from './kept-file.ts';
import {
  closeDeployment,
  deploymentFrom,
  openDeployment,
  problemOf,
  profileFrom,
  type OpenDeployment,
  type Opening,
} from './open-deployment.ts';
import { openedEntry } from './opened-entry.ts';
import { areUnsettled } from './page-state.ts';
import type { AppPorts } from './ports.ts';
import type { UnderWay } from './under-way.ts';

export interface ChosenDeploymentOptions {
  readonly ports: AppPorts;
  readonly language: () => Language;
  readonly underWay: UnderWay;
  readonly onOrderChanged: (operationId: OperationId) => void;
  readonly onClockLearned: (offsetMs: number) => void;
  readonly onServiceKeys: (view: ServiceKeysView) => void;
  /** The service accepted the signature of a call, or refused it. */
  readonly onSignature: (accepted: boolean) => void;
  /** The records were seen damaged or failing since they were opened. */
  readonly onJournalDamaged: () => void;
  /** Something is open in its place. */
  readonly onOpened: () => void;
  /** What was open is closed; nothing is known of what comes next. */
  readonly onClosed: () => void;
}

/** Whether whoever chose something has stayed since. */
type IsWatched = () => boolean;

/**
 * The one deployment that is open: what was chosen, or a training, or nothing. A second request waits for the first.
 */
export class ChosenDeployment {
  readonly #options: ChosenDeploymentOptions;
  readonly #folders: AppFolders;
  readonly #queue = createSerialQueue();
  #current: OpenDeployment | null = null;
  #closing = new AbortController();
  #isAsking = false;
  /** The backups that could not be restored, because they or a part of them are damaged. */
  readonly #damagedBackups = new Set<string>();

  constructor(options: ChosenDeploymentOptions) {
    this.#options = options;
    this.#folders = foldersIn(options.ports.dataDirectory);
  }

  current(): OpenDeployment | null {
    return this.#current;
  }

  /** What was chosen in an earlier run, or nothing. */
  openKept(): Promise<void> {
    return this.#queue.run(() => this.#openKept());
  }

  startTraining(): Promise<Result<void, Failure>> {
    return this.#queue.run(() => this.#leaveFor(() => this.#openTraining()));
  }

  leaveTraining(): Promise<Result<void, Failure>> {
    return this.#queue.run(() => this.#leaveTraining());
  }

  /**
   * Takes what a person chose, once they have said so in a box of the system's own too; what is open already stays
   * open.
   */
  async choose(file: string, isWatched: IsWatched): Promise<Result<void, Failure>> {
    const given = deploymentFrom(file);
    if (!given.ok) return given;
    if (this.isOpen(file)) return ok(undefined);
    // The people of a shop are not asked in its training: their manager leaves it first.
    if (this.#current?.mode === 'training' && keepsPeople(this.#folders.deployment))
      return err(detailed('role_required', 'manager'));
    // Nobody is asked about what would be refused all the same.
    if (areUnsettled(this.#current)) return err({ code: 'not_allowed' });
    const { profile, signer } = given.value;
    const signature = fileSignature(signer, keptSignature(this.#folders));
    const confirmed = await this.#confirmed(introductionOf(profile, signature), isWatched);
    const keep = (): Result<void, Failure> => keepFile(this.#folders, given.value);
    return confirmed.ok ? this.#queue.run(() => this.#leaveFor(() => this.#openChosen(profile, keep))) : confirmed;
  }

  /**
   * Whether the file says what is open already, whatever its document looks like. One that is signed says more, unless
   * what is open came signed with the same key.
   */
  isOpen(file: string): boolean {
    if (this.#current?.mode !== 'deployment' || !this.#current.counter.ok) return false;
    const given = deploymentFrom(file);
    if (!given.ok) return false;
    const { profile, signer } = given.value;
    const isSame = profileHash(profile) === profileHash(this.#current.counter.value.session.profile);
    const kept = keptSignature(this.#folders);
    return isSame && (signer === null || (kept.state === 'signed' && kept.signer === signer && !kept.changed));
  }

  /** Who signed the file of the deployment that is open, and whether it was changed since; null where nobody did. */
  signer(): NonNullable<StartView['deploymentSigner']> | null {
    const kept: KeptSignature = this.#current?.mode === 'deployment' ? keptSignature(this.#folders) : { state: 'none' };
    if (kept.state === 'signed') return { thumbprint: kept.signer, changed: kept.changed };
    return kept.state === 'unknown' ? { unreadable: true } : null;
  }

  /**
   * The same deployment with changes of its profile. A training's service writes its own. The person is asked where
   * what they were shown of it changes.
   */
  async change(changes: readonly ProfileChange[], isWatched: IsWatched): Promise<Result<void, Failure>> {
    const text = this.#current?.mode === 'deployment' ? keptText(this.#folders) : null;
    if (text === null) return err({ code: 'not_allowed' });
    const changed = changedText(text, changes);
    if (!changed.ok) return err({ code: 'profile_invalid' });
    const [before, after] = [profileFrom(text, { taken: true }), profileFrom(changed.value, { taken: true })];
    if (!after.ok) return after;
    const kept = keptSignature(this.#folders);
    const signature = changeSignature(kept);
    // Each change of what somebody signed, or may have signed, is asked about: it is not signed.
    const isNews =
      kept.state !== 'none' ||
      !before.ok ||
      !isDeepStrictEqual(introductionOf(before.value), introductionOf(after.value));
    const confirmed = isNews ? await this.#confirmed(introductionOf(after.value, signature), isWatched) : ok(undefined);
    return confirmed.ok
      ? this.#queue.run(() => this.#orKept(this.#openChanged(text, changed.value, after.value)))
      : confirmed;
  }

  /** The way back where the secrets of what was chosen cannot be opened any more. */
  recover(phrase: string): Promise<Result<void, Failure>> {
    return this.#queue.run(() => this.#recover(phrase));
  }

  /**
   * Where the records of what was chosen are damaged: the backups that are not known to be damaged as well, the newest
   * first. Where all of them are, the newest may still be tried.
   */
  backups(): readonly BackupFile[] {
    if (!this.#isDamaged()) return [];
    const backups = automaticBackups(this.#folders.deployment);
    const broken = new Set([...this.#damagedBackups, ...brokenBackups(this.#folders.deployment)]);
    const whole = backups.filter(({ path }) => !broken.has(path));
    return whole.length > 0 ? whole : backups.slice(0, 1);
  }

  /**
   * The way back where the records are damaged: the backup of that time, which must still be offered, takes their
   * place.
   */
  restore(madeAtMs: number): Promise<Result<void, Failure>> {
    return this.#queue.run(() => this.#restore(madeAtMs));
  }

  /** The other way back: all that still proves itself is lifted from the damaged records into new ones. */
  salvage(): Promise<Result<void, Failure>> {
    return this.#queue.run(() => this.#salvage());
  }

  close(): Promise<void> {
    return this.#queue.run(() => this.#close());
  }

  /** Does something once nothing is being opened or closed. */
  whenSettled(work: () => void): void {
    void this.#queue.run(() => {
      work();
      return Promise.resolve();
    });
  }

  /** Does something after a while, and at once where the deployment is closed before. */
  later(ms: number, work: () => Promise<void>): void {
    const { ports, underWay } = this.#options;
    void underWay.track(
      ports.clock
        .sleep(ms, this.#closing.signal)
        .then(work)
        .catch((error: unknown) => ports.reportBug?.(error)),
    );
  }

  /**
   * Leaves what is open for something else. A sale may have begun since the request was let in, while it waited for its
   * turn.
   */
  async #leaveFor(open: () => Promise<Result<void, Failure>>): Promise<Result<void, Failure>> {
    return areUnsettled(this.#current) ? err({ code: 'not_allowed' }) : this.#orKept(open());
  }

  async #openKept(): Promise<void> {
    const profile = this.#options.ports.trainingOnly ? null : keptProfile(this.#folders);
    if (profile === null) return;
    const { localRecords } = await this.#open({
      mode: 'deployment',
      directory: this.#folders.deployment,
      profile,
      sandbox: null,
    });
    // Only here does the folder belong to nobody else. Where it cannot be written, both files are read as they lie.
    if (localRecords.ok) settleSignedFile(this.#folders);
  }

  async #openTraining(): Promise<Result<void, Failure>> {
    const { ports } = this.#options;
    await this.#close();
    // Its data key lived in the memory of the last training, so nothing of that could be read any more.
    forgetTraining(ports.dataDirectory);
    const sandbox = await ports.startSandbox(this.#folders.trainingService);
    if (!sandbox.ok) return sandbox;
    const { counter } = await this.#open({
      mode: 'training',
      directory: this.#folders.trainingCounter,
      profile: sandboxProfile(sandbox.value.deploymentFile),
      sandbox: sandbox.value,
    });
    return counter.ok ? ok(undefined) : counter;
  }

  async #leaveTraining(): Promise<Result<void, Failure>> {
    if (this.#current?.mode !== 'training') return err({ code: 'not_allowed' });
    await this.#close();
    await this.#openKept();
    return ok(undefined);
  }

  /** Asks outside of the turns: closing the counter waits for no answer. One box at a time. */
  async #confirmed(introduction: Introduction, isWatched: IsWatched): Promise<Result<void, Failure>> {
    const { confirmDeployment } = this.#options.ports;
    if (confirmDeployment === undefined) return ok(undefined);
    if (this.#isAsking) return err({ code: 'not_allowed' });
    this.#isAsking = true;
    try {
      if (!(await confirmDeployment(introduction))) return err({ code: 'deployment_declined' });
      // Who chose the file has left since: whoever pressed the button may be somebody else.
      return isWatched() ? ok(undefined) : err({ code: 'not_allowed', detail: 'locked' });
    } finally {
      this.#isAsking = false;
    }
  }

  async #openChosen(profile: DeploymentProfile, keep: () => Result<void, Failure>): Promise<Result<void, Failure>> {
    await this.#close();
    const { localRecords } = await this.#open({
      mode: 'deployment',
      directory: this.#folders.deployment,
      profile: ok(profile),
      sandbox: null,
    });
    return localRecords.ok ? keep() : localRecords;
  }

  /** Another choice may have been taken while the person was asked about this one. */
  async #openChanged(before: string, text: string, profile: DeploymentProfile): Promise<Result<void, Failure>> {
    if (this.#current?.mode !== 'deployment' || keptText(this.#folders) !== before) return err({ code: 'not_allowed' });
    return this.#openChosen(profile, () => keepProfile(this.#folders, text));
  }

  /** The records stay open while the phrase is tried: they keep another process from the folder. */
  async #recover(phrase: string): Promise<Result<void, Failure>> {
    const { ports } = this.#options;
    const locked = this.#current;
    if (locked?.mode !== 'deployment' || locked.counter.ok || !recoverableCodes.includes(locked.counter.error.code))
      return err({ code: 'not_allowed' });
    const sealer = ports.sealerFor('deployment');
    if (!sealer.ok) return sealer;
    const recovered = await openVaultWithRecovery({
      directory: this.#folders.deployment,
      sealer: sealer.value,
      randomness: ports.randomness,
      phrase,
    });
    if (!recovered.ok) return recovered;
    await this.#close();
    await this.#openKept();
    return ok(undefined);
  }

  /**
   * The records are closed for it, and opened again whatever came of it: a backup that is damaged too leaves them as
   * they were.
   */
  async #restore(madeAtMs: number): Promise<Result<void, Failure>> {
    const { clock, randomness } = this.#options.ports;
    const backup = this.backups().find(({ atMs }) => atMs === madeAtMs);
    if (backup === undefined) return err({ code: 'not_allowed' });
    await this.#close();
    const restored = restoreJournal({
      directory: this.#folders.deployment,
      file: backup.path,
      rules: journalRules,
      clock,
      randomness,
    });
    // The one before it is offered next: whoever presses reads its day first.
    if (!restored.ok && restored.error.field === 'file') this.#damagedBackups.add(backup.path);
    await this.#openKept();
    return restored.ok ? ok(undefined) : restored;
  }

  async #salvage(): Promise<Result<void, Failure>> {
    const { clock, randomness } = this.#options.ports;
    if (!this.#isDamaged()) return err({ code: 'not_allowed' });
    await this.#close();
    const salvaged = salvageJournal({ directory: this.#folders.deployment, clock, randomness, rules: journalRules });
    await this.#openKept();
    return salvaged.ok ? ok(undefined) : salvaged;
  }

  #isDamaged(): boolean {
    return this.#current?.mode === 'deployment' && problemOf(this.#current)?.code === 'journal_corrupt';
  }

  /** A choice that could not be opened leaves the counter as it was at start. */
  async #orKept(opening: Promise<Result<void, Failure>>): Promise<Result<void, Failure>> {
    const opened = await opening;
    if (opened.ok) return opened;
    await this.#close();
    await this.#openKept();
    return opened;
  }

  async #open(opening: Omit<Opening, 'language'>): Promise<OpenDeployment> {
    const { ports, language, onOrderChanged, onServiceKeys, onClockLearned, onSignature } = this.#options;
    const opened = await openDeployment(ports, { ...opening, language });
    this.#current = opened;
    ports.supportLog?.note(openedEntry(opened));
    if (opened.localRecords.ok) opened.localRecords.value.onOrderChanged(onOrderChanged);
    if (opened.counter.ok) opened.counter.value.session.serviceKeys.onRead(onServiceKeys);
    if (opened.counter.ok) opened.counter.value.onSignature(onSignature);
    if (opened.counter.ok) {
      const { serviceClock } = opened.counter.value.session;
      serviceClock.onLearned(() => onClockLearned(serviceClock.offsetMs() ?? 0));
    }
    if (opened.localRecords.ok) opened.localRecords.value.journal.onTrouble(this.#options.onJournalDamaged);
    this.#options.onOpened();
    const { firstScreen } = ports;
    if (firstScreen === undefined) this.#goOn(opened);
    else
      void firstScreen
        .then(() => (this.#current === opened ? this.#goOn(opened) : undefined))
        .catch((error: unknown) => ports.reportBug?.(error));
    return opened;
  }

  /** What no person waits for. */
  #goOn({ runner, counter, localRecords }: OpenDeployment): void {
    runner?.start();
    if (counter.ok) counter.value.balanceReader.readMissing();
    const { ports, onOrderChanged } = this.#options;
    if (localRecords.ok) careFor(localRecords.value.journal, ports, onOrderChanged, this.#closing.signal);
  }

  async #close(): Promise<void> {
    const last = this.#current;
    this.#current = null;
    this.#closing.abort();
    if (last !== null) await closeDeployment(last, this.#options.underWay.ended);
    this.#options.onClosed();
    if (last?.mode === 'training') forgetTraining(this.#options.ports.dataDirectory);
    this.#closing = new AbortController();
  }
}
