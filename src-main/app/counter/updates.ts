import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { UpdateWait } from '../../../src-shared/contract/update-codes.ts';
import type { UpdateView } from '../../../src-shared/contract/updates.ts';
import type { Clock } from '../../core/ports.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { backgroundPace, isPackage, stickPace, type Pace } from '../../updates/download.ts';
import { diskFault, type UpdateFault } from '../../updates/fault.ts';
import { folderFeed, httpFeed, type Feed } from '../../updates/feed.ts';
import { noteGoodStart, versionOfNextStart } from '../../updates/good-start.ts';
import { installationOf } from '../../updates/installation.ts';
import type { Installed, Offer, Times } from '../../updates/judge.ts';
import { launcherName } from '../../updates/launcher.ts';
import type { UpdateSource } from '../../updates/source.ts';
import { readStarts, versionsThatGaveWay } from '../../updates/starts.ts';
import { readUpdateState } from '../../updates/state.ts';
import { swapIn } from '../../updates/swap.ts';
import { downloadedUpdate, fetchUpdate, lookForUpdate } from '../../updates/update.ts';
import { administratorCommand, whyNotNow, type CounterFacts } from '../../updates/when-to-offer.ts';
import type { AppPorts, UpdatePorts } from './ports.ts';

/** The screens take keys long before. */
const firstLookMs = 30_000;
const lookEveryMs = 4 * 60 * 60_000;
const tickMs = 60_000;
/** An offer is announced to nobody who is busy. */
const idleMs = 2 * 60_000;
const putOffMs = 12 * 60 * 60_000;
const betweenAttemptsMs = 250;
/** What stays free on the disk: sales need it (design, "The laws", 1). */
const roomBytes = 512 * 1024 * 1024;

interface Options {
  readonly ports: Pick<
    AppPorts,
    'clock' | 'clipboard' | 'dataDirectory' | 'reportBug' | 'sinceInputMs' | 'transport' | 'updates' | 'version'
  >;
  /** What an update could disturb now. */
  readonly facts: () => CounterFacts;
  /** Null while it was not learned. */
  readonly serviceMs: () => number | null;
  readonly changed: (view: UpdateView) => void;
}

type Looking = UpdatePorts & { readonly source: UpdateSource };
type Downloaded = Offer & { readonly path: string };
type Found = Pick<UpdateView, 'busy' | 'lookedAt' | 'fault' | 'announced'> & {
  /** Of a program that fetches nothing. */
  readonly elsewhere: string | null;
  readonly command: string | null;
};

/** Looks for newer versions, fetches them, and puts one in its place when a person says so. */
export class CounterUpdates {
  readonly #options: Options;
  readonly #closing = new AbortController();
  readonly #works = new Set<Promise<void>>();
  #found: Found = { busy: null, lookedAt: null, fault: null, announced: false, elsewhere: null, command: null };
  #lookedMs = -Infinity;
  #putOffUntilMs = -Infinity;

  constructor(options: Options) {
    this.#options = options;
  }

  view(): UpdateView {
    const { ports } = this.#options;
    const { elsewhere: _, command: _command, ...found } = this.#found;
    const offer = this.#offer();
    const next = ports.updates === undefined ? null : versionOfNextStart(ports.updates.program.folder);
    return {
      ...found,
      version: ports.version,
      way: this.#looking === null ? null : this.#looking.program.way,
      offer: next === null ? offer : null,
      next,
      announced: found.announced && offer !== null && next === null,
    };
  }

  /** The window is drawn; `isOpen` where the journal is open too. From now on it is looked for updates. */
  async begin(isOpen: boolean): Promise<void> {
    const { ports } = this.#options;
    if (ports.updates === undefined) return;
    // A folder that cannot be written to any more only loses the count.
    if (isOpen) await noteGoodStart(ports.updates.program.folder);
    if (this.#looking !== null) this.#run(this.#lookNowAndThen());
  }

  look(): void {
    if (this.#looking !== null) this.#run(this.#lookIn(this.#web(this.#looking), backgroundPace));
  }

  async lookInFolder(): Promise<void> {
    const folder = await this.#looking?.askForFolder();
    if (typeof folder === 'string') this.#run(this.#lookIn(folderFeed(folder), stickPace));
  }

  async install(): Promise<void> {
    const [looking, update] = [this.#looking, this.#downloaded()];
    if (looking === null || update === null || this.#found.busy !== null || this.#waits() !== null) return;
    this.#change({ busy: 'installing', fault: null });
    const isSwap = looking.program.way === 'swap';
    const done = isSwap ? await this.#swap(looking, update) : await this.#check(update);
    this.#change({ busy: null, fault: done.ok ? null : done.error });
    // A sale may have begun meanwhile: then the next start is of the new version.
    if (done.ok && done.value !== null && this.#waits() === null) looking.restart(done.value);
  }

  putOff(): void {
    this.#putOffUntilMs = this.#clock.monotonicMs() + putOffMs;
    this.#change({ announced: false });
  }

  async copyCommand(): Promise<Result<{ copied: true }, Failure>> {
    const { command } = this.#found;
    if (command === null) return err({ code: 'not_allowed' });
    const isCopied = await this.#options.ports.clipboard?.write(command);
    return isCopied === true ? ok({ copied: true }) : err({ code: 'clipboard_unavailable' });
  }

  /** What was fetched so far is gone on with another time. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#works);
  }

  get #clock(): Clock {
    return this.#options.ports.clock;
  }

  /** Null in a build that looks for no updates. */
  get #looking(): Looking | null {
    const { updates } = this.#options.ports;
    return updates === undefined || updates.source === null ? null : { ...updates, source: updates.source };
  }

  #waits(): UpdateWait | null {
    return whyNotNow(this.#options.facts());
  }

  #offer(): UpdateView['offer'] {
    const { elsewhere, command } = this.#found;
    if (elsewhere !== null) return { version: elsewhere, waits: null, address: this.#looking?.source.address ?? '' };
    const downloaded = this.#downloaded();
    if (downloaded === null) return null;
    return { version: downloaded.version, waits: this.#waits(), ...(command === null ? {} : { command }) };
  }

  #downloaded(): Downloaded | null {
    const looking = this.#looking;
    if (looking === null || looking.program.way === 'elsewhere') return null;
    const { dataDirectory } = this.#options.ports;
    const state = readUpdateState(dataDirectory, looking.source.first);
    const update = downloadedUpdate(dataDirectory, state, installedOf(looking));
    return update.ok ? update.value : null;
  }

  async #lookNowAndThen(): Promise<void> {
    const { signal } = this.#closing;
    await this.#clock.sleep(firstLookMs, signal);
    while (!signal.aborted) {
      const isDue = this.#clock.monotonicMs() - this.#lookedMs >= lookEveryMs;
      if (isDue && this.#looking !== null) await this.#lookIn(this.#web(this.#looking), backgroundPace);
      this.#announce();
      await this.#clock.sleep(tickMs, signal);
    }
  }

  async #lookIn(feed: Feed, pace: Pace): Promise<void> {
    const looking = this.#looking;
    if (looking === null || this.#found.busy !== null) return;
    this.#lookedMs = this.#clock.monotonicMs();
    this.#change({ busy: 'looking', fault: null, command: null, elsewhere: null });
    const { dataDirectory: folder } = this.#options.ports;
    const shared = { folder, first: looking.source.first, feed, mark: () => undefined };
    const offer = await lookForUpdate({ ...shared, installed: installedOf(looking), times: this.#times() });
    this.#change({ lookedAt: new Date(this.#clock.nowMs()).toISOString() });
    if (!offer.ok) this.#change({ busy: null, fault: offer.error });
    else if (looking.program.way === 'elsewhere') this.#change({ busy: null, elsewhere: offer.value.version });
    else {
      this.#change({ busy: 'fetching' });
      const { signal } = this.#closing;
      const fetched = await fetchUpdate({ ...shared, clock: this.#clock, pace, roomBytes, signal }, offer.value);
      this.#change({ busy: null, fault: fetched.ok ? null : fetched.error });
    }
  }

  /** The feed of the publisher. Nothing is asked of it while an attempt waits for its answer. */
  #web({ source }: Looking): Feed {
    const feed = httpFeed(this.#options.ports.transport, source.address);
    const { signal } = this.#closing;
    const quiet = async (): Promise<void> => {
      while (this.#options.facts().inFlight > 0 && !signal.aborted) await this.#clock.sleep(betweenAttemptsMs, signal);
    };
    return {
      document: async (name) => {
        await quiet();
        return feed.document(name);
      },
      piece: async (...wanted) => {
        await quiet();
        return feed.piece(...wanted);
      },
    };
  }

  #times(): Times {
    return { serviceMs: this.#options.serviceMs(), localMs: this.#clock.nowMs() };
  }

  /** What is to be started anew. */
  async #swap({ program }: UpdatePorts, update: Downloaded): Promise<Result<string | null, UpdateFault>> {
    const installation = installationOf(program.folder);
    if (installation === null) return err({ code: 'not_writable' });
    const swapped = await swapIn({ ...update, installation, roomBytes, mark: () => undefined });
    return swapped.ok ? ok(join(installation.folder, launcherName)) : swapped;
  }

  /** The command is shown for a file that is what was signed, and no other. */
  async #check(update: Downloaded): Promise<Result<null, UpdateFault>> {
    let file: FileHandle | null = null;
    try {
      file = await open(update.path, constants.O_RDONLY | constants.O_NONBLOCK);
      if (!(await isPackage(file, update.package)))
        return err({ code: 'package_tampered', detail: update.package.file });
      this.#change({ command: administratorCommand(update.path) });
      return ok(null);
    } catch (thrown) {
      return err(diskFault(thrown, update.package.file));
    } finally {
      await file?.close();
    }
  }

  #announce(): void {
    const { ports } = this.#options;
    const isIdle = (ports.sinceInputMs?.() ?? 0) >= idleMs && this.#clock.monotonicMs() >= this.#putOffUntilMs;
    const offer = this.#offer();
    if (isIdle && offer?.waits === null && !this.#found.announced) this.#change({ announced: true });
  }

  #change(part: Partial<Found>): void {
    this.#found = { ...this.#found, ...part };
    this.#options.changed(this.view());
  }

  #run(work: Promise<void>): void {
    const ended = work
      .catch((error: unknown) => {
        // Otherwise it would never be looked for again.
        this.#change({ busy: null });
        this.#options.ports.reportBug?.(error);
      })
      .finally(() => this.#works.delete(ended));
    this.#works.add(ended);
  }
}

function installedOf({ program }: UpdatePorts): Installed {
  const installation = installationOf(program.folder);
  const gaveWay = installation === null ? [] : versionsThatGaveWay(readStarts(installation.folder));
  return { version: program.version, target: program.target, gaveWay };
}
